import { EchoServer, type Sent } from '../../../../test/support/echo.server';
import { UNKNOWN_CALLER } from './body.guard';

const FORM = 'application/x-www-form-urlencoded';
const BAD_TEXT = 'must not hold control characters or broken Unicode';
const BAD_NAME = 'is not allowed as a name';
const TOO_DEEP = 'must not be nested more than 20 levels deep';
const MIXED = 'must be sent either as a value or in brackets, not both';

const typed =
  (type: string) =>
  (body: string | Buffer, more: Sent = {}): Sent => ({ body, ...more, headers: { 'content-type': type } });
const form = typed(FORM);
const json = typed('application/json');
const multipart = typed('multipart/form-data; boundary=XX');
const part = (name: string, text: string, more = ''): string =>
  `--XX\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${text}\r\n`;
const get = (path: string): Sent => ({ method: 'GET', path });
const nested = (levels: number): string => `{"a":`.repeat(levels) + '"x"' + '}'.repeat(levels);
const brackets = (levels: number): string => `a${'[a]'.repeat(levels)}=x`;
const nest = (levels: number): unknown => (levels === 0 ? 'x' : { a: nest(levels - 1) });
const fields = (count: number): string => Array.from({ length: count }, (_, i) => `f${i}=1`).join('&');
const invalid = (field: string, message: string): object => ({
  status: false,
  error: `${field} ${message}`,
  errors: { [field]: [`${field} ${message}`] },
});
const failed = (error: string): object => ({ status: false, error });

const BAD_PERCENT = failed('The request holds an invalid percent-encoding');
const BAD_UTF8 = failed('The request body must be UTF-8 text');
const BAD_JSON = failed('The request body must be a JSON object');
const notJson = (fault: string): ReturnType<typeof failed> => failed(`The request body is not JSON: ${fault}`);
const BAD_PARTS = failed('The request body is not valid multipart/form-data');
const BAD_TYPE = failed(
  'Content-Type must be application/x-www-form-urlencoded, multipart/form-data or application/json',
);
const BAD_CHARSET = failed('The charset of the request must be utf-8');
const BAD_ENCODING = failed('Content-Encoding must be identity');
const TOO_LARGE = failed('The request body must not be larger than 1048576 bytes');
const TOO_MANY = failed('The request must not hold more than 1000 fields');

interface Read {
  readonly method?: string;
  readonly body?: object;
  readonly query?: object;
}

const ACCEPTED: [name: string, sent: Sent, read: Read][] = [
  ['no type, no body', {}, {}],
  ['an unknown type, no body', { headers: { 'content-type': 'image/png' } }, {}],
  ['a JSON type, no body', json('', { method: 'DELETE' }), { method: 'DELETE' }],
  ['an encoding, no body', { headers: { 'content-encoding': 'gzip' } }, {}],
  ['flat fields', form('status=unpaid&total=10.00'), { body: { status: 'unpaid', total: '10.00' } }],
  ['an empty field', form('gateway='), { body: { gateway: '' } }],
  ['a name alone', form('gateway'), { body: { gateway: '' } }],
  ['stray ampersands', form('&&a=1&&&b=2&'), { body: { a: '1', b: '2' } }],
  ['nothing but ampersands', form('&&&'), {}],
  ['pluses and percents', form('a=x+y%2Bz%20%C3%A9'), { body: { a: 'x y+z é' } }],
  ['raw UTF-8', form('a=é😀'), { body: { a: 'é😀' } }],
  ['an equals sign in a value', form('a=b=c'), { body: { a: 'b=c' } }],
  ['a bracket and an equals sign in a value', form('a=b]=c&d=[e]'), { body: { a: 'b]=c', d: '[e]' } }],
  ['tab and line breaks', form('a=%09%0D%0A'), { body: { a: '\t\r\n' } }],
  ['the last of two', form('a=1&a=2'), { body: { a: '2' } }],
  ['the last of two in brackets', form('a[b]=1&a%5Bb%5D=2'), { body: { a: { b: '2' } } }],
  ['fields without a name', form('=1&[]=2&[x]=3&a=4'), { body: { a: '4' } }],
  ['brackets', form('bill_to[city]=Bath'), { body: { bill_to: { city: 'Bath' } } }],
  ['encoded brackets', form('bill_to%5Bcity%5D=Bath'), { body: { bill_to: { city: 'Bath' } } }],
  ['an indexed list', form('a[0]=x&a[1]=y'), { body: { a: { 0: 'x', 1: 'y' } } }],
  ['an unindexed list', form('a[]=x&a[]=y'), { body: { a: { 0: 'x', 1: 'y' } } }],
  ['a list of both', form('a[4]=x&a[]=y&a[]=z'), { body: { a: { 4: 'x', 5: 'y', 6: 'z' } } }],
  ['an unindexed list of maps', form('a[][b]=1&a[][b]=2'), { body: { a: { 0: { b: '1' }, 1: { b: '2' } } } }],
  ['a list in a list', form('a[0][]=1&a[0][]=2&a[1][]=3'), { body: { a: { 0: { 0: '1', 1: '2' }, 1: { 0: '3' } } } }],
  ['keys that are numbers', form('modifier[401]=402'), { body: { modifier: { 401: '402' } } }],
  ['keys with leading zeros', form('m[007]=a&m[7]=b'), { body: { m: { '007': 'a', 7: 'b' } } }],
  [
    'a rule tree',
    form('match_items[type]=group&match_items[children][0][type]=cart_item'),
    { body: { match_items: { type: 'group', children: { 0: { type: 'cart_item' } } } } },
  ],
  ['an unset field beside its brackets', form('a=&a[b]=1'), { body: { a: { b: '1' } } }],
  ['the same, the other way round', form('a[b]=1&a='), { body: { a: { b: '1' } } }],
  ['brackets that do not match', form('a[b=1&c]=2&d[e]f=3'), { body: { 'a[b': '1', 'c]': '2', 'd[e]f': '3' } }],
  ['names of Object.prototype', form('toString=1&a[valueOf]=2'), { body: { toString: '1', a: { valueOf: '2' } } }],
  ['twenty levels', form(brackets(20)), { body: { a: nest(20) } }],
  ['a thousand fields', form(fields(1000)), { body: Object.fromEntries(fieldEntries(1000)) }],
  [
    'a thousand fields and more ampersands',
    form(`&&&${fields(1000)}&`),
    { body: Object.fromEntries(fieldEntries(1000)) },
  ],
  ['a charset', typed(`${FORM}; charset="UTF-8"`)('a=1'), { body: { a: '1' } }],
  ['a type in capitals', typed('Application/JSON;Charset=utf-8')('{"a":"1"}'), { body: { a: '1' } }],
  ['identity encoding', { body: 'a=1', headers: { 'content-type': FORM, 'content-encoding': 'Identity' } }, one()],
  ['a JSON object', json('{"a":"1"}'), one()],
  ['an empty JSON object', json(' {} '), {}],
  ['a byte order mark', json('\uFEFF{"a":"1"}'), one()],
  ['a byte order mark of a form', form('\uFEFFa=1'), one()],
  ['a byte order mark of a form, encoded', form('%EF%BB%BFa=1'), one()],
  ['a byte order mark alone', form('\uFEFF'), {}],
  ['a byte order mark in a value', form('a=\uFEFF1'), { body: { a: '\uFEFF1' } }],
  ['white space', json('\r\n\t {"a" : "1"}\n'), one()],
  ['JSON scalars', json('{"a":true,"b":null,"c":[],"d":{}}'), { body: { a: true, b: null, c: [], d: {} } }],
  ['plain numbers', json('{"a":1,"b":-2.5,"c":0}'), { body: { a: '1', b: '-2.5', c: '0' } }],
  [
    'numbers that a float would change',
    json('{"a":10.0,"b":1e400,"c":-0}'),
    { body: { a: '10.0', b: '1e400', c: '-0' } },
  ],
  ['a number of many digits', json('{"a":9007199254740993}'), { body: { a: '9007199254740993' } }],
  ['a small number', json('{"a":0.0000001}'), { body: { a: '0.0000001' } }],
  ['numbers in strings', json('{"a":"1e5 \\" 2.0","b":1}'), { body: { a: '1e5 " 2.0', b: '1' } }],
  [
    'brackets after an escaped quote',
    json(`{"a":"\\\\\\"${'['.repeat(30)}"}`),
    { body: { a: `\\"${'['.repeat(30)}` } },
  ],
  ['numbers in lists', json('{"a":[1,2.50,{"b":3}]}'), { body: { a: ['1', '2.50', { b: '3' }] } }],
  ['the last of two members', json('{"a":2,"a":"1"}'), one()],
  ['the last of two members, losslessly', json('{"b":1.0,"b":2.0,"a":"1"}'), { body: { a: '1', b: '2.0' } }],
  ['members without a name', json('{"":1,"a":{"":2,"b":"3"}}'), { body: { a: { b: '3' } } }],
  ['escapes', json('{"a":"\\t\\u00e9\\ud83d\\ude00"}'), { body: { a: '\té😀' } }],
  ['JSON of twenty levels', json(nested(21)), { body: nest(21) as object }],
  ['a thousand values', json(`{"a":[${'1,'.repeat(999)}1]}`), { body: { a: Array<string>(1000).fill('1') } }],
  ['parts', multipart(part('a', '1') + part('b[0][c]', 'é') + '--XX--'), { body: { a: '1', b: { 0: { c: 'é' } } } }],
  ['a part of JSON text', multipart(part('a', '[1,{"b":2}]') + '--XX--'), { body: { a: '[1,{"b":2}]' } }],
  ['a part with a name beyond ASCII', multipart(part('é', '1') + '--XX--'), { body: { é: '1' } }],
  ['parts without a name', multipart(part('', '1') + part('a', '1') + '--XX--\r\n'), one()],
  ['no parts', multipart('--XX--'), {}],
  ['a body on PUT', form('a=1', { method: 'PUT' }), { method: 'PUT', ...one() }],
  ['a body on DELETE', form('sku=x', { method: 'DELETE' }), { method: 'DELETE', body: { sku: 'x' } }],
  ['a query', get('/?limit=5&bill_to[city]=Bath'), { method: 'GET', query: { limit: '5', bill_to: { city: 'Bath' } } }],
  ['an empty query', get('/?'), { method: 'GET' }],
  ['a question mark in a query', get('/?a=b?c'), { method: 'GET', query: { a: 'b?c' } }],
  ['a query on POST', form('a=1', { path: '/?a=2' }), { body: { a: '1' }, query: { a: '2' } }],
  [
    'filters in a body',
    form('a=body&b=body', { method: 'GET', path: '/?a=query' }),
    { method: 'GET', body: { a: 'body', b: 'body' }, query: { a: 'query', b: 'body' } },
  ],
  ['filters in JSON', json('{"a":1}', { method: 'GET' }), { method: 'GET', body: { a: '1' }, query: { a: '1' } }],
  ['POST as PUT', form('a=1', { path: '/?_method=PUT' }), { method: 'PUT', ...one() }],
  ['POST as delete', { path: '/x?b=1&_method=delete' }, { method: 'DELETE', query: { b: '1' } }],
  ['POST as nothing', { path: '/?_method=' }, {}],
  ['_method in a body', form('_method=PUT&a=1'), one()],
  ['_method on GET', get('/?_method=DELETE&a=1'), { method: 'GET', query: { a: '1' } }],
  ['_method on PUT', { method: 'PUT', path: '/?_method=nonsense' }, { method: 'PUT' }],
  ['OPTIONS', { method: 'OPTIONS' }, { method: 'OPTIONS' }],
];

const REFUSED: [name: string, sent: Sent, status: number, answer: object][] = [
  ['no type', { body: 'a=1' }, 415, BAD_TYPE],
  ['an unknown type', typed('text/plain')('a=1'), 415, BAD_TYPE],
  ['a type like JSON', typed('application/json2')('{}'), 415, BAD_TYPE],
  ['another charset', typed(`${FORM}; charset=iso-8859-1`)('a=1'), 415, BAD_CHARSET],
  ['another charset in capitals', typed(`${FORM}; CHARSET=Latin1`)('a=1'), 415, BAD_CHARSET],
  ['another charset of JSON', typed('application/json; charset=utf-16')('{}'), 415, BAD_CHARSET],
  ['gzip', { body: 'a=1', headers: { 'content-type': FORM, 'content-encoding': 'gzip' } }, 415, BAD_ENCODING],
  ['a lone percent', form('a=%'), 400, BAD_PERCENT],
  ['a wrong percent', form('a=%zz'), 400, BAD_PERCENT],
  ['a wrong percent in a name', form('%e=1'), 400, BAD_PERCENT],
  ['percent-encoded Latin-1', form('a=%E9'), 400, BAD_PERCENT],
  ['a percent-encoded surrogate', form('a=%ED%A0%80'), 400, BAD_PERCENT],
  ['an overlong percent-encoding', form('a=%C0%80'), 400, BAD_PERCENT],
  ['Latin-1 bytes', form(Buffer.from('a=\xe9', 'latin1')), 400, BAD_UTF8],
  ['Latin-1 bytes in JSON', json(Buffer.from('{"a":"\xe9"}', 'latin1')), 400, BAD_UTF8],
  ['Latin-1 bytes in a part', multipart(Buffer.from(part('a', '\xe9') + '--XX--', 'latin1')), 400, BAD_UTF8],
  ['a wrong percent in a query', get('/?a=%'), 400, BAD_PERCENT],
  ['NUL', form('a=x%00'), 422, invalid('a', BAD_TEXT)],
  ['NUL deep down', form('a[b][0]=%00'), 422, invalid('a.b.0', BAD_TEXT)],
  ['NUL in a name', form('a%00b=1'), 422, invalid('a\uFFFDb', BAD_TEXT)],
  ['a vertical tab', form('a=%0B'), 422, invalid('a', BAD_TEXT)],
  ['escape in a query', get('/?a=%1B'), 422, invalid('a', BAD_TEXT)],
  ['NUL in a part', multipart(part('a', '\0') + '--XX--'), 422, invalid('a', BAD_TEXT)],
  ['NUL in JSON', json('{"a":{"b":["x","\\u0000"]}}'), 422, invalid('a.b.1', BAD_TEXT)],
  ['a backspace in JSON', json('{"a":"\\b"}'), 422, invalid('a', BAD_TEXT)],
  ['a lone surrogate', json('{"a":"\\ud800"}'), 422, invalid('a', BAD_TEXT)],
  ['a lone surrogate in a name', json('{"\\udc00":1}'), 422, invalid('\uFFFD', BAD_TEXT)],
  ['__proto__', form('__proto__=1'), 422, invalid('__proto__', BAD_NAME)],
  ['__proto__ in brackets', form('a[__proto__][x]=1'), 422, invalid('a.__proto__', BAD_NAME)],
  ['__proto__ outside brackets', form('__proto__[x]=1'), 422, invalid('__proto__', BAD_NAME)],
  ['constructor', form('constructor[prototype][x]=1'), 422, invalid('constructor', BAD_NAME)],
  ['prototype, encoded', form('a%5B%70rototype%5D=1'), 422, invalid('a.prototype', BAD_NAME)],
  ['__proto__ in a query', get('/?__proto__[x]=1'), 422, invalid('__proto__', BAD_NAME)],
  ['__proto__ in JSON', json('{"__proto__":{"x":1}}'), 422, invalid('__proto__', BAD_NAME)],
  ['__proto__ in lossless JSON', json('{"a":1.0,"__proto__":{"x":1}}'), 422, invalid('__proto__', BAD_NAME)],
  ['constructor deep in JSON', json('{"a":[{"constructor":1}]}'), 422, invalid('a.0.constructor', BAD_NAME)],
  ['prototype in a part', multipart(part('prototype', '1') + '--XX--'), 422, invalid('prototype', BAD_NAME)],
  ['a value and brackets', form('a=1&a[b]=2'), 422, invalid('a', MIXED)],
  ['brackets and a value', form('a[b]=2&a=1'), 422, invalid('a', MIXED)],
  ['the same deeper', form('a[b]=1&a[b][c]=2'), 422, invalid('a.b', MIXED)],
  ['21 levels', form(brackets(21)), 422, invalid('a', TOO_DEEP)],
  ['5000 levels', form(brackets(5000)), 422, invalid('a', TOO_DEEP)],
  ['21 levels of a query', get(`/?${brackets(21)}`), 422, invalid('a', TOO_DEEP)],
  ['21 levels of JSON', json(nested(22)), 422, invalid('a', TOO_DEEP)],
  ['the deep one of two members', json(`{"b":{"c":1},"a":${'['.repeat(30)}`), 422, invalid('a', TOO_DEEP)],
  ['levels under a deeper name', json(`{"a":{"b":${'['.repeat(30)}`), 422, invalid('a', TOO_DEEP)],
  ['5000 levels of JSON', json(`{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`), 422, invalid('a', TOO_DEEP)],
  ['500000 levels of JSON', json(`{"a":${'['.repeat(5e5)}${']'.repeat(5e5)}}`), 422, invalid('a', TOO_DEEP)],
  ['500000 levels in an unnamed member', json('{' + '['.repeat(5e5)), 400, BAD_JSON],
  [
    '500000 levels under a broken name',
    json('{"\\x":' + '['.repeat(5e5)),
    400,
    notJson("Invalid escape character '\\x' (line 1, column 3)"),
  ],
  ['500000 levels without a name', json('['.repeat(5e5)), 400, BAD_JSON],
  ['500000 nameless maps', json('{'.repeat(5e5)), 400, BAD_JSON],
  ['1001 fields', form(fields(1001)), 413, TOO_MANY],
  ['1001 fields of a query', get(`/?${fields(1001)}`), 413, TOO_MANY],
  ['1001 values', json(`{"a":[${'1,'.repeat(1000)}1]}`), 413, TOO_MANY],
  ['1001 parts', multipart(part('a', '1').repeat(1001) + '--XX--'), 413, TOO_MANY],
  ['a large form', form(`a=${'x'.repeat(1_048_575)}`), 413, TOO_LARGE],
  ['a large body of no type', { body: 'x'.repeat(1_048_577) }, 413, TOO_LARGE],
  ['a JSON list', json('[]'), 400, BAD_JSON],
  ['a JSON string', json('"a"'), 400, BAD_JSON],
  ['a JSON number', json('1'), 400, BAD_JSON],
  ['JSON null', json('null'), 400, BAD_JSON],
  ['white space for JSON', json('  '), 400, BAD_JSON],
  ['cut JSON', json('{"a":"1'), 400, notJson(`End of string '"' expected but reached end of input (line 1, column 8)`)],
  ['cut JSON after a backslash', json('{"a":"1\\'), 400, notJson("Invalid escape character '\\' (line 1, column 8)")],
  ['two JSON texts', json('{}{}'), 400, notJson("Expected end of input but got '{' (line 1, column 3)")],
  [
    'a JSON comma too many',
    json('{"a":1,}'),
    400,
    notJson("Quoted object key expected but got '}' (line 1, column 8)"),
  ],
  [
    'a JSON number with a leading zero',
    json('{"a":01}'),
    400,
    notJson("Comma ',' expected after value but got '1' (line 1, column 7)"),
  ],
  [
    'a JSON number with a plus',
    json('{"a":1.0,"b":+1}'),
    400,
    notJson("Object value expected after ':' (line 1, column 14)"),
  ],
  [
    'a JSON number without decimals',
    json('{"a":1.}'),
    400,
    notJson("Invalid number '1.', expecting a digit but got '}' (line 1, column 8)"),
  ],
  [
    'a number for a JSON name',
    json('{1:"a"}'),
    400,
    notJson("Quoted object key expected but got '1' (line 1, column 2)"),
  ],
  ['NaN', json('{"a":NaN}'), 400, notJson("Object value expected after ':' (line 1, column 6)")],
  ['a raw line break in a JSON string', json('{"a":"\n"}'), 400, notJson("Invalid character '\n' (line 1, column 7)")],
  [
    'a fault on the third line',
    json('{"a":\n  1,\n  x}'),
    400,
    notJson("Quoted object key expected but got 'x' (line 3, column 3)"),
  ],
  [
    'a long number without an end',
    json(`{"a":${'1'.repeat(500)}.}`),
    400,
    notJson(`Invalid number '${'1'.repeat(64)} (line 1, column 507)`),
  ],
  ['a second byte order mark', json('\uFEFF\uFEFF{}'), 400, BAD_JSON],
  [
    'a file',
    multipart(part('photo', 'x', '; filename="a.png"') + '--XX--'),
    422,
    invalid('photo', 'must not be a file'),
  ],
  [
    'a file in Latin-1 after a field',
    multipart(Buffer.from(part('a', '1') + part('b', '\xe9', '; filename="c"') + '--XX--', 'latin1')),
    422,
    invalid('b', 'must not be a file'),
  ],
  [
    'two faults, the first',
    multipart(part('a', '\0') + part('b', 'x', '; filename="c"') + '--XX--'),
    422,
    invalid('a', BAD_TEXT),
  ],
  ['parts without an end', multipart(part('a', '1')), 400, BAD_PARTS],
  ['no boundary', typed('multipart/form-data')(part('a', '1')), 400, BAD_PARTS],
  ['a broken part header', multipart('--XX\r\nno header\r\n\r\n1\r\n--XX--'), 400, BAD_PARTS],
  [
    'a part of an unknown charset',
    multipart(
      '--XX\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: text/plain; charset=x\r\n\r\n1\r\n--XX--',
    ),
    415,
    BAD_CHARSET,
  ],
  ['an unknown _method', { path: '/?_method=PATCH' }, 422, invalid('_method', 'must be PUT or DELETE')],
  ['a list for _method', { path: '/?_method[]=PUT' }, 422, invalid('_method', 'must be PUT or DELETE')],
];

function one(): Read {
  return { body: { a: '1' } };
}

function fieldEntries(count: number): [string, string][] {
  return Array.from({ length: count }, (_, i) => [`f${i}`, '1']);
}

describe('a request', () => {
  let server: EchoServer;

  beforeAll(async () => {
    server = await EchoServer.start(UNKNOWN_CALLER);
  });
  afterAll(() => server.stop());

  it.each(ACCEPTED)('is read with %s', async (_name, sent, { method = 'POST', body = {}, query = {} }) => {
    expect(await server.send(sent)).toEqual({ status: 200, answer: { method, body, query } });
  });

  it.each(REFUSED)('is refused with %s', async (_name, sent, status, answer) => {
    expect(await server.send(sent)).toEqual({ status, answer });
  });
});
