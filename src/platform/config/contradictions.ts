import { databaseSettings } from './database-settings';
import { serverAddress } from './server-address';

/** Settings that can contradict each other; undefined for an invalid one, which contradicts nothing. */
export interface Related {
  readonly DATABASE_URL?: string;
  readonly DATABASE_REPLICA_URL?: string[];
  readonly DATABASE_REPLICA_MAX_LAG?: number;
  readonly REDIS_URL?: string | undefined;
  readonly SECRETS_KEY?: string[];
  readonly FILES_BUCKET?: string | undefined;
  readonly FILES_ENDPOINT?: string | undefined;
  readonly FILES_ACCESS_KEY_ID?: string | undefined;
  readonly FILES_SECRET_ACCESS_KEY?: string | undefined;
  readonly WEBHOOK_DEADLINE_SECONDS?: number;
  readonly WEBHOOK_LEASE_SECONDS?: number;
  readonly WEBHOOK_CONCURRENCY?: number;
  readonly WEBHOOK_CONCURRENCY_EACH?: number;
  readonly EVENT_RETENTION_DAYS?: number;
  readonly ATTEMPT_RETENTION_DAYS?: number | undefined;
}

/** Share of its delivery's lease that an attempt may take: it must end, and be recorded, well before the lease does. */
const DEADLINE_OF_LEASE = 2 / 3;

type Rule = readonly [isBroken: boolean, fault: string];

/** Returns the faults of settings that contradict each other. */
export function contradictions(read: Related): string[] {
  const {
    WEBHOOK_DEADLINE_SECONDS: deadline = 0,
    WEBHOOK_LEASE_SECONDS: lease = Infinity,
    WEBHOOK_CONCURRENCY_EACH: each = 0,
    WEBHOOK_CONCURRENCY: all = each,
  } = read;
  const rules: readonly Rule[] = [
    ...serverRules(read),
    ...replicaRules(read),
    ...bucketRules(read),
    [
      deadline > lease * DEADLINE_OF_LEASE,
      'WEBHOOK_DEADLINE_SECONDS must be at most two thirds of WEBHOOK_LEASE_SECONDS',
    ],
    [each > all, 'WEBHOOK_CONCURRENCY_EACH must not be above WEBHOOK_CONCURRENCY'],
    [isAttemptsLonger(read), 'ATTEMPT_RETENTION_DAYS must not be above EVENT_RETENTION_DAYS'],
  ];
  return rules.filter(([isBroken]) => isBroken).map(([, fault]) => fault);
}

function serverRules(read: Related): Rule[] {
  const isEmbedded = read.DATABASE_URL?.startsWith('sqlite:');
  return [
    [
      isEmbedded === true && read.REDIS_URL !== undefined,
      'REDIS_URL needs a MySQL or MariaDB DATABASE_URL: a SQLite file serves one process only',
    ],
    [
      isEmbedded === false && read.SECRETS_KEY?.length === 0,
      'SECRETS_KEY is required with MySQL or MariaDB; make one: openssl rand -base64 32',
    ],
  ];
}

function replicaRules({ DATABASE_URL: url = '', DATABASE_REPLICA_URL: replicas, ...read }: Related): Rule[] {
  const places = (replicas ?? []).map(placeOf);
  const { default: maxLag } = databaseSettings.DATABASE_REPLICA_MAX_LAG;
  return [
    [
      url.startsWith('sqlite:') && places.length > 0,
      'DATABASE_REPLICA_URL needs a MySQL or MariaDB DATABASE_URL: a SQLite file has no replicas',
    ],
    [
      places.includes(placeOf(url)),
      'DATABASE_REPLICA_URL must not name the host and port of DATABASE_URL: the primary is no replica of itself',
    ],
    [new Set(places).size < places.length, 'DATABASE_REPLICA_URL must not name the same host and port twice'],
    [
      replicas?.length === 0 && (read.DATABASE_REPLICA_MAX_LAG ?? maxLag) !== maxLag,
      'DATABASE_REPLICA_MAX_LAG needs DATABASE_REPLICA_URL: without replicas it limits nothing',
    ],
  ];
}

/** The host and the port of the server of a database, or the text itself. */
function placeOf(url: string): string {
  const [server] = serverAddress(url, 3306)?.hosts ?? [];
  return server === undefined ? url : `${server.host.toLowerCase()}:${server.port}`;
}

function bucketRules({ FILES_BUCKET: bucket, FILES_ENDPOINT: endpoint, ...read }: Related): Rule[] {
  const { FILES_ACCESS_KEY_ID: key, FILES_SECRET_ACCESS_KEY: secret } = read;
  return [
    [
      (key === undefined) !== (secret === undefined),
      'FILES_ACCESS_KEY_ID and FILES_SECRET_ACCESS_KEY must be set together',
    ],
    [
      bucket === undefined && (endpoint ?? key) !== undefined,
      'FILES_ENDPOINT and FILES_ACCESS_KEY_ID need FILES_BUCKET: the name of a bucket',
    ],
  ];
}

function isAttemptsLonger({ ATTEMPT_RETENTION_DAYS: attempts, EVENT_RETENTION_DAYS: events }: Related): boolean {
  return attempts !== undefined && events !== undefined && attempts > events;
}
