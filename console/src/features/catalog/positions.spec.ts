import { positionsAfterMove } from './positions';

describe('positionsAfterMove', () => {
  const siblings = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];

  it.each([
    ['b', -1, { b: 0, a: 1, c: 2 }],
    ['b', 1, { a: 0, c: 1, b: 2 }],
    ['a', -1, undefined],
    ['c', 1, undefined],
    ['d', 1, undefined],
  ] as const)('of %s by %d are %j', (id, by, positions) =>
    expect(positionsAfterMove(siblings, id, by)).toEqual(positions),
  );
});
