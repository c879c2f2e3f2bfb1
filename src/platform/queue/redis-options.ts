import { type QueueOptions } from 'bull';

/** Options of ioredis, as Bull takes them. */
export type RedisOptions = Exclude<QueueOptions['redis'], string | undefined>;

/** Bull's own waits grow to 20 s, by which wake-ups would stay away after Redis is back. */
const LONGEST_RECONNECT_MS = 1_000;
/** How long a connection that was ended may take to close. ioredis waits 2 s, also for one that never opened. */
const CLOSING_MS = 100;

/** The parts of a `redis://` or `rediss://` address, as ioredis takes them. */
export function redisOptions(address: string): RedisOptions {
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
    retryStrategy: (times: number) => Math.min(times * 100, LONGEST_RECONNECT_MS),
  };
}

/**
 * Options of a producer: a command to a Redis that is away fails at its first retry, and one that hangs after half a
 * second. Only for producers: a command time-out breaks the blocking reads of a consumer.
 */
export function producerOptions(address: string): RedisOptions {
  return { ...redisOptions(address), maxRetriesPerRequest: 1, commandTimeout: 500 };
}
