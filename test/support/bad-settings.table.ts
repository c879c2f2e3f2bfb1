import { NUMBER_PATTERN_FORM } from '../../src/kernel/number-pattern';
const NOT_ENCODED =
  'has a user or a password with a /, ?, # or % that is not percent-encoded: write %2F, %3F, %23 and %25 in their place';
/** Texts a setting may not have, and what is said about them. */
export const BAD: Record<string, [string, string][]> = {
  PORT: ['-1', '65536', '80.5', 'http', '1e3'].map((text) => [text, 'must be a port, 0 to 65535']),
  PUBLIC_URL: [
    ['shop.example', 'must be an http(s) address'],
    ['ftp://shop.example', 'must be an http(s) address'],
    ['/store', 'must be an http(s) address'],
    ['https://shop.example/?a=1', 'must be an address without a query (?) or a fragment (#)'],
    ['https://shop.example#a', 'must be an address without a query (?) or a fragment (#)'],
    ['https://shop.example?', 'must be an address without a query (?) or a fragment (#)'],
  ],
  FILES_ENDPOINT: [['s3.example', 'must be an http(s) address']],
  FILES_DEADLINE_SECONDS: ['0', '61', '1.5'].map((text) => [text, 'must be a whole number from 1 to 60']),
  TRUST_PROXY: [['maybe', 'Invalid bool input: "maybe"']],
  DATABASE_TLS: [['maybe', 'Invalid bool input: "maybe"']],
  CONSOLE: [['maybe', 'Invalid bool input: "maybe"']],
  TEST_PAYMENTS: [['maybe', 'Invalid bool input: "maybe"']],
  CORS_ORIGINS: [
    ['*', 'must name origins; * is not accepted'],
    ['https://a.example,*', 'must name origins; * is not accepted'],
    ['https://a.example/', 'https://a.example/ is not an origin such as https://shop.example'],
    ['https://a.example,b.example', 'b.example is not an origin such as https://shop.example'],
  ],
  DATABASE_URL: [
    ...['postgres://u:p@h/d', 'sqlite:', 'mysql:store', 'store.sqlite'].map((text): [string, string] => [
      text,
      'must be sqlite:<path>, mysql://… or mariadb://…',
    ]),
    ...['mysql://db', 'mariadb://store:secret@db:3306', 'mariadb://db:3306/', 'mysql://db/?ssl=true'].map(
      (text): [string, string] => [
        text,
        'must name a database after the host, as mariadb://store:secret@db:3306/store does',
      ],
    ),
    ...['mariadb://u:p@db1,db2:3307/store', 'mysql://db1,/store', 'mysql://u,v:p,w@db1:3306,db2/store'].map(
      (text): [string, string] => [
        text,
        'must name one host: put the proxy of deploy/proxy before a cluster and name the proxy',
      ],
    ),
    ...['mariadb://u:a/b@db:3306/store', 'mysql://u:a?b@db/store', 'mysql://u:100%@db/store', 'mysql://u:a'].map(
      (text): [string, string] => [text, NOT_ENCODED],
    ),
    ...['mysql://db/store?ssl=true', 'mariadb://u:p@db1,db2/store?sslmode=require'].map((text): [string, string] => [
      text,
      'takes no options after a ?; for TLS set DATABASE_TLS=true',
    ]),
  ],
  DATABASE_POOL_SIZE: ['0', '-1', '1.5', 'x'].map((text) => [text, 'must be a whole number of at least 1']),
  DATABASE_REPLICA_URL: [
    ...['sqlite:data/store.sqlite', 'postgres://u:p@h/d', 'mysql://', 'mariadb://a,b/store'].map(
      (text): [string, string] => [text, 'must be mysql://… or mariadb://…, several of them separated by commas'],
    ),
    ['mysql://a/store,mysql://u:p/w@b/store', NOT_ENCODED],
    ...['mysql://db', 'mysql://a/store,b', 'mysql://a/store,mysql://b/', 'mysql://a/store?ssl=true'].map(
      (text): [string, string] => [
        text,
        'must name a database after each host and no options, as mariadb://reader:secret@replica/store does',
      ],
    ),
  ],
  DATABASE_REPLICA_MAX_LAG: ['1', '31', '2.5'].map((text) => [text, 'must be a whole number from 2 to 30']),
  REDIS_URL: [
    ...['redis:6379', 'http://redis:6379'].map((text): [string, string] => [
      text,
      'must be redis://…, redis+sentinel://… or redis+cluster://…, or the same with rediss for TLS',
    ]),
    ...[
      'redis://:a/b@redis:6379',
      'redis://:a#b@redis',
      'redis://:a',
      'redis+sentinel://:a/b@s1,s2/store',
      'redis+cluster://:%@r1',
    ].map((text): [string, string] => [text, NOT_ENCODED]),
    ...['redis://redis/shop', 'rediss://redis:6379/1/2', 'redis://redis/-1'].map((text): [string, string] => [
      text,
      'must name a database by its number, as redis://redis:6379/1 does, or none',
    ]),
    ...['redis+sentinel://s1,s2', 'redis+sentinel://s1:0/store', 'rediss+sentinel://s1,s2/store/x'].map(
      (text): [string, string] => [
        text,
        'with Sentinel must be like redis+sentinel://:password@s1:26379,s2:26379/mymaster',
      ],
    ),
    ...['redis+cluster://r1,', 'redis+cluster://r1:0', 'rediss+cluster://r1,r2/3', 'redis+cluster://r1/a/b'].map(
      (text): [string, string] => [
        text,
        'with Cluster must be like redis+cluster://:password@r1:6379,r2:6379; after the nodes it takes no database but a name for its keys, such as /shop',
      ],
    ),
  ],
  BOOTSTRAP_TOKEN: ['x'.repeat(31), 'x'.repeat(256), `${'x'.repeat(20)} ${'x'.repeat(20)}`].map((text) => [
    text,
    'must be 32 to 255 characters without blanks; make one: openssl rand -hex 32',
  ]),
  SECRETS_KEY: [Buffer.alloc(31).toString('base64'), Buffer.alloc(33).toString('base64'), 'x'.repeat(44)].map(
    (text) => [text, 'must be 32 bytes as base64; make one: openssl rand -base64 32'],
  ),
  ACCESS_TOKEN_SECONDS: ['59', '-3600', '1h'].map((text) => [text, 'must be a whole number of at least 60']),
  RATE_LIMIT_PER_MINUTE: ['-1', '0.5'].map((text) => [text, 'must be a whole number of at least 0']),
  LOGIN_LIMIT_PER_MINUTE: ['0', 'many'].map((text) => [text, 'must be a whole number of at least 1']),
  STORE_TIME_ZONE: ['Mars/Olympus', 'GMT+25'].map((text) => [text, 'must be an IANA time zone, e.g. Europe/London']),
  ORDER_NUMBER: ['SK', 'A1{seq}', '{seq:13}'].map((bad) => [bad, `must be ${NUMBER_PATTERN_FORM}`]),
  ORDER_TRANSITIONS: [['loose', 'Value "loose" not in choices [default,free,strict]']],
  SALE_PRICE: [['hide', 'Value "hide" not in choices [charge,show]']],
  PAYMENT_DEADLINE_SECONDS: ['0', '61', '1.5'].map((text) => [text, 'must be a whole number from 1 to 60']),
  GATEWAY_URLS: [['stripe=a.example', 'must be slug=url pairs, e.g. stripe=http://127.0.0.1:12111']],
  WEBHOOK_ALLOWED_NETWORKS: ['10.0.0.1', '10.0.0.0/33', '999.1.1.1/8', '10/8', '::1/129', '10.0.0.0/8/8'].map(
    (text) => [text, `${text} is not a CIDR such as 10.0.0.0/8`],
  ),
  WEBHOOK_NAME_SERVERS: ['ns.example', '10.0.0.53:0', '10.0.0.53:65536', '[10.0.0.53]:53', '[::1'].map((text) => [
    text,
    `${text} is not an IP address such as 10.0.0.53 or [fd00::53]:5353`,
  ]),
  WEBHOOK_SCHEDULE: ['0,,5', '5 min', '-1'].map((text) => [
    text,
    'must be whole seconds separated by commas, such as 0,5,300',
  ]),
  WEBHOOK_DEADLINE_SECONDS: ['0', '41', 'x'].map((text) => [
    text,
    text === '41' ? 'must be at most two thirds of WEBHOOK_LEASE_SECONDS' : 'must be a whole number of at least 1',
  ]),
  WEBHOOK_LEASE_SECONDS: ['0', 'x'].map((text) => [text, 'must be a whole number of at least 1']),
  WEBHOOK_LIMIT: ['0', 'x'].map((text) => [text, 'must be a whole number of at least 1']),
  WEBHOOK_CONCURRENCY: ['0', '64.5'].map((text) => [text, 'must be a whole number of at least 1']),
  WEBHOOK_CONCURRENCY_EACH: [
    ['0', 'must be a whole number of at least 1'],
    ['65', 'must not be above WEBHOOK_CONCURRENCY'],
  ],
  EVENT_RETENTION_DAYS: ['0', '1 day'].map((text) => [text, 'must be a whole number of at least 1']),
  ATTEMPT_RETENTION_DAYS: [
    ['0', 'must be a whole number of at least 1'],
    ['31', 'must not be above EVENT_RETENTION_DAYS'],
  ],
  CART_RETENTION_DAYS: ['0', '1 day'].map((text) => [text, 'must be a whole number of at least 1']),
  IDEMPOTENCY_RETENTION_HOURS: ['23', '1 day'].map((text) => [text, 'must be a whole number of at least 24']),
  EXPIRED_TOKEN_RETENTION_DAYS: ['-1', '0.5'].map((text) => [text, 'must be a whole number of at least 0']),
  UPKEEP_LOAD_PERCENT: ['0', '101', '20%'].map((text) => [text, 'must be a whole number from 1 to 100']),
  METRICS_PORT: [['metrics', 'must be a port, 0 to 65535']],
  METRICS_ON_API: [['maybe', 'Invalid bool input: "maybe"']],
  ORDER_SHIP_DUE: [['later', 'Invalid bool input: "later"']],
  PRICES_INCLUDE_TAX: [['gross', 'Invalid bool input: "gross"']],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['collector:4318', 'grpc://collector'].map((text) => [
    text,
    'must be an http(s) address',
  ]),
  OTEL_EXPORTER_OTLP_HEADERS: ['key', '=value', 'a b=c', 'key=%', 'key=a b'].map((text) => [
    text,
    'must be name=value, separated by commas, the values percent-encoded',
  ]),
  OTEL_TRACES_SAMPLER_ARG: ['-1', '1.1', '2', 'half'].map((text) => [text, 'must be a number from 0 to 1']),
  OTEL_BSP_SCHEDULE_DELAY: ['0', '5s'].map((text) => [text, 'must be a whole number of at least 1']),
  LOG_LEVEL: [['loud', 'Value "loud" not in choices [trace,debug,info,warn,error,fatal,silent]']],
  KEEP_ALIVE_SECONDS: ['0', '1.5', '75s'].map((text) => [text, 'must be a whole number of at least 1']),
  MAX_CONNECTIONS: ['0', 'many'].map((text) => [text, 'must be a whole number of at least 1']),
  REQUEST_TIMEOUT_SECONDS: ['0', '30s'].map((text) => [text, 'must be a whole number of at least 1']),
  UNFINISHED_BODIES_MIB: ['0', '64MiB'].map((text) => [text, 'must be a whole number of at least 1']),
  CUSTOMER_TOKEN_SECONDS: ['59', '1.5', 'long'].map((text) => [text, 'must be a whole number of at least 60']),
  PASSWORD_RESET_SECONDS: ['59', '1.5', 'long'].map((text) => [text, 'must be a whole number of at least 60']),
  STOREFRONT_COST_PER_MINUTE: ['-1', '1.5', 'many'].map((text) => [text, 'must be a whole number of at least 0']),
  STOREFRONT_TOKENS_PER_MINUTE: ['0', '1.5', 'many'].map((text) => [text, 'must be a whole number of at least 1']),
  DRAIN_SECONDS: ['-1', '1.5', '5s'].map((text) => [text, 'must be a whole number of at least 0']),
  SHUTDOWN_SECONDS: ['-1', '1.5', '20s'].map((text) => [text, 'must be a whole number of at least 0']),
};
/** Any text is an address for all we know: the system says so when the API begins to listen. And any text is a name. */
export const ANYTHING_GOES = [
  'METRICS_HOST',
  'HOST',
  'OTEL_SERVICE_NAME',
  'FILES_DIR',
  'FILES_BUCKET',
  'FILES_REGION',
  'FILES_ACCESS_KEY_ID',
  'FILES_SECRET_ACCESS_KEY',
];

/** The first bad text of every setting. */
export function firstBad(): Record<string, string> {
  return Object.fromEntries(Object.entries(BAD).map(([name, [first]]) => [name, first?.[0] ?? '']));
}
