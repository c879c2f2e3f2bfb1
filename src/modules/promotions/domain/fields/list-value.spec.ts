import { decodeJson, isRecord, readList } from './list-value';

describe('wire.md 1: a list of a body', () => {
  it.each<[unknown, unknown]>([
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
    [[], []],
    [{}, []],
    [{ 10: 'c', 2: 'b', 0: 'a' }, ['a', 'b', 'c']],
    // Keys that are no positions of an array keep the order in which they were sent.
    [{ '010': 'c', '02': 'b', '00': 'a' }, ['a', 'b', 'c']],
    [{ 999999: 'z' }, ['z']],
  ])('%j is %j', (sent, list) => {
    expect(readList(sent)).toEqual(list);
  });

  it.each([['a,b'], [7], [null], [undefined], [true], [{ a: 1 }], [{ 0: 'a', b: 'b' }], [{ '1a': 1 }], [{ a1: 1 }]])(
    'is not %j',
    (sent) => {
      expect(readList(sent)).toBeUndefined();
    },
  );

  it('has at most a million positions', () => {
    expect(readList({ 1000000: 'a' })).toBeUndefined();
    expect(readList({ '-1': 'a' })).toBeUndefined();
  });
});

describe('a decoded value', () => {
  it('is a record where it has keys of its own', () => {
    expect([{}, { a: 1 }].map(isRecord)).toEqual([true, true]);
    expect([[], null, undefined, 'text', 7].map(isRecord)).toEqual([false, false, false, false, false]);
  });

  it('comes from JSON text only', () => {
    expect([decodeJson('[1,"a"]'), decodeJson('null'), decodeJson('{'), decodeJson('')]).toEqual([
      [1, 'a'],
      null,
      undefined,
      undefined,
    ]);
  });
});
