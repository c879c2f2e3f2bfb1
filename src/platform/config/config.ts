import { existsSync } from 'node:fs';
import { customCleanEnv } from 'envalid';
import { contradictions } from './contradictions';
import { environment } from './environment';

/** The settings of a process, parsed and checked once at its start. */
export interface Config {
  readonly http: {
    readonly host: string;
    readonly port: number;
    /** Base of links in answers, without a trailing slash; undefined: taken from each request. */
    readonly publicUrl: string | undefined;
    readonly trustProxy: boolean;
    readonly corsOrigins: readonly string[];
    /** How long an idle connection is kept. */
    readonly keepAliveSeconds: number;
    readonly shutdownSeconds: number;
  };
  readonly database: {
    readonly url: string;
    readonly poolSize: number;
    /** Whether connections to its server are encrypted. */
    readonly tls: boolean;
    /** Whether the store runs on its own SQLite file, with everything in one process. */
    readonly embedded: boolean;
  };
  readonly redisUrl: string | undefined;
  readonly access: {
    readonly bootstrapToken: string | undefined;
    readonly tokenSeconds: number;
    /** Requests per minute, client and process; 0: unlimited. */
    readonly requestsPerMinute: number;
    readonly failedLoginsPerMinute: number;
  };
  /** The key that seals, then older ones that still open; none: the embedded store makes its own. */
  readonly secretsKeys: readonly string[];
  readonly store: {
    readonly timeZone: string;
    readonly orderTransitions: 'default' | 'free' | 'strict';
  };
  readonly webhooks: {
    readonly allowedNetworks: readonly string[];
    /** Seconds before each try. */
    readonly schedule: readonly number[];
    readonly deadlineSeconds: number;
    /** How long a worker owns a delivery. */
    readonly leaseSeconds: number;
    /** Tries under way at once in a process, and of them for one webhook. */
    readonly concurrency: number;
    readonly concurrencyEach: number;
  };
  /** How long rows are kept that nobody needs any more. */
  readonly retention: {
    readonly eventDays: number;
    /** At most as long as events. */
    readonly attemptDays: number;
    readonly cartDays: number;
    /** Also how long a repeat of a request gets the stored answer. */
    readonly idempotencyHours: number;
    readonly expiredTokenDays: number;
  };
  /** The share of its time that upkeep may remove old rows in, 1 to 100. */
  readonly upkeepLoadPercent: number;
  readonly metrics: {
    /** undefined: no listener of its own. */
    readonly port: number | undefined;
    readonly onApi: boolean;
  };
  readonly tracing: {
    /** Base of the collector's address; undefined: nothing is traced. */
    readonly endpoint: string | undefined;
    /** For the collector; may hold its key. */
    readonly headers: Readonly<Record<string, string>>;
    readonly serviceName: string;
    /** Part of the traces begun here that is kept. */
    readonly ratio: number;
    /** Between two batches of spans. */
    readonly delayMs: number;
  };
  readonly logLevel: string;
}

/** Injection token of {@link Config}. */
export const CONFIG = Symbol('CONFIG');

/** Every fault of the configuration at once, so that one restart mends all. */
export class ConfigurationError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`The configuration has ${faults.length} fault(s):\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigurationError';
  }
}

/** Networks a webhook may reach on the embedded default, where the receiver under development is on the same machine. */
const LOOPBACK = ['127.0.0.0/8', '::1/128'];

/**
 * Parses an environment into the configuration.
 * @throws ConfigurationError naming every wrong or contradictory value
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = [];
  const given = Object.fromEntries(Object.entries(env).filter(([, text]) => text !== undefined && text.trim() !== ''));
  const read = customCleanEnv(given, environment, (cleaned) => cleaned, {
    reporter: ({ errors }) => {
      for (const [name, error] of Object.entries(errors)) faults.push(`${name} ${error?.message ?? 'is wrong'}`);
    },
  });
  faults.push(...contradictions(read));
  if (faults.length > 0) throw new ConfigurationError(faults);
  const embedded = read.DATABASE_URL.startsWith('sqlite:');
  return {
    http: {
      host: read.HOST,
      port: read.PORT,
      publicUrl: read.PUBLIC_URL,
      trustProxy: read.TRUST_PROXY,
      corsOrigins: read.CORS_ORIGINS,
      keepAliveSeconds: read.KEEP_ALIVE_SECONDS,
      shutdownSeconds: read.SHUTDOWN_SECONDS,
    },
    database: { url: read.DATABASE_URL, poolSize: read.DATABASE_POOL_SIZE, tls: read.DATABASE_TLS, embedded },
    redisUrl: read.REDIS_URL,
    access: accessSettings(read),
    secretsKeys: read.SECRETS_KEY,
    store: {
      timeZone: read.STORE_TIME_ZONE,
      orderTransitions: read.ORDER_TRANSITIONS as Config['store']['orderTransitions'],
    },
    webhooks: webhookSettings(embedded, read),
    retention: retentionSettings(read),
    upkeepLoadPercent: read.UPKEEP_LOAD_PERCENT,
    metrics: { port: read.METRICS_PORT, onApi: read.METRICS_ON_API },
    tracing: tracingSettings(read),
    logLevel: read.LOG_LEVEL,
  };
}

interface ReadAccess {
  readonly BOOTSTRAP_TOKEN: string | undefined;
  readonly ACCESS_TOKEN_SECONDS: number;
  readonly RATE_LIMIT_PER_MINUTE: number;
  readonly LOGIN_LIMIT_PER_MINUTE: number;
}

function accessSettings(read: ReadAccess): Config['access'] {
  return {
    bootstrapToken: read.BOOTSTRAP_TOKEN,
    tokenSeconds: read.ACCESS_TOKEN_SECONDS,
    requestsPerMinute: read.RATE_LIMIT_PER_MINUTE,
    failedLoginsPerMinute: read.LOGIN_LIMIT_PER_MINUTE,
  };
}

interface ReadWebhooks {
  readonly WEBHOOK_ALLOWED_NETWORKS: string[] | undefined;
  readonly WEBHOOK_SCHEDULE: number[];
  readonly WEBHOOK_DEADLINE_SECONDS: number;
  readonly WEBHOOK_LEASE_SECONDS: number;
  readonly WEBHOOK_CONCURRENCY: number;
  readonly WEBHOOK_CONCURRENCY_EACH: number;
}

function webhookSettings(embedded: boolean, read: ReadWebhooks): Config['webhooks'] {
  return {
    allowedNetworks: read.WEBHOOK_ALLOWED_NETWORKS ?? (embedded ? LOOPBACK : []),
    schedule: read.WEBHOOK_SCHEDULE,
    deadlineSeconds: read.WEBHOOK_DEADLINE_SECONDS,
    leaseSeconds: read.WEBHOOK_LEASE_SECONDS,
    concurrency: read.WEBHOOK_CONCURRENCY,
    concurrencyEach: read.WEBHOOK_CONCURRENCY_EACH,
  };
}

interface ReadRetention {
  readonly EVENT_RETENTION_DAYS: number;
  readonly ATTEMPT_RETENTION_DAYS: number | undefined;
  readonly CART_RETENTION_DAYS: number;
  readonly IDEMPOTENCY_RETENTION_HOURS: number;
  readonly EXPIRED_TOKEN_RETENTION_DAYS: number;
}

function retentionSettings(read: ReadRetention): Config['retention'] {
  return {
    eventDays: read.EVENT_RETENTION_DAYS,
    attemptDays: read.ATTEMPT_RETENTION_DAYS ?? read.EVENT_RETENTION_DAYS,
    cartDays: read.CART_RETENTION_DAYS,
    idempotencyHours: read.IDEMPOTENCY_RETENTION_HOURS,
    expiredTokenDays: read.EXPIRED_TOKEN_RETENTION_DAYS,
  };
}

interface ReadTracing {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT: string | undefined;
  readonly OTEL_EXPORTER_OTLP_HEADERS: Record<string, string> | undefined;
  readonly OTEL_SERVICE_NAME: string;
  readonly OTEL_TRACES_SAMPLER_ARG: number;
  readonly OTEL_BSP_SCHEDULE_DELAY: number;
}

function tracingSettings(read: ReadTracing): Config['tracing'] {
  return {
    endpoint: read.OTEL_EXPORTER_OTLP_ENDPOINT,
    headers: read.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    serviceName: read.OTEL_SERVICE_NAME,
    ratio: read.OTEL_TRACES_SAMPLER_ARG,
    delayMs: read.OTEL_BSP_SCHEDULE_DELAY,
  };
}

/** Reads `.env` when there is one, then the environment, which wins. */
export function loadConfig(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return parseConfig(process.env);
}
