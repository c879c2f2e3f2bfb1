import { bool, str, type ValidatorSpec } from 'envalid';
import {
  baseUrl,
  bootstrapToken,
  cidrs,
  databaseUrl,
  gatewayUrls,
  headers,
  listeningPort,
  nameServers,
  numberPattern,
  origins,
  ratio,
  redisUrl,
  seconds,
  secretsKeys,
  timeZone,
  wholeFrom,
  wholeWithin,
} from './setting-validators';

/** Every setting there is, with its meaning: `.env.example` is generated from it. Empty text counts as not set. */
export const environment = {
  HOST: str({ default: '127.0.0.1', desc: 'Address the API listens on; 0.0.0.0 in a container.' }),
  PORT: listeningPort({ default: 3000, desc: 'Port the API listens on; 0: a free one, named in the log.' }),
  PUBLIC_URL: baseUrl({
    default: undefined,
    desc: 'Base of the links in answers; left out, the request tells.',
    example: 'https://shop.example',
  }),
  TRUST_PROXY: bool({ default: false, desc: 'Whether X-Forwarded-For and -Proto of the nearest proxy are believed.' }),
  CORS_ORIGINS: origins({
    default: [],
    desc: 'Origins of browser clients, separated by commas.',
    example: 'https://shop.example',
  }),
  DATABASE_URL: databaseUrl({
    default: 'sqlite:data/store.sqlite',
    desc: 'Required with NODE_ENV=production. sqlite:<path>, mysql://… or mariadb://…; of a cluster its proxy (deploy/proxy): one host.',
    example: 'mariadb://store:secret@db:3306/store',
  }),
  DATABASE_POOL_SIZE: wholeFrom(1)({ default: 20, desc: 'Connections a process keeps to MySQL or MariaDB.' }),
  DATABASE_TLS: bool({
    default: false,
    desc: 'Whether connections to MySQL or MariaDB are encrypted; the server must prove its name by a certificate that Node trusts, one of your own by NODE_EXTRA_CA_CERTS=<file>.',
  }),
  REDIS_URL: redisUrl({
    default: undefined,
    desc: 'Redis of the queues; left out, they run inside the API process. Under Sentinel: redis+sentinel://:password@s1:26379,s2:26379,s3:26379/mymaster.',
    example: 'redis://redis:6379',
  }),
  FILES_DIR: str({
    default: undefined,
    desc: 'Folder of uploaded files, and of uploads under way also with a bucket. All processes of a store share it, unless there is a bucket. Left out: files beside the embedded database, else data/files.',
    example: '/var/lib/storekeeper/files',
  }),
  FILES_BUCKET: str({
    default: undefined,
    desc: 'S3-compatible bucket that uploaded files are stored in, instead of FILES_DIR: then API processes and workers may run on different machines.',
    example: 'store-files',
  }),
  FILES_ENDPOINT: baseUrl({
    default: undefined,
    desc: 'Address of the S3-compatible service; left out, that of AWS.',
    example: 'https://s3.example',
  }),
  FILES_REGION: str({ default: 'us-east-1', desc: 'Region of the bucket.' }),
  FILES_ACCESS_KEY_ID: str({
    default: undefined,
    desc: 'Credentials for the bucket, with FILES_SECRET_ACCESS_KEY. Left out, the AWS SDK finds them: AWS_ACCESS_KEY_ID, profiles, the role of the machine.',
    example: 'store',
  }),
  FILES_SECRET_ACCESS_KEY: str({
    default: undefined,
    desc: 'Secret of FILES_ACCESS_KEY_ID.',
    example: 'secret',
  }),
  FILES_DEADLINE_SECONDS: wholeWithin(
    1,
    60,
  )({
    default: 15,
    desc: 'How long a request waits for the bucket, 1 to 60; after that it is answered 503.',
  }),
  BOOTSTRAP_TOKEN: bootstrapToken({
    default: undefined,
    desc: 'A static bearer token with all scopes, for first use and automation.',
  }),
  SECRETS_KEY: secretsKeys({
    default: [],
    desc: 'Key that encrypts secrets at rest: 32 bytes as base64 (openssl rand -base64 32). Older keys may follow it, separated by commas: they still open what they sealed. Required with MySQL and MariaDB; the embedded store keeps one in the file secrets.key beside its database.',
  }),
  ACCESS_TOKEN_SECONDS: wholeFrom(60)({ default: 3600, desc: 'How long an access token is valid.' }),
  RATE_LIMIT_PER_MINUTE: wholeFrom(0)({
    default: 0,
    desc: 'Requests a client may make a minute and process; 0: no limit.',
  }),
  LOGIN_LIMIT_PER_MINUTE: wholeFrom(1)({
    default: 30,
    desc: 'Wrong credentials an address may send a minute; for a client, from all addresses, ten times that.',
  }),
  STOREFRONT_TOKENS_PER_MINUTE: wholeFrom(1)({
    default: 60,
    desc: 'Tokens of public clients that an address may get a minute.',
  }),
  CUSTOMER_TOKEN_SECONDS: wholeFrom(60)({
    default: 86_400,
    desc: 'How long a customer who signs in by e-mail address and password stays signed in.',
  }),
  PASSWORD_RESET_SECONDS: wholeFrom(60)({
    default: 3600,
    desc: 'How long the token of a password reset can be used, once.',
  }),
  STORE_TIME_ZONE: timeZone({ default: 'UTC', desc: 'Time zone of promotion dates.' }),
  PRICES_INCLUDE_TAX: bool({
    default: false,
    desc: 'Whether prices of products, shipping and custom items, and fixed amounts of promotions, include tax. Choose it before the first order: a start with another value fails after that.',
  }),
  ORDER_TRANSITIONS: str<'default' | 'free' | 'strict'>({
    default: 'default',
    choices: ['default', 'free', 'strict'],
    desc: 'Which changes of an order status are allowed.',
  }),
  ORDER_NUMBER: numberPattern({
    default: undefined,
    desc: 'Numbers of new orders: text around {seq}, or {seq:6} for at least six digits. They rise, with gaps. Left out, orders have none.',
    example: 'SK-{seq:6}',
  }),
  PAYMENT_DEADLINE_SECONDS: wholeWithin(
    1,
    60,
  )({
    default: 15,
    desc: 'How long a request waits for a payment provider, 1 to 60. After that the outcome is unknown, and the worker asks for it.',
  }),
  GATEWAY_URLS: gatewayUrls({
    default: undefined,
    desc: "Addresses that payment gateways call in place of their provider's own, as slug=url separated by commas: a proxy, or a simulator of tests.",
    example: 'stripe=http://127.0.0.1:12111',
  }),
  WEBHOOK_ALLOWED_NETWORKS: cidrs({
    default: undefined,
    desc: 'Private networks webhooks may point to, as CIDRs. Left out or empty: none with MySQL and MariaDB; on the embedded database this machine, 127.0.0.0/8 and ::1/128.',
    example: '10.1.0.0/16',
  }),
  WEBHOOK_NAME_SERVERS: nameServers({
    default: undefined,
    desc: 'Name servers that look up the hosts of webhooks, as IP addresses with or without a port; unset: those of /etc/resolv.conf.',
    example: '10.0.0.53, [fd00::53]:5353',
  }),
  WEBHOOK_SCHEDULE: seconds({
    default: [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400],
    desc: 'Seconds before each try of a delivery; there are as many tries as numbers.',
  }),
  WEBHOOK_DEADLINE_SECONDS: wholeFrom(1)({
    default: 15,
    desc: 'How long one try may take over connect, headers and body; at most two thirds of the lease.',
  }),
  WEBHOOK_LEASE_SECONDS: wholeFrom(1)({
    default: 60,
    desc: 'How long a worker owns a delivery: when the worker vanishes, another one takes over after that.',
  }),
  WEBHOOK_CONCURRENCY: wholeFrom(1)({ default: 64, desc: 'Tries a worker process has under way at once.' }),
  WEBHOOK_CONCURRENCY_EACH: wholeFrom(1)({
    default: 4,
    desc: 'Tries a worker process has under way at once for any one webhook.',
  }),
  WEBHOOK_LIMIT: wholeFrom(1)({ default: 1000, desc: 'Maximum number of webhooks; creating one more is a 422.' }),
  EVENT_RETENTION_DAYS: wholeFrom(1)({ default: 30, desc: 'How long events and their deliveries are kept.' }),
  ATTEMPT_RETENTION_DAYS: wholeFrom(1)({
    default: undefined,
    desc: 'How long the attempts of deliveries are kept; left out, as long as events, and never longer.',
    example: '7',
  }),
  CART_RETENTION_DAYS: wholeFrom(1)({ default: 30, desc: 'How long a cart is kept that nobody writes to.' }),
  IDEMPOTENCY_RETENTION_HOURS: wholeFrom(24)({
    default: 24,
    desc: 'How long a POST with an Idempotency-Key gets its first answer again; at least 24.',
  }),
  EXPIRED_TOKEN_RETENTION_DAYS: wholeFrom(0)({
    default: 1,
    desc: 'How long access tokens are kept after they expired, for their callers to be told so; 0: they are removed at once.',
  }),
  UPKEEP_LOAD_PERCENT: wholeWithin(
    1,
    100,
  )({
    default: 20,
    desc: 'Share of its time, 1 to 100, in which a worker removes what is old; the rest it leaves the database to others.',
  }),
  METRICS_PORT: listeningPort({
    default: undefined,
    desc: 'Port of /metrics on HOST, for Prometheus; a worker answers /health/live and /health/ready there too. Left out, there is none.',
    example: '9464',
  }),
  METRICS_ON_API: bool({ default: false, desc: 'Whether the API port answers /metrics too, to anybody.' }),
  OTEL_EXPORTER_OTLP_ENDPOINT: baseUrl({
    default: undefined,
    desc: 'Base of an OpenTelemetry collector that takes OTLP over HTTP as JSON; traces go to /v1/traces below it. Left out, nothing is traced.',
    example: 'http://collector:4318',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: headers({
    default: undefined,
    desc: 'Headers for the collector, such as its key: name=value, separated by commas, the values percent-encoded.',
    example: 'api-key=secret',
  }),
  OTEL_SERVICE_NAME: str({ default: 'storekeeper', desc: 'What the process is called in traces.' }),
  OTEL_TRACES_SAMPLER_ARG: ratio({
    default: 1,
    desc: 'Part of the traces begun here that is kept, 0 to 1. One that the caller began is kept when the caller keeps it.',
  }),
  OTEL_BSP_SCHEDULE_DELAY: wholeFrom(1)({ default: 5000, desc: 'Milliseconds between two batches of spans.' }),
  LOG_LEVEL: str({
    default: 'info',
    choices: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    desc: 'The least serious log line written.',
  }),
  KEEP_ALIVE_SECONDS: wholeFrom(1)({
    default: 75,
    desc: 'How long an idle connection is kept: longer than a load balancer keeps it (60 s with most), or it meets a closed one.',
  }),
  MAX_CONNECTIONS: wholeFrom(1)({
    default: 4000,
    desc: 'Connections an API process keeps open at once; more are closed when they come.',
  }),
  REQUEST_TIMEOUT_SECONDS: wholeFrom(1)({
    default: 30,
    desc: 'How long a request may take to arrive, with its body; later it is answered 408.',
  }),
  UNFINISHED_BODIES_MIB: wholeFrom(1)({
    default: 64,
    desc: 'Memory for all request bodies that are arriving at once, in MiB; a body beyond it is answered 503.',
  }),
  SHUTDOWN_SECONDS: wholeFrom(0)({
    default: 20,
    desc: 'How long a stopping API waits for its requests (a worker: 18 s for its tries); whoever kills it must wait ten seconds longer.',
  }),
} satisfies Record<string, ValidatorSpec<unknown>>;
