import * as fc from 'fast-check';
import { stringify } from 'qs';
import { asJson, asList } from './field.shapes';
import { FieldFault } from './field.rules';
import { parseForm } from './form.parser';
import { parseJson, parseJsonBody } from './json.parser';

const BAD_TEXT = 'must not hold control characters or broken Unicode';
const TOO_DEEP = 'must not be nested more than 20 levels deep';
const field = (form: string): unknown => parseForm(form)['a'];

/** Returns the message and the path of the RangeError that `step` throws. */
function faultOf(step: () => unknown): { message: string; path: readonly string[] | undefined } {
  try {
    step();
  } catch (error) {
    if (error instanceof RangeError) {
      return { message: error.message, path: error instanceof FieldFault ? error.path : undefined };
    }
  }
  throw new Error('no RangeError was thrown');
}

describe('asList', () => {
  it.each<[name: string, value: unknown]>([
    ['a real array', ['x', 'y']],
    ['JSON text', '["x","y"]'],
    ['JSON text of an index map', '{"0":"x","1":"y"}'],
    ['unindexed brackets', field('a[]=x&a[]=y')],
    ['indexed brackets', field('a[0]=x&a[1]=y')],
    ['indexed brackets in another order', field('a[1]=y&a[0]=x')],
    ['encoded brackets', field('a%5B%5D=x&a%5b%5d=y')],
  ])('reads %s', (_name, value) => {
    expect(asList(value)).toEqual(['x', 'y']);
  });

  it('reads a list inside brackets', () => {
    const items = field('a[children][0][type]=cart_item&a[children][1][type]=cart') as { children: unknown };
    expect(asList(items.children)).toEqual([{ type: 'cart_item' }, { type: 'cart' }]);
  });

  it('keeps the text of numbers and more than twenty items', () => {
    expect(asList('[1.50,2e3]')).toEqual(['1.50', '2e3']);
    expect(asList(field(Array.from({ length: 900 }, (_, i) => `a[]=${i}`).join('&')))).toEqual(
      Array.from({ length: 900 }, (_, i) => String(i)),
    );
  });

  it.each([[[]], ['[]'], [{}], ['{}']])('reads %p as empty', (value) => {
    expect(asList(value)).toEqual([]);
  });

  it.each([
    ['x,y'],
    [''],
    ['"x"'],
    ['3'],
    ['null'],
    ['[1'],
    [null],
    [undefined],
    [3],
    [true],
    [{ 1: 'x' }],
    [{ 0: 'x', 2: 'y' }],
    [{ 401: '402' }],
    [{ 0: 'x', a: 'y' }],
    [new Map()],
  ])('refuses %p', (value) => {
    expect(faultOf(() => asList(value))).toEqual({ message: 'must be a JSON array', path: undefined });
  });
});

describe('asJson', () => {
  const rules = { type: 'group', children: [{ type: 'cart_item', against: '10.0' }] };

  it.each<[name: string, value: unknown]>([
    ['JSON text', '{"type":"group","children":[{"type":"cart_item","against":10.0}]}'],
    ['brackets', field('a[type]=group&a[children][0][type]=cart_item&a[children][0][against]=10.0')],
    ['unindexed brackets', field('a[type]=group&a[children][][type]=cart_item&a[children][0][against]=10.0')],
    ['a real object', structuredClone(rules)],
    ['a JSON body', parseJsonBody(`{"a":${JSON.stringify(rules)}}`)['a']],
  ])('reads %s', (_name, value) => {
    expect(asJson(value)).toEqual(rules);
  });

  it('turns lists, numbers and nothing else', () => {
    const value = { a: { 0: 'x' }, b: { 401: '402' }, c: {}, d: [], e: true, f: null, g: 1.5 };
    const before = structuredClone(value);
    expect(asJson(value)).toEqual({ a: ['x'], b: { 401: '402' }, c: {}, d: [], e: true, f: null, g: '1.5' });
    expect(value).toEqual(before);
  });

  it('makes objects without a prototype', () => {
    const made = asJson('{"a":[{}]}') as { a: object[] };
    expect([made, made.a[0]].map((each) => Object.getPrototypeOf(each) as unknown)).toEqual([null, null]);
  });

  it('takes twenty levels and no more, in a text or not', () => {
    const nested = (levels: number): string => '{"b":'.repeat(levels) + '1' + '}'.repeat(levels);
    const fault = { message: TOO_DEEP, path: ['b'] };
    expect(asJson(nested(20))).toEqual(parseJson(nested(20)));
    expect(asJson(JSON.parse(nested(20)))).toEqual(parseJson(nested(20)));
    expect(faultOf(() => asJson(nested(21)))).toEqual(fault);
    expect(faultOf(() => asJson(JSON.parse(nested(21))))).toEqual(fault);
  });

  it.each([['x'], [''], ['3'], ['"x"'], ['true'], ['null'], ['{"a":1'], [3], [null], [undefined], [new Map()]])(
    'refuses %p',
    (value) => {
      expect(faultOf(() => asJson(value))).toEqual({ message: 'must be a JSON object or array', path: undefined });
    },
  );

  it.each<[name: string, value: unknown, message: string, path: string[] | undefined]>([
    ['NUL in a text', '{"b":["\\u0000"]}', BAD_TEXT, ['b', '0']],
    ['NUL in an object', { b: ['\0'] }, BAD_TEXT, ['b', '0']],
    ['a forbidden key in a text', '[{"__proto__":1}]', 'is not allowed as a name', ['0', '__proto__']],
    ['a forbidden key in an object', [{ prototype: 1 }], 'is not allowed as a name', ['0', 'prototype']],
    ['a text too deep', `{"b":${'['.repeat(500_000)}`, TOO_DEEP, ['b']],
    ['a list too deep', `["b",${'['.repeat(500_000)}`, TOO_DEEP, []],
    ['a map in a list too deep', '[{"b":'.repeat(500_000), TOO_DEEP, []],
    ['an object too deep', { b: JSON.parse('['.repeat(5000) + ']'.repeat(5000)) as unknown }, TOO_DEEP, ['b']],
    ['too many values', `[${'1,'.repeat(1000)}1]`, 'must not hold more than 1000 values', undefined],
    ['a function', { b: () => 1 }, 'must be text, a boolean, null, a list or a map', ['b']],
  ])('refuses %s', (_name, value, message, path) => {
    expect(faultOf(() => asJson(value))).toEqual({ message, path });
  });
});

/** Any text that a request may hold. */
const text = fc.string({ unit: 'grapheme' }).filter((made) => !/[^\P{Cc}\t\n\r\x7f-\x9f]/u.test(made));
const key = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
  .filter((made) => !/[[\]\p{Cc}]/u.test(made) && !['__proto__', 'constructor', 'prototype'].includes(made));
const decimal = fc.oneof(
  fc.stringMatching(/^-?(0|[1-9]\d{0,30})(\.\d{1,30})?([eE][+-]?\d{1,4})?$/),
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
);
const tree = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 6, depthSize: 'small' },
    text,
    fc.dictionary(key, tie('node'), { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
    fc.array(tie('node'), { minLength: 1, maxLength: 4 }),
  ),
})).node;
const object = fc.dictionary(key, tree, { maxKeys: 5, noNullPrototype: true });

/** Lists as the index maps that bracket notation leaves. */
function indexed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, indexed(item)]));
}

describe('fields', () => {
  it.each([
    ['a form', parseForm('a[b]=1')],
    ['a flat form', parseForm('a=1')],
    ['an empty form', parseForm('')],
    ['JSON', parseJsonBody('{"a":{"b":1}}')],
    ['lossless JSON', parseJsonBody('{"a":{"b":1.0}}')],
  ])('of %s have no prototype', (_name, made) => {
    const maps = [made, made['a']].filter((each) => typeof each === 'object');
    expect(maps.map((each) => Object.getPrototypeOf(each) as unknown)).toEqual(maps.map(() => null));
  });
});

describe('any object', () => {
  it.each([true, false])('keeps its strings through bracket notation (encoded names: %p)', (isEncoded) => {
    fc.assert(
      fc.property(object, (made) => {
        const encodeName = (name: string): string =>
          isEncoded ? encodeURIComponent(name) : name.replace(/[^[\]\w]+/gu, encodeURIComponent);
        const sent = stringify(made, {
          encoder: (part: string, _default, _charset, type) =>
            type === 'key' ? encodeName(part) : encodeURIComponent(part),
        });
        expect(parseForm(sent)).toEqual(indexed(made));
      }),
    );
  });

  it('keeps its strings through JSON', () => {
    fc.assert(
      fc.property(object, (made) => {
        expect(parseJsonBody(JSON.stringify(made))).toEqual(made);
      }),
    );
  });

  it('means the same in brackets, as JSON text and as itself', () => {
    fc.assert(
      fc.property(tree, (made) => {
        fc.pre(typeof made === 'object');
        const own = asJson(made);
        expect(asJson(JSON.stringify(made))).toEqual(own);
        expect(asJson(field(stringify({ a: made })))).toEqual(own);
      }),
    );
  });
});

describe('any JSON number', () => {
  it('keeps its text, alone and among others', () => {
    fc.assert(
      fc.property(fc.array(decimal, { minLength: 1, maxLength: 5 }), (numbers) => {
        expect(parseJson(`{"a":[${numbers.join(',')}]}`)).toEqual({ a: numbers });
      }),
      { numRuns: 1000 },
    );
  });
});

describe('any text at all', () => {
  it('is JSON for us exactly when it is JSON', () => {
    const scrap = fc.array(fc.constantFrom(...'{}[],:"\\ 0123.eE+-tfn', 'true', 'null', '"a"'), { maxLength: 12 });
    const isJson = (read: (json: string) => unknown, json: string): boolean => {
      try {
        read(json);
        return true;
      } catch (error) {
        if (error instanceof SyntaxError) return false;
        // `"\f"` is JSON, though no text for us.
        if (error instanceof FieldFault) return true;
        throw error;
      }
    };
    fc.assert(
      fc.property(scrap, (parts) => {
        const json = parts.join('');
        expect(isJson(parseJson, json)).toBe(isJson(JSON.parse, json));
      }),
      { numRuns: 5000, examples: [[['"', '\\', 'f', '"']]] },
    );
  });
});
