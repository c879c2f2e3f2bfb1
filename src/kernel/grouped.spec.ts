import { grouped } from './grouped';

describe('values by a key', () => {
  it('are together under it, keys and values in the order of the values', () => {
    const groups = grouped(['pear', 'apple', 'plum', 'avocado', 'fig'], (fruit) => fruit.charAt(0));
    expect([...groups]).toEqual([
      ['p', ['pear', 'plum']],
      ['a', ['apple', 'avocado']],
      ['f', ['fig']],
    ]);
  });

  it('are none for none', () => {
    expect(grouped([], String)).toEqual(new Map());
  });
});
