import { existsSync } from 'node:fs';
import { customCleanEnv } from 'envalid';
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
    readonly shutdownSeconds: number;
  };
  readonly database: {
    readonly url: string;
    readonly poolSize: number;
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
  readonly secretsKey: string | undefined;
  readonly store: {
    readonly timeZone: string;
    readonly orderTransitions: 'default' | 'free' | 'strict';
  };
  readonly webhooks: {
    readonly allowedNetworks: readonly string[];
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
  // Undefined when it is at fault itself: then it contradicts nothing.
  const embedded = (read.DATABASE_URL as string | undefined)?.startsWith('sqlite:') ?? false;
  if (embedded && read.REDIS_URL !== undefined) {
    faults.push('REDIS_URL needs a MySQL or MariaDB DATABASE_URL: a SQLite file serves one process only');
  }
  if (faults.length > 0) throw new ConfigurationError(faults);
  return {
    http: {
      host: read.HOST,
      port: read.PORT,
      publicUrl: read.PUBLIC_URL,
      trustProxy: read.TRUST_PROXY,
      corsOrigins: read.CORS_ORIGINS,
      shutdownSeconds: read.SHUTDOWN_SECONDS,
    },
    database: { url: read.DATABASE_URL, poolSize: read.DATABASE_POOL_SIZE, embedded },
    redisUrl: read.REDIS_URL,
    access: {
      bootstrapToken: read.BOOTSTRAP_TOKEN,
      tokenSeconds: read.ACCESS_TOKEN_SECONDS,
      requestsPerMinute: read.RATE_LIMIT_PER_MINUTE,
      failedLoginsPerMinute: read.LOGIN_LIMIT_PER_MINUTE,
    },
    secretsKey: read.SECRETS_KEY,
    store: {
      timeZone: read.STORE_TIME_ZONE,
      orderTransitions: read.ORDER_TRANSITIONS as Config['store']['orderTransitions'],
    },
    webhooks: { allowedNetworks: read.WEBHOOK_ALLOWED_NETWORKS ?? (embedded ? LOOPBACK : []) },
    logLevel: read.LOG_LEVEL,
  };
}

/** Reads `.env` when there is one, then the environment, which wins. */
export function loadConfig(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return parseConfig(process.env);
}
