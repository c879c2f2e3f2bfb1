import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Config, ConfigurationError, parseConfig } from './config';
import { environment } from './environment';
import { environmentExample } from './environment-example';
import { ANYTHING_GOES, BAD, firstBad } from '../../../test/support/bad-settings.table';

type Environment = Record<string, string>;

const DEFAULTS: Config = {
  inProduction: false,
  http: {
    host: '127.0.0.1',
    port: 3000,
    publicUrl: undefined,
    trustProxy: false,
    corsOrigins: [],
    keepAliveSeconds: 75,
    maxConnections: 4000,
    requestTimeoutSeconds: 30,
    unfinishedBodiesMib: 64,
    drainSeconds: 0,
    shutdownSeconds: 20,
  },
  database: {
    url: 'sqlite:data/store.sqlite',
    poolSize: 20,
    tls: false,
    embedded: true,
    replicas: { urls: [], maxLagSeconds: 5 },
  },
  redisUrl: undefined,
  files: { folder: 'data/files', deadlineSeconds: 15, bucket: undefined },
  access: {
    bootstrapToken: undefined,
    tokenSeconds: 3600,
    requestsPerMinute: 0,
    failedLoginsPerMinute: 30,
    storefrontTokensPerMinute: 60,
    storefrontCostPerMinute: 1200,
    customerTokenSeconds: 86_400,
    passwordResetSeconds: 3600,
  },
  console: { isOn: true, folder: resolve('dist/console') },
  secretsKeys: [],
  store: {
    timeZone: 'UTC',
    orderTransitions: 'default',
    pricesIncludeTax: false,
    salePrice: 'charge',
    shipsDue: false,
    orderNumber: undefined,
  },
  payments: { deadlineSeconds: 15, areTestsTaken: true, gatewayUrls: {} },
  webhooks: {
    allowedNetworks: ['127.0.0.0/8', '::1/128'],
    nameServers: [],
    schedule: [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400],
    deadlineSeconds: 15,
    leaseSeconds: 60,
    concurrency: 64,
    concurrencyEach: 4,
    limit: 1000,
  },
  retention: { eventDays: 30, attemptDays: 30, cartDays: 30, idempotencyHours: 24, expiredTokenDays: 1 },
  upkeepLoadPercent: 20,
  metrics: { host: undefined, port: undefined, onApi: false },
  tracing: { endpoint: undefined, headers: {}, serviceName: 'storekeeper', ratio: 1, delayMs: 5000 },
  logLevel: 'info',
};

const TOKEN = 'x'.repeat(32);
const KEY = Buffer.alloc(32, 7).toString('base64');
const OLD_KEY = Buffer.alloc(32, 8).toString('base64');
const MARIA = { DATABASE_URL: 'mariadb://store:secret@db:3306/store', SECRETS_KEY: KEY };

function faultsOf(env: Environment): readonly string[] {
  try {
    parseConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.faults;
    throw error;
  }
}

describe('parseConfig', () => {
  it('has a default for everything', () => {
    expect(parseConfig({})).toEqual(DEFAULTS);
  });

  it('takes empty and blank text for not set', () => {
    const blank = Object.keys(environment).map((name, at) => [name, at % 2 ? '' : '  ']);
    expect(parseConfig(Object.fromEntries(blank) as Environment)).toEqual(DEFAULTS);
  });

  it.each<[string, Environment, object]>([
    ['HOST', { HOST: '0.0.0.0' }, { http: { ...DEFAULTS.http, host: '0.0.0.0' } }],
    ['PORT', { PORT: '0' }, { http: { ...DEFAULTS.http, port: 0 } }],
    [
      'PUBLIC_URL',
      { PUBLIC_URL: 'https://a.example/v//' },
      { http: { ...DEFAULTS.http, publicUrl: 'https://a.example/v' } },
    ],
    ['TRUST_PROXY', { TRUST_PROXY: 'true' }, { http: { ...DEFAULTS.http, trustProxy: true } }],
    [
      'CORS_ORIGINS',
      { CORS_ORIGINS: 'https://a.example, http://localhost:8080,' },
      { http: { ...DEFAULTS.http, corsOrigins: ['https://a.example', 'http://localhost:8080'] } },
    ],
    ['FILES_DIR', { FILES_DIR: '/srv/files' }, { files: { ...DEFAULTS.files, folder: '/srv/files' } }],
    [
      'FILES_BUCKET of AWS, with credentials that its SDK finds',
      { FILES_BUCKET: 'pictures', FILES_REGION: 'eu-west-1', FILES_DEADLINE_SECONDS: '5' },
      {
        files: {
          folder: 'data/files',
          deadlineSeconds: 5,
          bucket: { name: 'pictures', endpoint: undefined, region: 'eu-west-1', credentials: undefined },
        },
      },
    ],
    [
      'FILES_BUCKET of another service',
      {
        FILES_BUCKET: 'pictures',
        FILES_ENDPOINT: 'http://minio:9000/',
        FILES_ACCESS_KEY_ID: 'store',
        FILES_SECRET_ACCESS_KEY: 'hidden',
      },
      {
        files: {
          ...DEFAULTS.files,
          bucket: {
            name: 'pictures',
            endpoint: 'http://minio:9000',
            region: 'us-east-1',
            credentials: { accessKeyId: 'store', secretAccessKey: 'hidden' },
          },
        },
      },
    ],
    ['DATABASE_TLS', { DATABASE_TLS: 'true' }, { database: { ...DEFAULTS.database, tls: true } }],
    ['KEEP_ALIVE_SECONDS', { KEEP_ALIVE_SECONDS: '6' }, { http: { ...DEFAULTS.http, keepAliveSeconds: 6 } }],
    ['MAX_CONNECTIONS', { MAX_CONNECTIONS: '9' }, { http: { ...DEFAULTS.http, maxConnections: 9 } }],
    [
      'REQUEST_TIMEOUT_SECONDS',
      { REQUEST_TIMEOUT_SECONDS: '9' },
      { http: { ...DEFAULTS.http, requestTimeoutSeconds: 9 } },
    ],
    ['UNFINISHED_BODIES_MIB', { UNFINISHED_BODIES_MIB: '9' }, { http: { ...DEFAULTS.http, unfinishedBodiesMib: 9 } }],
    [
      'STOREFRONT_COST_PER_MINUTE',
      { STOREFRONT_COST_PER_MINUTE: '0' },
      { access: { ...DEFAULTS.access, storefrontCostPerMinute: 0 } },
    ],
    [
      'STOREFRONT_TOKENS_PER_MINUTE',
      { STOREFRONT_TOKENS_PER_MINUTE: '5' },
      { access: { ...DEFAULTS.access, storefrontTokensPerMinute: 5 } },
    ],
    ['DRAIN_SECONDS', { DRAIN_SECONDS: '5' }, { http: { ...DEFAULTS.http, drainSeconds: 5 } }],
    ['SHUTDOWN_SECONDS', { SHUTDOWN_SECONDS: '0' }, { http: { ...DEFAULTS.http, shutdownSeconds: 0 } }],
    [
      'DATABASE_URL',
      { DATABASE_URL: 'sqlite:a b.db' },
      { database: { ...DEFAULTS.database, url: 'sqlite:a b.db' }, files: { ...DEFAULTS.files, folder: 'files' } },
    ],
    [
      'DATABASE_URL of a server: nothing but public addresses for webhooks',
      { DATABASE_URL: 'mysql://db/store', DATABASE_POOL_SIZE: '5', SECRETS_KEY: KEY },
      {
        database: { ...DEFAULTS.database, url: 'mysql://db/store', poolSize: 5, embedded: false },
        secretsKeys: [KEY],
        webhooks: { ...DEFAULTS.webhooks, allowedNetworks: [] },
      },
    ],
    [
      'REDIS_URL',
      { ...MARIA, REDIS_URL: 'rediss://redis:6379' },
      {
        database: { ...DEFAULTS.database, url: MARIA.DATABASE_URL, embedded: false },
        secretsKeys: [KEY],
        webhooks: { ...DEFAULTS.webhooks, allowedNetworks: [] },
        redisUrl: 'rediss://redis:6379',
      },
    ],
    [
      'DATABASE_URL with commas in user and password, and REDIS_URL of Sentinels',
      { ...MARIA, DATABASE_URL: 'mariadb://u,v:p,w@db1:3307/store', REDIS_URL: 'redis+sentinel://s1,s2/store/1' },
      {
        database: { ...DEFAULTS.database, url: 'mariadb://u,v:p,w@db1:3307/store', embedded: false },
        secretsKeys: [KEY],
        webhooks: { ...DEFAULTS.webhooks, allowedNetworks: [] },
        redisUrl: 'redis+sentinel://s1,s2/store/1',
      },
    ],
    ['BOOTSTRAP_TOKEN', { BOOTSTRAP_TOKEN: TOKEN }, { access: { ...DEFAULTS.access, bootstrapToken: TOKEN } }],
    ['CONSOLE', { CONSOLE: 'off' }, { console: { ...DEFAULTS.console, isOn: false } }],
    ['SECRETS_KEY', { SECRETS_KEY: KEY }, { secretsKeys: [KEY] }],
    ['SECRETS_KEY with an older one', { SECRETS_KEY: `${KEY}, ${OLD_KEY}` }, { secretsKeys: [KEY, OLD_KEY] }],
    ['ACCESS_TOKEN_SECONDS', { ACCESS_TOKEN_SECONDS: '60' }, { access: { ...DEFAULTS.access, tokenSeconds: 60 } }],
    ['RATE_LIMIT_PER_MINUTE', { RATE_LIMIT_PER_MINUTE: '9' }, { access: { ...DEFAULTS.access, requestsPerMinute: 9 } }],
    [
      'LOGIN_LIMIT_PER_MINUTE',
      { LOGIN_LIMIT_PER_MINUTE: '1' },
      { access: { ...DEFAULTS.access, failedLoginsPerMinute: 1 } },
    ],
    [
      'STORE_TIME_ZONE',
      { STORE_TIME_ZONE: 'Europe/London' },
      { store: { ...DEFAULTS.store, timeZone: 'Europe/London' } },
    ],
    ['SALE_PRICE', { SALE_PRICE: 'show' }, { store: { ...DEFAULTS.store, salePrice: 'show' } }],
    ['PRICES_INCLUDE_TAX', { PRICES_INCLUDE_TAX: '1' }, { store: { ...DEFAULTS.store, pricesIncludeTax: true } }],
    ['ORDER_SHIP_DUE', { ORDER_SHIP_DUE: '1' }, { store: { ...DEFAULTS.store, shipsDue: true } }],
    [
      'ORDER_TRANSITIONS',
      { ORDER_TRANSITIONS: 'strict' },
      { store: { ...DEFAULTS.store, orderTransitions: 'strict' } },
    ],
    [
      'ORDER_NUMBER',
      { ORDER_NUMBER: 'SK-{seq:6}' },
      { store: { ...DEFAULTS.store, orderNumber: { before: 'SK-', digits: 6, after: '' } } },
    ],
    [
      'WEBHOOK_ALLOWED_NETWORKS',
      { WEBHOOK_ALLOWED_NETWORKS: '10.1.0.0/16, fd00::/8' },
      { webhooks: { ...DEFAULTS.webhooks, allowedNetworks: ['10.1.0.0/16', 'fd00::/8'] } },
    ],
    [
      'WEBHOOK_NAME_SERVERS',
      { WEBHOOK_NAME_SERVERS: '10.0.0.53, ::1, 127.0.0.1:5353,[::1]:53' },
      { webhooks: { ...DEFAULTS.webhooks, nameServers: ['10.0.0.53', '::1', '127.0.0.1:5353', '[::1]:53'] } },
    ],
    ['WEBHOOK_SCHEDULE', { WEBHOOK_SCHEDULE: '0, 60' }, { webhooks: { ...DEFAULTS.webhooks, schedule: [0, 60] } }],
    [
      'WEBHOOK_DEADLINE_SECONDS and _LEASE',
      { WEBHOOK_DEADLINE_SECONDS: '20', WEBHOOK_LEASE_SECONDS: '30' },
      { webhooks: { ...DEFAULTS.webhooks, deadlineSeconds: 20, leaseSeconds: 30 } },
    ],
    ['WEBHOOK_CONCURRENCY', { WEBHOOK_CONCURRENCY: '4' }, { webhooks: { ...DEFAULTS.webhooks, concurrency: 4 } }],
    [
      'WEBHOOK_CONCURRENCY_EACH',
      { WEBHOOK_CONCURRENCY_EACH: '64' },
      { webhooks: { ...DEFAULTS.webhooks, concurrencyEach: 64 } },
    ],
    [
      'EVENT_RETENTION_DAYS, for attempts too',
      { EVENT_RETENTION_DAYS: '7' },
      { retention: { ...DEFAULTS.retention, eventDays: 7, attemptDays: 7 } },
    ],
    [
      'ATTEMPT_RETENTION_DAYS',
      { ATTEMPT_RETENTION_DAYS: '1' },
      { retention: { ...DEFAULTS.retention, attemptDays: 1 } },
    ],
    ['CART_RETENTION_DAYS', { CART_RETENTION_DAYS: '1' }, { retention: { ...DEFAULTS.retention, cartDays: 1 } }],
    [
      'IDEMPOTENCY_RETENTION_HOURS',
      { IDEMPOTENCY_RETENTION_HOURS: '48' },
      { retention: { ...DEFAULTS.retention, idempotencyHours: 48 } },
    ],
    [
      'EXPIRED_TOKEN_RETENTION_DAYS',
      { EXPIRED_TOKEN_RETENTION_DAYS: '3' },
      { retention: { ...DEFAULTS.retention, expiredTokenDays: 3 } },
    ],
    ['UPKEEP_LOAD_PERCENT', { UPKEEP_LOAD_PERCENT: '100' }, { upkeepLoadPercent: 100 }],
    ['METRICS_PORT', { METRICS_PORT: '9464' }, { metrics: { host: undefined, port: 9464, onApi: false } }],
    ['METRICS_HOST', { METRICS_HOST: '10.0.0.5' }, { metrics: { host: '10.0.0.5', port: undefined, onApi: false } }],
    ['METRICS_ON_API', { METRICS_ON_API: '1' }, { metrics: { host: undefined, port: undefined, onApi: true } }],
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT and what goes with it',
      {
        OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example/otlp/',
        OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b, x-scope=shop',
        OTEL_SERVICE_NAME: 'shop',
        OTEL_TRACES_SAMPLER_ARG: '0.25',
        OTEL_BSP_SCHEDULE_DELAY: '100',
      },
      {
        tracing: {
          endpoint: 'https://collector.example/otlp',
          headers: { 'api-key': 'a b', 'x-scope': 'shop' },
          serviceName: 'shop',
          ratio: 0.25,
          delayMs: 100,
        },
      },
    ],
    ['LOG_LEVEL', { LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
  ])('takes %s', (_, env, changes) => {
    expect(parseConfig(env)).toEqual({ ...DEFAULTS, ...changes });
  });

  it.each(
    Object.entries(BAD).flatMap(([name, texts]) => texts.map(([text, message]) => [name, text, message] as const)),
  )('refuses %s=%s', (name, text, message) => {
    expect(faultsOf({ [name]: text })).toEqual([`${name} ${message}`]);
  });

  it('has a bad value of every setting above', () => {
    expect([...Object.keys(BAD), ...ANYTHING_GOES].sort()).toEqual(Object.keys(environment).sort());
  });

  it('refuses a queue server beside a database for one process', () => {
    expect(faultsOf({ FILES_BUCKET: 'pictures', FILES_ACCESS_KEY_ID: 'store' })).toEqual([
      'FILES_ACCESS_KEY_ID and FILES_SECRET_ACCESS_KEY must be set together',
    ]);
    expect(faultsOf({ FILES_ENDPOINT: 'http://minio:9000' })).toEqual([
      'FILES_ENDPOINT and FILES_ACCESS_KEY_ID need FILES_BUCKET: the name of a bucket',
    ]);
    const fault = 'REDIS_URL needs a MySQL or MariaDB DATABASE_URL: a SQLite file serves one process only';
    expect(faultsOf({ REDIS_URL: 'redis://redis:6379' })).toEqual([fault]);
    expect(faultsOf({ REDIS_URL: 'redis://redis:6379', ...MARIA })).toEqual([]);
    expect(faultsOf({ REDIS_URL: 'redis://redis:6379', DATABASE_URL: 'oracle' })).toEqual([
      'DATABASE_URL must be sqlite:<path>, mysql://… or mariadb://…',
    ]);
  });

  it('refuses replicas of a file', () => {
    const DATABASE_REPLICA_URL = 'mariadb://reader:a,b@r1/store, mysql://[::1]:3307/store';
    expect(faultsOf({ DATABASE_REPLICA_URL })).toEqual([
      'DATABASE_REPLICA_URL needs a MySQL or MariaDB DATABASE_URL: a SQLite file has no replicas',
    ]);
    const { database } = parseConfig({ ...MARIA, DATABASE_REPLICA_URL, DATABASE_REPLICA_MAX_LAG: '30' });
    const urls = ['mariadb://reader:a,b@r1/store', 'mysql://[::1]:3307/store'];
    expect(database.replicas).toEqual({ urls, maxLagSeconds: 30 });
  });

  it('refuses the primary as its own replica, the same replica twice, and a lag of none', () => {
    const faultsOfReplicas = (DATABASE_REPLICA_URL: string) => faultsOf({ ...MARIA, DATABASE_REPLICA_URL });
    expect(faultsOfReplicas('mysql://reader:x@DB/shop')).toEqual([
      'DATABASE_REPLICA_URL must not name the host and port of DATABASE_URL: the primary is no replica of itself',
    ]);
    expect(faultsOfReplicas('mariadb://reader@r1/store,mariadb://other@r1:3306/store')).toEqual([
      'DATABASE_REPLICA_URL must not name the same host and port twice',
    ]);
    expect(faultsOfReplicas('mariadb://reader@db:3307/store,mariadb://reader@r1/store')).toEqual([]);
    expect(faultsOf({ ...MARIA, DATABASE_REPLICA_MAX_LAG: '10' })).toEqual([
      'DATABASE_REPLICA_MAX_LAG needs DATABASE_REPLICA_URL: without replicas it limits nothing',
    ]);
  });

  it('demands a key for secrets with a database that may be shared', () => {
    expect(faultsOf({ DATABASE_URL: MARIA.DATABASE_URL })).toEqual([
      'SECRETS_KEY is required with MySQL or MariaDB; make one: openssl rand -base64 32',
    ]);
  });

  it('names every fault at once, contradictions included', () => {
    const env = { ...firstBad(), DATABASE_URL: 'sqlite:x', REDIS_URL: 'redis://redis:6379' };
    const names = faultsOf(env).map((fault) => fault.split(' ', 1)[0]);
    expect(names.sort()).toEqual(
      Object.keys(BAD)
        .filter((name) => name !== 'DATABASE_URL')
        .sort(),
    );
    const all = `${names.length} fault\\(s\\):\\n(?: {2}- .+\\n?){${names.length}}`;
    expect(() => parseConfig(env)).toThrow(new RegExp(`^The configuration has ${all}$`));
  });

  it('says no secret in its faults', () => {
    const secrets = {
      DATABASE_URL: 'postgres://store:hunter2secret@db/store',
      REDIS_URL: 'redis+sentinel://:hunter2secret@redis',
      BOOTSTRAP_TOKEN: 'hunter2secret',
      SECRETS_KEY: 'hunter2secret',
      OTEL_EXPORTER_OTLP_HEADERS: 'key=hunter2secret%',
    };
    expect(faultsOf(secrets)).toHaveLength(5);
    expect(faultsOf(secrets).join('\n')).not.toContain('hunter2secret');
  });
});

describe('.env.example', () => {
  const file = resolve(__dirname, '../../../.env.example');

  it('is what the settings say', () => {
    expect(readFileSync(file, 'utf8')).toBe(environmentExample());
  });

  it('names every setting once, with its default where it has one', () => {
    const lines = [...environmentExample().matchAll(/^# ([A-Z_]+)=(.*)$/gm)].map(([, name = '', text = '']) => [
      name,
      text,
    ]);
    expect(lines.map(([name]) => name)).toEqual(Object.keys(environment));
    const { CORS_ORIGINS: _, DATABASE_REPLICA_URL: __, ...settings } = Object.fromEntries(lines) as Environment;
    const withDefault = Object.entries(environment).filter(([, { default: value }]) => value !== undefined);
    const given = withDefault.map(([name]) => [name, settings[name] ?? '']);
    expect(parseConfig(Object.fromEntries(given) as Environment)).toEqual(DEFAULTS);
  });
});
