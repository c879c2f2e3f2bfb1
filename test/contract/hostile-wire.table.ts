import { TEST_TOKEN } from '../support/store';

/** Bytes that are no request, or half of one. */
export interface HostileBytes {
  readonly title: string;
  readonly bytes: string;
  /** Whether the sender goes away after them. */
  readonly end?: boolean;
  readonly status: number;
  readonly error: string;
}

const HEAD = 'Host: 127.0.0.1\r\nConnection: close\r\n';
const AUTH = `Authorization: Bearer ${TEST_TOKEN}\r\n`;
const NO_HTTP = 'The request is not valid HTTP';
const CUT = 'The request body ended too early';
const UNKNOWN_TOKEN =
  'A valid access token is required: this one is not known, it was revoked, removed after it expired or never issued here';
const NO_TOKEN = 'A valid access token is required: none was sent in the header Authorization: Bearer <token>';
const BAD_HOST = 'The Host header must be a host, with a port or without';

const post = (headers: string, body: string): string =>
  `POST /v1/brands HTTP/1.1\r\n${HEAD}${AUTH}Content-Type: application/json\r\n${headers}\r\n${body}`;
const get = (headers: string): string => `GET /v1/brands HTTP/1.1\r\n${headers}\r\n`;

const broken = (title: string, bytes: string): HostileBytes => ({ title, bytes, status: 400, error: NO_HTTP });
const cut = (title: string, bytes: string): HostileBytes => ({ title, bytes, end: true, status: 400, error: CUT });

const NO_REQUESTS: readonly HostileBytes[] = [
  broken('words', 'hello\r\n\r\n'),
  broken('an unknown method', `STEAL /v1/brands HTTP/1.1\r\n${HEAD}${AUTH}\r\n`),
  broken('HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  broken('HTTP/9.9', `GET /v1/brands HTTP/9.9\r\n${HEAD}${AUTH}\r\n`),
  broken('a space in the path', `GET /v1/brands/a b HTTP/1.1\r\n${HEAD}${AUTH}\r\n`),
  broken('an address that is none', `GET http://[/ HTTP/1.1\r\n${HEAD}${AUTH}\r\n`),
  broken('an address of half a host', `GET https://[::1]x/ HTTP/1.1\r\n${HEAD}${AUTH}\r\n`),
  broken('an address of another scheme', `POST x://[a]b/ HTTP/1.1\r\n${HEAD}${AUTH}\r\n`),
  broken('NUL in a header', get(`${HEAD}${AUTH}X-A: a\0b\r\n`)),
  broken('a space in the name of a header', get(`${HEAD}${AUTH}X A: b\r\n`)),
  broken('a header without a name', get(`${HEAD}${AUTH}: b\r\n`)),
  broken('a folded header', get(`X-A: a\r\n b\r\n${HEAD}${AUTH.replace('\r\n', '\x01\r\n')}`)),
  { ...broken('a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'), end: true },
  {
    title: 'CONNECT',
    bytes: `CONNECT evil.example:443 HTTP/1.1\r\n${HEAD}\r\n`,
    status: 400,
    error: 'The store is no proxy: CONNECT is not possible',
  },
  {
    title: 'an unknown expectation',
    bytes: get(`${HEAD}${AUTH}Expect: 200-maybe\r\n`),
    status: 417,
    error: 'The header Expect must be 100-continue',
  },
];

const LARGE_HEADS: readonly HostileBytes[] = [
  ['a header of 20,000 bytes', get(`${HEAD}${AUTH}X-Big: ${'a'.repeat(20_000)}\r\n`)],
  ['a header name of 20,000 bytes', get(`${HEAD}${AUTH}${'a'.repeat(20_000)}: 1\r\n`)],
  ['3,000 headers', get(HEAD + AUTH + Array.from({ length: 3000 }, (_, i) => `X-${i}: 1\r\n`).join(''))],
  ['a path of 20,000 bytes', `GET /v1/brands/${'a'.repeat(20_000)} HTTP/1.1\r\n${HEAD}${AUTH}\r\n`],
  ['a token of 20,000 bytes', get(`${HEAD}Authorization: Bearer ${'a'.repeat(20_000)}\r\n`)],
].map(([title = '', bytes = '']) => ({ title, bytes, status: 431, error: 'The request headers are too large' }));

const BODIES: readonly HostileBytes[] = [
  cut('a body shorter than announced', post('Content-Length: 30\r\n', '{"title":"A"')),
  cut('a chunk that stops', post('Transfer-Encoding: chunked\r\n', '20\r\n{"title"')),
  cut('no last chunk', post('Transfer-Encoding: chunked\r\n', '2\r\n{}\r\n')),
  broken('a chunk size that is no number', post('Transfer-Encoding: chunked\r\n', 'ZZ\r\n{}\r\n0\r\n\r\n')),
  broken('a negative chunk size', post('Transfer-Encoding: chunked\r\n', '-2\r\n{}\r\n0\r\n\r\n')),
  broken('a chunk longer than it says', post('Transfer-Encoding: chunked\r\n', '2\r\n{"a":1}\r\n0\r\n\r\n')),
  broken('two lengths', post('Content-Length: 2\r\nContent-Length: 3\r\n', '{} ')),
  broken('a length and chunks', post('Content-Length: 2\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n')),
  broken('a negative length', post('Content-Length: -1\r\n', '{}')),
  broken('a length that is no number', post('Content-Length: 1e3\r\n', '{}')),
  broken('chunks under another coding', post('Transfer-Encoding: gzip\r\n', '{}')),
  {
    title: 'a length over the limit, with any body',
    bytes: post('Content-Length: 999999999999\r\n', '{"title":"A"'),
    end: true,
    status: 413,
    error: 'The request body must not be larger than 1048576 bytes',
  },
];

const AMBIGUOUS: readonly HostileBytes[] = [
  ['Content-Type', post('Content-Type: text/plain\r\nContent-Length: 2\r\n', '{}')],
  ['content-type', post('content-type: application/json\r\nContent-Length: 2\r\n', '{}')],
  ['Authorization', get(`${HEAD}Authorization: Bearer a\r\n${AUTH}`)],
  ['Host', get(`${HEAD}${AUTH}Host: evil.example\r\n`)],
].map(([name = '', bytes = '']) => ({
  title: `two ${name} headers`,
  bytes,
  status: 400,
  error: `The header ${name} was sent more than once`,
}));

const HOSTS: readonly HostileBytes[] = ['', 'a b', '<script>', 'evil.example/path?', 'a:99999999', 'user@evil', '\xff'].map(
  (host) => ({
    title: `the host ${JSON.stringify(host)}`,
    bytes: get(`Host: ${host}\r\nConnection: close\r\n${AUTH}`),
    status: 400,
    error: BAD_HOST,
  }),
); // prettier-ignore

/** The form of a header with a token. Any other header holds none. */
const BEARER = /^Bearer [\x21-\x7e]{1,255}$/;

const TOKENS: readonly HostileBytes[] = [
  '', 'Bearer', 'Bearer ', 'Bearer undefined', 'Bearer null', `Basic ${TEST_TOKEN}`, `Token ${TEST_TOKEN}`, TEST_TOKEN,
  `Bearer  ${TEST_TOKEN}`, `Bearer\t${TEST_TOKEN}`, `Bearer ${TEST_TOKEN} x`, `Bearer ${TEST_TOKEN},`, `Bearer "${TEST_TOKEN}"`,
  `Bearer: ${TEST_TOKEN}`, `Bearer, Bearer ${TEST_TOKEN}`, `Bearer ${TEST_TOKEN.toUpperCase()}`, `Bearer ${TEST_TOKEN.slice(0, -1)}`,
  `Bearer ${'a'.repeat(256)}`, "Bearer ' OR 1=1 --", 'Bearer __proto__', 'Bearer \xff',
].map((value) => ({
  title: `Authorization: ${value.slice(0, 60)}`,
  bytes: get(`${HEAD}Authorization: ${value}\r\n`),
  status: 401,
  error: BEARER.test(value) ? UNKNOWN_TOKEN : NO_TOKEN,
})); // prettier-ignore

/** All of them; Latin-1, a character a byte. */
export const HOSTILE_BYTES: readonly HostileBytes[] = [
  ...NO_REQUESTS,
  ...LARGE_HEADS,
  ...BODIES,
  ...AMBIGUOUS,
  ...HOSTS,
  ...TOKENS,
  { title: 'HTTP/1.1 without a host', bytes: get(`Connection: close\r\n${AUTH}`), status: 400, error: BAD_HOST },
  { title: 'no Authorization', bytes: get(HEAD), status: 401, error: NO_TOKEN },
];
