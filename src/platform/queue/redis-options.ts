import { type QueueOptions } from 'bull';
import { serverAddress, type ServerAddress } from '../config/server-address';
import { clusterConnector } from './cluster-connector';
import { NODE_MS, SlotMaster } from './slot-master';

/** Options of ioredis, as Bull takes them. */
export type RedisOptions = Exclude<QueueOptions['redis'], string | undefined>;

/** Bull's own waits grow to 20 s, by which wake-ups would stay away after Redis is back. */
const LONGEST_RECONNECT_MS = 1_000;
/** Longest time for an ended connection to close. ioredis waits 2 s, also for one that never opened. */
const CLOSING_MS = 100;

/** A Sentinel that does not answer is passed over: another one knows the master too. */
const SENTINEL_MS = 1_000;

/** Whether Redis refuses to change to the database of the address: it has fewer, is a cluster, or the user may not. */
export function isNoDatabase(message: string): boolean {
  return /\bDB index\b|\bSELECT is not allowed\b|'select' command/.test(message);
}

/** ioredis would go on with database 0, which may be another store's. */
const reconnectOnError = ({ message }: Error): boolean => isNoDatabase(message);

const retryStrategy = (times: number): number => Math.min(times * 100, LONGEST_RECONNECT_MS);

/** The parts of a `redis://` or `rediss://` address, or of one with `+sentinel` or `+cluster`, as ioredis takes them. */
export function redisOptions(address: string): RedisOptions {
  if (/^rediss?\+sentinel:/.test(address)) return sentinelOptions(address);
  if (/^rediss?\+cluster:/.test(address)) return clusterOptions(address);
  const url = new URL(address);
  const database = url.pathname.slice(1);
  return {
    host: url.hostname,
    port: Number(url.port || 6379),
    ...(url.username === '' ? {} : { username: decodeURIComponent(url.username) }),
    ...(url.password === '' ? {} : { password: decodeURIComponent(url.password) }),
    ...(database === '' ? {} : { db: Number(database) }),
    ...(url.protocol === 'rediss:' ? { tls: {} } : {}),
    disconnectTimeout: CLOSING_MS,
    reconnectOnError,
    retryStrategy,
  };
}

/**
 * `redis+sentinel://[user:password@]s1,s2:26380/master[/db]`: the Sentinels are asked which server is the master at every
 * connection, and tell when another one becomes it. The password is that of Redis; Sentinels are asked without one.
 */
function sentinelOptions(address: string): RedisOptions {
  const parts = serverAddress(address, 26_379);
  if (parts === undefined) throw new TypeError('not the address of Sentinels');
  const [name = '', database = ''] = parts.path.split('/');
  return {
    sentinels: parts.hosts.map(({ host, port }) => ({ host, port })),
    name,
    ...credentialsOf(parts),
    ...(database === '' ? {} : { db: Number(database) }),
    ...(parts.scheme.startsWith('rediss') ? { tls: {}, enableTLSForSentinelMode: true } : {}),
    connectTimeout: SENTINEL_MS,
    sentinelCommandTimeout: SENTINEL_MS,
    disconnectTimeout: CLOSING_MS,
    failoverDetector: true,
    reconnectOnError,
    sentinelRetryStrategy: retryStrategy,
    retryStrategy,
  };
}

/**
 * `redis+cluster://[user:password@]r1,r2:6380[/name]`: the nodes are asked at every connection which of them is the master of
 * the slot that has the keys. The name takes the place of a database, of which a cluster has one.
 */
function clusterOptions(address: string): RedisOptions {
  const parts = serverAddress(address, 6379);
  if (parts === undefined) throw new TypeError('not the address of a Redis Cluster');
  const login = { ...credentialsOf(parts), ...(parts.scheme.startsWith('rediss') ? { tls: {} } : {}) };
  // Bull's scripts use several keys at once, which have to be in one slot: braces name what the slot is computed from.
  const keyPrefix = `{${parts.path || 'bull'}}`;
  return {
    Connector: clusterConnector(slotMasterOf(address, () => new SlotMaster(parts.hosts, keyPrefix, login))),
    keyPrefix,
    ...login,
    connectTimeout: NODE_MS,
    disconnectTimeout: CLOSING_MS,
    // The node that answers so is not the master of the slot, or has lost the cluster.
    reconnectOnError: ({ message }) => /^(?:MOVED|CLUSTERDOWN) /.test(message),
    retryStrategy,
  };
}

/** By address, of which a process has one: its queues ask the nodes together. */
const slotMasters = new Map<string, SlotMaster>();

function slotMasterOf(address: string, make: () => SlotMaster): SlotMaster {
  const slotMaster = slotMasters.get(address) ?? make();
  slotMasters.set(address, slotMaster);
  return slotMaster;
}

function credentialsOf({ username, password }: ServerAddress): Pick<RedisOptions, 'username' | 'password'> {
  return { ...(username === '' ? {} : { username }), ...(password === '' ? {} : { password }) };
}

/**
 * Options of a producer: a command to a Redis that is away fails at its first retry, and one that hangs after half a
 * second. Only for producers: a command time-out breaks the blocking reads of a consumer.
 */
export function producerOptions(address: string): RedisOptions {
  return { ...redisOptions(address), maxRetriesPerRequest: 1, commandTimeout: 500 };
}
