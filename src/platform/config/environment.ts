import { bool, str, type ValidatorSpec } from 'envalid';
import { databaseSettings } from './database-settings';
import { paymentSettings } from './payment-settings';
import {
  baseUrl,
  bootstrapToken,
  cidrs,
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
    desc: 'Base URL of the links in responses. Default: taken from the request.',
    example: 'https://shop.example',
  }),
  TRUST_PROXY: bool({
    default: false,
    desc: 'Whether to trust X-Forwarded-For and X-Forwarded-Proto of the nearest proxy.',
  }),
  CORS_ORIGINS: origins({
    default: [],
    desc: 'Origins of browser clients, separated by commas.',
    example: 'https://shop.example',
  }),
  ...databaseSettings,
  REDIS_URL: redisUrl({
    default: undefined,
    desc: 'Redis of the queues. If omitted, the queues run inside the API process. With Sentinel: redis+sentinel://:password@s1:26379,s2:26379,s3:26379/mymaster. With Cluster: redis+cluster://:password@r1:6379,r2:6379,r3:6379.',
    example: 'redis://redis:6379',
  }),
  FILES_DIR: str({
    default: undefined,
    desc: 'Folder of uploaded files. With a bucket, it holds only the uploads that still arrive. Without one, all processes of a store must share it. Default: the folder files beside the embedded database, else data/files.',
    example: '/var/lib/storekeeper/files',
  }),
  FILES_BUCKET: str({
    default: undefined,
    desc: 'S3-compatible bucket that uploaded files are stored in, instead of FILES_DIR: then API processes and workers may run on different machines.',
    example: 'store-files',
  }),
  FILES_ENDPOINT: baseUrl({
    default: undefined,
    desc: 'URL of the S3-compatible service. Default: AWS.',
    example: 'https://s3.example',
  }),
  FILES_REGION: str({ default: 'us-east-1', desc: 'Region of the bucket.' }),
  FILES_ACCESS_KEY_ID: str({
    default: undefined,
    desc: 'Access key of the bucket; set FILES_SECRET_ACCESS_KEY too. If omitted, the AWS SDK finds the credentials: AWS_ACCESS_KEY_ID, profiles, the role of the machine.',
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
    desc: 'How long a request waits for the bucket, 1 to 60; after that it fails with 503.',
  }),
  CONSOLE: bool({
    default: true,
    desc: 'Whether /console serves the pages for the people of the shop; off: 404 there.',
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
    desc: 'Requests that a client may make per minute, counted by each process; 0: unlimited.',
  }),
  LOGIN_LIMIT_PER_MINUTE: wholeFrom(1)({
    default: 30,
    desc: 'Wrong credentials that one IP address may send per minute, and wrong discount codes that a page may. For one client, from all addresses, the limit is ten times as high.',
  }),
  STOREFRONT_TOKENS_PER_MINUTE: wholeFrom(1)({
    default: 60,
    desc: 'Tokens of public clients that one IP address may get per minute.',
  }),
  STOREFRONT_COST_PER_MINUTE: wholeFrom(0)({
    default: 1200,
    desc: 'Cost of the requests that the pages of one public client may send from one IP address per minute, counted by each process: 1 for each request and 1 more for each 16 KiB of its response; 0: unlimited.',
  }),
  CUSTOMER_TOKEN_SECONDS: wholeFrom(60)({
    default: 86_400,
    desc: 'How long a customer who signs in by e-mail address and password stays signed in.',
  }),
  PASSWORD_RESET_SECONDS: wholeFrom(60)({
    default: 3600,
    desc: 'How long the token of a password reset can be used, once.',
  }),
  STORE_TIME_ZONE: timeZone({
    default: 'UTC',
    desc: 'IANA time zone of the dates of promotions, and of the days of statistics and of promotion results. After a change, a worker counts all days anew.',
  }),
  PRICES_INCLUDE_TAX: bool({
    default: false,
    desc: 'Whether prices of products, shipping and custom items, and fixed amounts of promotions, include tax. Choose it before the first order: a start with another value fails after that.',
  }),
  SALE_PRICE: str<'charge' | 'show'>({
    default: 'charge',
    choices: ['charge', 'show'],
    desc: 'What sale_price of a product is. charge: what carts charge while it is set, at most price. show: a number to show beside price, which carts charge, as in the examples of v1. All processes of a store need the same value. Before you go back to charge, look for products with a sale_price above their price: it is charged then.',
  }),
  ORDER_TRANSITIONS: str<'default' | 'free' | 'strict'>({
    default: 'default',
    choices: ['default', 'free', 'strict'],
    desc: 'Which changes of an order status are allowed.',
  }),
  ORDER_SHIP_DUE: bool({
    default: false,
    desc: 'Whether the filter to_ship=1 finds orders of which a part of the price is due too, such as after an edit.',
  }),
  ORDER_NUMBER: numberPattern({
    default: undefined,
    desc: 'Numbers of new orders: text around {seq}, or {seq:6} for at least six digits. They rise, with gaps. If omitted, orders have no number.',
    example: 'SK-{seq:6}',
  }),
  ...paymentSettings,
  WEBHOOK_ALLOWED_NETWORKS: cidrs({
    default: undefined,
    desc: 'Private networks that webhooks may point to, as CIDRs. Default: none with MySQL and MariaDB; with the embedded database this machine, 127.0.0.0/8 and ::1/128.',
    example: '10.1.0.0/16',
  }),
  WEBHOOK_NAME_SERVERS: nameServers({
    default: undefined,
    desc: 'Name servers that look up the hosts of webhooks, as IP addresses with or without a port. Default: those of /etc/resolv.conf.',
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
    desc: 'Longest time that a delivery stays with a worker. One that vanishes is noticed, and its deliveries are free, after 4 s.',
  }),
  WEBHOOK_CONCURRENCY: wholeFrom(1)({ default: 64, desc: 'Delivery attempts that a worker process makes at once.' }),
  WEBHOOK_CONCURRENCY_EACH: wholeFrom(1)({
    default: 4,
    desc: 'Delivery attempts that a worker process makes at once for one webhook.',
  }),
  WEBHOOK_LIMIT: wholeFrom(1)({ default: 1000, desc: 'Maximum number of webhooks. Creating one more fails with 422.' }),
  EVENT_RETENTION_DAYS: wholeFrom(1)({ default: 30, desc: 'How long events and their deliveries are kept.' }),
  ATTEMPT_RETENTION_DAYS: wholeFrom(1)({
    default: undefined,
    desc: 'How long the attempts of deliveries are kept. At most and by default: as long as events.',
    example: '7',
  }),
  CART_RETENTION_DAYS: wholeFrom(1)({ default: 30, desc: 'How long a cart is kept after its last change.' }),
  IDEMPOTENCY_RETENTION_HOURS: wholeFrom(24)({
    default: 24,
    desc: 'How long a repeated POST with the same Idempotency-Key gets the first response again; at least 24.',
  }),
  EXPIRED_TOKEN_RETENTION_DAYS: wholeFrom(0)({
    default: 1,
    desc: 'How long expired access tokens are kept, so that a client that still sends one is told that it expired; 0: removed at once.',
  }),
  UPKEEP_LOAD_PERCENT: wholeWithin(
    1,
    100,
  )({
    default: 20,
    desc: 'Percent of its time, 1 to 100, that a worker spends on removing old rows.',
  }),
  METRICS_PORT: listeningPort({
    default: undefined,
    desc: 'Port of /metrics on METRICS_HOST, for Prometheus. A worker serves /health/live and /health/ready there too. If omitted, no such port is opened.',
    example: '9464',
  }),
  METRICS_HOST: str({
    default: undefined,
    desc: 'Address that METRICS_PORT listens on, e.g. that of an internal network. If omitted: HOST.',
    example: '10.0.0.5',
  }),
  METRICS_ON_API: bool({ default: false, desc: 'Whether the API port serves /metrics too, without authentication.' }),
  OTEL_EXPORTER_OTLP_ENDPOINT: baseUrl({
    default: undefined,
    desc: 'Base URL of an OpenTelemetry collector that takes OTLP over HTTP as JSON; traces go to /v1/traces below it. If omitted, nothing is traced.',
    example: 'http://collector:4318',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: headers({
    default: undefined,
    desc: 'Headers for the collector, such as its key: name=value, separated by commas, the values percent-encoded.',
    example: 'api-key=secret',
  }),
  OTEL_SERVICE_NAME: str({ default: 'storekeeper', desc: 'Name of the process in traces.' }),
  OTEL_TRACES_SAMPLER_ARG: ratio({
    default: 1,
    desc: 'Share of the traces started here that is kept, 0 to 1. A trace that the caller started is kept if the caller keeps it.',
  }),
  OTEL_BSP_SCHEDULE_DELAY: wholeFrom(1)({ default: 5000, desc: 'Milliseconds between two batches of spans.' }),
  LOG_LEVEL: str({
    default: 'info',
    choices: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    desc: 'Minimum level of the log lines that are written.',
  }),
  KEEP_ALIVE_SECONDS: wholeFrom(1)({
    default: 75,
    desc: 'How long an idle connection stays open. Set it longer than your load balancer does (60 s with most), or some of its requests meet a closed connection.',
  }),
  MAX_CONNECTIONS: wholeFrom(1)({
    default: 4000,
    desc: 'Maximum number of open connections of an API process. Further ones are closed at once.',
  }),
  REQUEST_TIMEOUT_SECONDS: wholeFrom(1)({
    default: 30,
    desc: 'How long a request may take to arrive with its body; after that it fails with 408.',
  }),
  UNFINISHED_BODIES_MIB: wholeFrom(1)({
    default: 64,
    desc: 'Memory for all request bodies that are arriving at once, in MiB. A body beyond it is rejected with 503.',
  }),
  DRAIN_SECONDS: wholeFrom(0)({
    default: 0,
    desc: 'How long an API that is told to stop goes on taking requests while /health/ready returns 503. Set it longer than the health check of your load balancer takes to notice.',
  }),
  SHUTDOWN_SECONDS: wholeFrom(0)({
    default: 20,
    desc: 'How long a stopping API waits for its requests (a worker: 18 s for its attempts). Set the kill timeout of your orchestrator at least ten seconds longer.',
  }),
} satisfies Record<string, ValidatorSpec<unknown>>;
