import { FORM, type HostileRequest, JSON_TYPE } from './hostile-requests.table';

const NO_OBJECT = 'The request body must be a JSON object';
const TOO_DEEP = 'must not be nested more than 20 levels deep';
const UNFIT = 'must not hold control characters or broken Unicode';
const NO_NAME = 'is not allowed as a name';
const TOO_MANY = 'The request must not hold more than 1000 fields';
const NO_TYPE = 'Content-Type must be application/x-www-form-urlencoded, multipart/form-data or application/json';
const NO_MULTIPART = 'The request body is not valid multipart/form-data';
const BAD_PERCENT = 'The request holds an invalid percent-encoding';
const TOO_LARGE = 'The request body must not be larger than 1048576 bytes';

type Refusal = Pick<HostileRequest, 'status' | 'error' | 'field' | 'headers'>;

/** The same body at an endpoint that makes a brand, so that nothing but the body is at fault. */
function sent(type: string, body: string, refusal: Refusal, title = body): HostileRequest {
  const shown = JSON.stringify(title.slice(0, 60));
  return { title: `${type.slice(0, 40)} ${shown}`, method: 'POST', path: '{brands}', type, body, ...refusal };
}

const malformed = (body: string, error = NO_OBJECT): HostileRequest => sent(JSON_TYPE, body, { status: 400, error });
const named = (type: string, body: string, field: string, error: string, title = body): HostileRequest =>
  sent(type, body, { status: 422, field, error }, title);

const nested = (open: string, close: string, levels: number): string => open.repeat(levels) + close.repeat(levels);

const NO_MAPS: readonly HostileRequest[] = [
  '}',
  '[]',
  '["a"]',
  '"a"',
  '1',
  'null',
  'true',
  'undefined',
  'NaN',
  ' ',
  '// c\n{}',
  '<?xml version="1.0"?><a/>',
  'title=Acme&slug=acme',
  '[[[[',
].map((body) => malformed(body));

const MALFORMED_JSON: readonly HostileRequest[] = (
  [
    ['{', "Quoted object key or end of object '}' expected but reached end of input (line 1, column 2)"],
    ['{"title":', "Object value expected after ':' (line 1, column 10)"],
    ['{"title":"a"', "Quoted object key or end of object '}' expected but reached end of input (line 1, column 13)"],
    ['{"title":"a",}', "Quoted object key expected but got '}' (line 1, column 14)"],
    ["{'title':'a'}", "Quoted object key expected but got ''' (line 1, column 2)"],
    ['{title:"a"}', "Quoted object key expected but got 't' (line 1, column 2)"],
    ['{"a":NaN}', "Object value expected after ':' (line 1, column 6)"],
    ['{"a":Infinity}', "Object value expected after ':' (line 1, column 6)"],
    ['{"a":-Infinity}', "Invalid number '-', expecting a digit but got 'I' (line 1, column 7)"],
    ['{"a":0x1F}', "Comma ',' expected after value but got 'x' (line 1, column 7)"],
    ['{"a":01}', "Comma ',' expected after value but got '1' (line 1, column 7)"],
    ['{"a":1.}', "Invalid number '1.', expecting a digit but got '}' (line 1, column 8)"],
    ['{"a":.5}', "Object value expected after ':' (line 1, column 6)"],
    ['{"a":+1}', "Object value expected after ':' (line 1, column 6)"],
    ['{"a":1,000}', "Quoted object key expected but got '0' (line 1, column 8)"],
    ['{"a":١}', "Object value expected after ':' (line 1, column 6)"],
    ['{"a":"\n"}', "Invalid character '\n' (line 1, column 7)"],
    ['{"a":"\\x41"}', "Invalid escape character '\\x' (line 1, column 7)"],
    ['{"a":"\\u12"}', `Invalid unicode character '\\u12"}' (line 1, column 7)`],
    ['{"a":1}{"b":2}', "Expected end of input but got '{' (line 1, column 8)"],
    ['{"a":1} x', "Expected end of input but got 'x' (line 1, column 9)"],
    ['{"a":undefined}', "Object value expected after ':' (line 1, column 6)"],
    ['{"a":1e}', "Invalid number '1e', expecting a digit but got '}' (line 1, column 8)"],
  ] as const
).map(([body, fault]) => malformed(body, `The request body is not JSON: ${fault}`));

const DEEP: readonly HostileRequest[] = [21, 5_000, 500_000].flatMap((levels) => [
  named(JSON_TYPE, `{"title":${nested('[', ']', levels)}}`, 'title', TOO_DEEP, `lists ${levels} deep`),
  named(FORM, `title${'[a]'.repeat(Math.min(levels, 300_000))}=1`, 'title', TOO_DEEP, `brackets ${levels} deep`),
]);
const DEEP_MAPS: readonly HostileRequest[] = [21, 5_000].map((levels) =>
  named(JSON_TYPE, `{"title":${nested('{"a":', '}', levels).replace('}', '1}')}}`, 'title', TOO_DEEP, `maps ${levels} deep`),
); // prettier-ignore

const NAMES: readonly HostileRequest[] = [
  named(JSON_TYPE, '{"__proto__":{"isAdmin":true}}', '__proto__', NO_NAME),
  named(JSON_TYPE, '{"title":"A","slug":"a","constructor":{"prototype":{"a":1}}}', 'constructor', NO_NAME),
  named(JSON_TYPE, '{"a":[{"prototype":1}]}', 'a.0.prototype', NO_NAME),
  named(JSON_TYPE, '{"\\u005f_proto__":1}', '__proto__', NO_NAME),
  named(FORM, '__proto__=1', '__proto__', NO_NAME),
  named(FORM, '__proto__[isAdmin]=1&title=A&slug=a', '__proto__', NO_NAME),
  named(FORM, 'a[__proto__][b]=1', 'a.__proto__', NO_NAME),
  named(FORM, 'a%5Bconstructor%5D=1', 'a.constructor', NO_NAME),
  named(FORM, 'title%00=1', 'title\uFFFD', UNFIT),
  named(FORM, 'title=A&title[a]=B', 'title', 'must be sent either as a value or in brackets, not both'),
];

const CHARACTERS: readonly HostileRequest[] = [
  named(JSON_TYPE, '{"title":"a\\u0000","slug":"a"}', 'title', UNFIT),
  named(JSON_TYPE, '{"title":"\\ud800","slug":"a"}', 'title', UNFIT),
  named(JSON_TYPE, '{"title":"\\udc00\\ud800","slug":"a"}', 'title', UNFIT),
  named(JSON_TYPE, '{"a":{"b\\ud800":1}}', 'a.b\uFFFD', UNFIT),
  sent(FORM, 'title=%ED%A0%80&slug=a', { status: 400, error: BAD_PERCENT }),
  sent(FORM, 'title=%&slug=a', { status: 400, error: BAD_PERCENT }),
  sent(FORM, 'title=%C0%80&slug=a', { status: 400, error: BAD_PERCENT }),
  sent(FORM, '%ff=1', { status: 400, error: BAD_PERCENT }),
];

const LARGE: readonly HostileRequest[] = [
  sent(JSON_TYPE, `{"title":"${'x'.repeat(1_048_576)}"}`, { status: 413, error: TOO_LARGE }, 'over 1 MiB'),
  sent(FORM, `title=${'x'.repeat(1_048_576)}`, { status: 413, error: TOO_LARGE }, 'over 1 MiB'),
  sent('text/plain', 'x'.repeat(3_000_000), { status: 413, error: TOO_LARGE }, '3 MB'),
  sent(JSON_TYPE, `{"a":[${'1,'.repeat(1000)}1]}`, { status: 413, error: TOO_MANY }, '1001 values'),
  sent(JSON_TYPE, `{"a":[${'[],'.repeat(200_000)}1]}`, { status: 413, error: TOO_MANY }, '200001 lists'),
  sent(FORM, 'a=1&'.repeat(1001), { status: 413, error: TOO_MANY }, '1001 fields'),
  sent(FORM, 'a[]=1&'.repeat(100_000), { status: 413, error: TOO_MANY }, '100000 fields'),
];

const CODED: Readonly<Record<string, string>> = { 'content-encoding': 'gzip' };

const TYPES: readonly HostileRequest[] = [
  ...['text/plain', 'application/xml', 'application/jsonp', 'application/json, text/plain', 'json', '*/*', '../json', ';'].map(
    (type) => sent(type, '{"title":"A","slug":"a"}', { status: 415, error: NO_TYPE }),
  ),
  ...['utf-16', 'latin1', 'utf-7', '../../etc/passwd'].map((charset) =>
    sent(`application/json; charset=${charset}`, '{}', { status: 415, error: 'The charset of the request must be utf-8' }),
  ),
  sent(JSON_TYPE, '{}', { status: 415, error: 'Content-Encoding must be identity', headers: CODED }, 'compressed'),
]; // prettier-ignore

const part = (head: string, text: string): string => `--b\r\n${head}\r\n\r\n${text}\r\n--b--\r\n`;
const MULTIPART = 'multipart/form-data; boundary=b';

const PARTS: readonly HostileRequest[] = [
  sent('multipart/form-data', part('Content-Disposition: form-data; name="title"', 'A'), { status: 400, error: NO_MULTIPART }),
  sent(MULTIPART, 'title=A', { status: 400, error: NO_MULTIPART }),
  sent(MULTIPART, '--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nA', { status: 400, error: NO_MULTIPART }),
  named(MULTIPART, part('Content-Disposition: form-data; name="logo"; filename="../../x.php"', '<?php'), 'logo', 'must not be a file'),
  named(MULTIPART, part('Content-Disposition: form-data; name="title"', 'a\u0000b'), 'title', UNFIT),
  named(MULTIPART, part('Content-Disposition: form-data; name="__proto__"', '1'), '__proto__', NO_NAME),
  named(MULTIPART, part('Content-Disposition: form-data; name="a[b][constructor]"', '1'), 'a.b.constructor', NO_NAME),
]; // prettier-ignore

const KEY_SAYS = 'must be 1 to 255 printable characters';
const NO_TAGS = 'must be an ETag in double quotes, a list of them, or *';
const STALE = 'The record has changed since it was read: its ETag does not match If-Match';

const HEADERS: readonly HostileRequest[] = [
  ...['k'.repeat(256), 'é', ' ', '', 'k'.repeat(8000)].map((key) =>
    sent(FORM, 'title=A&slug=a', {
      status: 422,
      field: 'Idempotency-Key',
      error: KEY_SAYS,
      headers: { 'idempotency-key': key },
    }, `Idempotency-Key ${JSON.stringify(key.slice(0, 9))}`),
  ),
  ...['', '"', '"stale"', 'W/"x"', 'null', 'é', '"a", "b"', 'x'.repeat(4000), "' OR 1=1"].flatMap((tag) =>
    ['PUT', 'DELETE'].map((method) => ({
      title: `${method} with If-Match ${tag.slice(0, 20)}`,
      method,
      path: '{brands}/{brand}',
      type: FORM,
      body: 'title=Changed',
      headers: { 'if-match': tag },
      ...(/^(?:W\/)?"\w/.test(tag) ? { status: 409, error: STALE } : { status: 422, field: 'If-Match', error: NO_TAGS }),
    })),
  ),
]; // prettier-ignore

const TOKEN_REQUESTS: readonly HostileRequest[] = [
  ['grant_type=client_credentials&client_secret=b', 422, 'is required', 'client_id'],
  ['grant_type=client_credentials&client_id=a', 422, 'is required', 'client_secret'],
  ['client_id=a&client_secret=b', 422, 'is required', 'grant_type'],
  ['grant_type=password&client_id=a&client_secret=b', 422, 'must be one of client_credentials, implicit', 'grant_type'],
  ['grant_type[]=client_credentials&client_id=a&client_secret=b', 422, 'must be one of client_credentials, implicit', 'grant_type'],
  ['grant_type=client_credentials&client_id[$ne]=a&client_secret=b', 422, 'must be text', 'client_id'],
  ['grant_type=client_credentials&client_id=a&client_secret[$ne]=b', 422, 'must be text', 'client_secret'],
  [`grant_type=client_credentials&client_id=a&client_secret=${'x'.repeat(256)}`, 422, 'must be at most 255 characters', 'client_secret'],
  ["grant_type=client_credentials&client_id=' OR 1=1 --&client_secret=b", 401, 'The client credentials are not valid', undefined],
  ['grant_type=client_credentials&client_id=undefined&client_secret=undefined', 401, 'The client credentials are not valid', undefined],
  ['grant_type=client_credentials&client_id=a&client_secret=%00', 422, UNFIT, 'client_secret'],
].map(([body, status, error, field]) => ({
  title: `a token for ${String(body).slice(0, 80)}`,
  method: 'POST',
  path: '/oauth/access_token',
  type: FORM,
  body: String(body),
  status: Number(status),
  error: String(error),
  ...(field === undefined ? {} : { field: String(field) }),
})); // prettier-ignore

/** Requests refused by their body or a header. */
export const HOSTILE_BODIES: readonly HostileRequest[] = [
  ...NO_MAPS,
  ...MALFORMED_JSON,
  ...DEEP,
  ...DEEP_MAPS,
  ...NAMES,
  ...CHARACTERS,
  ...LARGE,
  ...TYPES,
  ...PARTS,
  ...HEADERS,
  ...TOKEN_REQUESTS,
];
