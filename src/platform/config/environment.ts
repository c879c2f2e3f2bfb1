import { isIP } from 'node:net';
import { bool, EnvError, makeValidator, str, type ValidatorSpec } from 'envalid';
import { serverAddress } from './server-address';

const wholeFrom = (least: number) =>
  makeValidator<number>((text) => {
    if (!/^\d+$/.test(text) || Number(text) < least) throw new EnvError(`must be a whole number of at least ${least}`);
    return Number(text);
  });

const wholeWithin = (least: number, most: number) =>
  makeValidator<number>((text) => {
    if (!/^\d+$/.test(text) || Number(text) < least || Number(text) > most) {
      throw new EnvError(`must be a whole number from ${least} to ${most}`);
    }
    return Number(text);
  });

function partsOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

const origins = makeValidator<string[]>((text) => {
  const parts = partsOf(text);
  const bad = parts.find((part) => !URL.canParse(part) || new URL(part).origin !== part);
  if (bad === '*') throw new EnvError('must name origins; * is not accepted');
  if (bad !== undefined) throw new EnvError(`${bad} is not an origin such as https://shop.example`);
  return parts;
});

const secretsKeys = makeValidator<string[]>((text) => {
  const keys = text.split(',').map((part) => part.trim());
  if (!keys.every((key) => /^[A-Za-z0-9+/]{43}=$/.test(key))) {
    throw new EnvError('must be 32 bytes as base64; make one: openssl rand -base64 32');
  }
  return keys;
});

const listeningPort = makeValidator<number>((text) => {
  if (!/^\d+$/.test(text) || Number(text) > 65_535) throw new EnvError('must be a port, 0 to 65535');
  return Number(text);
});

const databaseUrl = makeValidator<string>((text) => {
  if (!/^(sqlite:.+|(mysql|mariadb):\/\/.+)/.test(text)) {
    throw new EnvError('must be sqlite:<path>, mysql://… or mariadb://…');
  }
  if (!/^(sqlite:|\w+:\/\/[^/]+\/[^/?]+)/.test(text)) {
    throw new EnvError('must name a database after the host, as mariadb://store:secret@db:3306/store does');
  }
  // One server's address is the driver's affair, as ever; a list of servers is ours.
  if (text.includes(',') && !text.startsWith('sqlite:') && serverAddress(text, 3306) === undefined) {
    throw new EnvError('with several servers must be like mariadb://user:password@db1:3306,db2:3306/store');
  }
  return text;
});

const redisUrl = makeValidator<string>((text) => {
  if (/^rediss?\+sentinel:/.test(text)) {
    const { path = '' } = serverAddress(text, 26_379) ?? {};
    if (!/^[^/]+(\/\d+)?$/.test(path)) {
      throw new EnvError('with Sentinel must be like redis+sentinel://:password@s1:26379,s2:26379/mymaster');
    }
    return text;
  }
  if (!/^rediss?:\/\/.+/.test(text)) {
    throw new EnvError('must be redis://…, rediss://…, redis+sentinel://… or rediss+sentinel://…');
  }
  return text;
});

const baseUrl = makeValidator<string>((text) => {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new EnvError('must be an http(s) address');
  return text.replace(/\/+$/, '');
});

const timeZone = makeValidator<string>((text) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return text;
  } catch {
    throw new EnvError('must be an IANA time zone, e.g. Europe/London');
  }
});

const bootstrapToken = makeValidator<string>((text) => {
  if (!/^\S{32,255}$/.test(text))
    throw new EnvError('must be 32 to 255 characters without blanks; make one: openssl rand -hex 32');
  return text;
});

const cidrs = makeValidator<string[]>((text) => {
  const parts = partsOf(text);
  const bad = parts.find((part) => !isCidr(part));
  if (bad !== undefined) throw new EnvError(`${bad} is not a CIDR such as 10.0.0.0/8`);
  return parts;
});

function isCidr(text: string): boolean {
  const [address = '', bits = '', ...rest] = text.split('/');
  const size = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= size;
}

const seconds = makeValidator<number[]>((text) => {
  const parts = text.split(',').map((part) => part.trim());
  if (!parts.every((part) => /^\d{1,7}$/.test(part))) {
    throw new EnvError('must be whole seconds separated by commas, such as 0,5,300');
  }
  return parts.map(Number);
});

const headers = makeValidator<Record<string, string>>((text) => {
  const pairs = partsOf(text).map((part) => /^([\w!#$%&'*+.^`|~-]+)=([\x21-\x7e]*)$/.exec(part));
  try {
    return Object.fromEntries(
      pairs.map((pair): [string, string] => [pair?.[1] ?? '', decodeURIComponent(pair?.[2] ?? '%')]),
    );
  } catch {
    // Without the text, which holds keys.
    throw new EnvError('must be name=value, separated by commas, the values percent-encoded');
  }
});

const ratio = makeValidator<number>((text) => {
  if (!/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/.test(text)) throw new EnvError('must be a number from 0 to 1');
  return Number(text);
});

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
    desc: 'sqlite:<path>, mysql://… or mariadb://…; of a cluster all servers, the one to work on first, in the same order for every process: mariadb://user:password@db1:3306,db2:3306,db3:3306/store.',
    example: 'mariadb://store:secret@db:3306/store',
  }),
  DATABASE_POOL_SIZE: wholeFrom(1)({ default: 20, desc: 'Connections a process keeps to MySQL or MariaDB.' }),
  REDIS_URL: redisUrl({
    default: undefined,
    desc: 'Redis of the queues; left out, they run inside the API process. Under Sentinel: redis+sentinel://:password@s1:26379,s2:26379,s3:26379/mymaster.',
    example: 'redis://redis:6379',
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
  STORE_TIME_ZONE: timeZone({ default: 'UTC', desc: 'Time zone of promotion dates.' }),
  ORDER_TRANSITIONS: str({
    default: 'default',
    choices: ['default', 'free', 'strict'],
    desc: 'Which changes of an order status are allowed.',
  }),
  WEBHOOK_ALLOWED_NETWORKS: cidrs({
    default: undefined,
    desc: 'Private networks webhooks may point to, as CIDRs.',
    example: '10.1.0.0/16',
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
    default: 0,
    desc: 'How long access tokens are kept after they expired; 0: they are removed at once.',
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
  SHUTDOWN_SECONDS: wholeFrom(0)({ default: 20, desc: 'How long a stopping process waits for what is under way.' }),
} satisfies Record<string, ValidatorSpec<unknown>>;
