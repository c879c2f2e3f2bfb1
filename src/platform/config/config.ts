import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { type CleanedEnv, customCleanEnv } from 'envalid';
import { PACKAGE_FOLDER } from '../package-folder';
import { contradictions } from './contradictions';
import { environment } from './environment';
import { misspeltSettings } from './misspelt-settings';

/** The environment as its validators read it. */
type Environment = CleanedEnv<typeof environment>;
type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;

/** The settings of a process, parsed and checked once at its start. Their types are those of the validators in environment.ts. */
export type Config = Frozen<ReturnType<typeof configOf>>;

/** Injection token of {@link Config}. */
export const CONFIG = Symbol('CONFIG');

/** Lists every fault of the configuration at once, so that the operator can fix all of them before the next start. */
export class ConfigurationError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`The configuration has ${faults.length} fault(s):\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigurationError';
  }
}

/** Without this error, a production store whose DATABASE_URL was forgotten would start with an empty database. */
const databaseRequired = (nodeEnv: string): string =>
  `DATABASE_URL is required with NODE_ENV=${nodeEnv}: mariadb://user:password@host:3306/store, or sqlite:data/store.sqlite for the embedded database`;

/** Values of NODE_ENV, or none, with which the store may open a database that was not named. With all others, such as `prod`, it is in production. */
const DEVELOPMENT = [undefined, 'development', 'test'];

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
  faults.push(...contradictions(read), ...misspeltSettings(Object.keys(given), Object.keys(environment)));
  const nodeEnv = given['NODE_ENV'];
  const inProduction = !DEVELOPMENT.includes(nodeEnv);
  if (inProduction && given['DATABASE_URL'] === undefined) faults.push(databaseRequired(nodeEnv ?? ''));
  if (faults.length > 0) throw new ConfigurationError(faults);
  return configOf(read, inProduction);
}

function configOf(read: Environment, inProduction: boolean) {
  /** Whether the store runs on its own SQLite file, with everything in one process. */
  const embedded = read.DATABASE_URL.startsWith('sqlite:');
  return {
    /** Whether standard output may be kept: no secret is printed. */
    inProduction,
    http: httpSettings(read),
    database: {
      url: read.DATABASE_URL,
      poolSize: read.DATABASE_POOL_SIZE,
      tls: read.DATABASE_TLS,
      embedded,
      /** Addresses of replicas, none by default, and the most that one may lag. */
      replicas: { urls: read.DATABASE_REPLICA_URL, maxLagSeconds: read.DATABASE_REPLICA_MAX_LAG },
    },
    redisUrl: read.REDIS_URL,
    files: fileSettings(read),
    access: accessSettings(read),
    console: { isOn: read.CONSOLE, folder: join(PACKAGE_FOLDER, 'dist', 'console') },
    /** The key that seals, then older ones that still open; none: the embedded store makes its own. */
    secretsKeys: read.SECRETS_KEY,
    store: {
      timeZone: read.STORE_TIME_ZONE,
      orderTransitions: read.ORDER_TRANSITIONS,
      pricesIncludeTax: read.PRICES_INCLUDE_TAX,
      /** Whether carts charge sale prices, or products only show them. */
      salePrice: read.SALE_PRICE,
      shipsDue: read.ORDER_SHIP_DUE,
      orderNumber: read.ORDER_NUMBER,
    },
    webhooks: webhookSettings(read, embedded),
    payments: {
      /** Longest wait of a request for a payment provider. */
      deadlineSeconds: read.PAYMENT_DEADLINE_SECONDS,
      /** Whether gateways that move no money take payments. */
      areTestsTaken: read.TEST_PAYMENTS || !inProduction,
      /** Addresses by gateway, in place of the provider's own. */
      gatewayUrls: read.GATEWAY_URLS ?? {},
    },
    retention: retentionSettings(read),
    upkeepLoadPercent: read.UPKEEP_LOAD_PERCENT,
    /** `port` undefined: no listener of its own. */
    metrics: { host: read.METRICS_HOST, port: read.METRICS_PORT, onApi: read.METRICS_ON_API },
    tracing: tracingSettings(read),
    logLevel: read.LOG_LEVEL,
  };
}

function httpSettings(read: Environment) {
  return {
    host: read.HOST,
    port: read.PORT,
    /** Base of links in responses, without a trailing slash; undefined: taken from each request. */
    publicUrl: read.PUBLIC_URL,
    trustProxy: read.TRUST_PROXY,
    corsOrigins: read.CORS_ORIGINS,
    keepAliveSeconds: read.KEEP_ALIVE_SECONDS,
    /** Connections open at once. */
    maxConnections: read.MAX_CONNECTIONS,
    /** Longest time in which a request may arrive. */
    requestTimeoutSeconds: read.REQUEST_TIMEOUT_SECONDS,
    /** Memory that all unfinished bodies share. */
    unfinishedBodiesMib: read.UNFINISHED_BODIES_MIB,
    drainSeconds: read.DRAIN_SECONDS,
    shutdownSeconds: read.SHUTDOWN_SECONDS,
  };
}

function fileSettings(read: Environment) {
  const { FILES_ACCESS_KEY_ID: accessKeyId, FILES_SECRET_ACCESS_KEY: secretAccessKey } = read;
  return {
    folder: read.FILES_DIR ?? besideDatabase(read.DATABASE_URL),
    /** Longest wait of a request for the bucket. */
    deadlineSeconds: read.FILES_DEADLINE_SECONDS,
    /** Undefined: files are stored in the folder. */
    bucket:
      read.FILES_BUCKET === undefined
        ? undefined
        : {
            name: read.FILES_BUCKET,
            endpoint: read.FILES_ENDPOINT,
            region: read.FILES_REGION,
            /** Undefined: those that the SDK finds. */
            credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
          },
  };
}

/** The folder of files when none is named. A database in memory has no folder to be beside. */
function besideDatabase(url: string): string {
  if (!url.startsWith('sqlite:')) return join('data', 'files');
  const path = url.slice('sqlite:'.length);
  return path === ':memory:' ? join(tmpdir(), 'storekeeper-files') : join(dirname(path), 'files');
}

function accessSettings(read: Environment) {
  return {
    bootstrapToken: read.BOOTSTRAP_TOKEN,
    tokenSeconds: read.ACCESS_TOKEN_SECONDS,
    /** Requests of one client in one process; 0: unlimited. */
    requestsPerMinute: read.RATE_LIMIT_PER_MINUTE,
    failedLoginsPerMinute: read.LOGIN_LIMIT_PER_MINUTE,
    storefrontTokensPerMinute: read.STOREFRONT_TOKENS_PER_MINUTE,
    /** 0: unlimited. */
    storefrontCostPerMinute: read.STOREFRONT_COST_PER_MINUTE,
    customerTokenSeconds: read.CUSTOMER_TOKEN_SECONDS,
    passwordResetSeconds: read.PASSWORD_RESET_SECONDS,
  };
}

function webhookSettings(read: Environment, embedded: boolean) {
  return {
    allowedNetworks: read.WEBHOOK_ALLOWED_NETWORKS ?? (embedded ? LOOPBACK : []),
    /** IP addresses, with or without a port; empty: those of the machine. */
    nameServers: read.WEBHOOK_NAME_SERVERS ?? [],
    /** Maximum number of webhooks. */
    limit: read.WEBHOOK_LIMIT,
    /** Seconds before each attempt. */
    schedule: read.WEBHOOK_SCHEDULE,
    deadlineSeconds: read.WEBHOOK_DEADLINE_SECONDS,
    leaseSeconds: read.WEBHOOK_LEASE_SECONDS,
    /** Attempts under way at once in a process. */
    concurrency: read.WEBHOOK_CONCURRENCY,
    /** Attempts under way at once in a process for one webhook. */
    concurrencyEach: read.WEBHOOK_CONCURRENCY_EACH,
  };
}

function retentionSettings(read: Environment) {
  return {
    eventDays: read.EVENT_RETENTION_DAYS,
    attemptDays: read.ATTEMPT_RETENTION_DAYS ?? read.EVENT_RETENTION_DAYS,
    cartDays: read.CART_RETENTION_DAYS,
    /** Also how long a repeated request gets the stored response. */
    idempotencyHours: read.IDEMPOTENCY_RETENTION_HOURS,
    expiredTokenDays: read.EXPIRED_TOKEN_RETENTION_DAYS,
  };
}

function tracingSettings(read: Environment) {
  return {
    /** Base of the collector's address; undefined: nothing is traced. */
    endpoint: read.OTEL_EXPORTER_OTLP_ENDPOINT,
    /** For the collector; may hold its key. */
    headers: read.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    serviceName: read.OTEL_SERVICE_NAME,
    /** Share of the traces that start here that is kept, 0 to 1. */
    ratio: read.OTEL_TRACES_SAMPLER_ARG,
    /** Milliseconds between two batches of spans. */
    delayMs: read.OTEL_BSP_SCHEDULE_DELAY,
  };
}

/** Reads `.env` when there is one, then the environment, which wins. */
export function loadConfig(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return parseConfig(process.env);
}

/**
 * Reads the settings of one of several stores. The file wins over the environment, and must name the database: otherwise a variable of
 * the shell would make one store of all.
 * @throws ConfigurationError
 */
export function loadConfigFile(file: string): Config {
  const settings = parseEnv(readSettings(file));
  if (!settings['DATABASE_URL']?.trim())
    throw new ConfigurationError(['DATABASE_URL is required in the settings of one of several stores']);
  return parseConfig({ ...process.env, ...settings });
}

function readSettings(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigurationError([
      `the file cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    ]);
  }
}
