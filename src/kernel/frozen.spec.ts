import { frozen } from './frozen';

describe('a frozen value', () => {
  it('is the same value, which nobody can change any more, nor anything in it', () => {
    const value = { title: 'Tea', sizes: [{ grams: 50 }, null], none: undefined };
    expect(frozen(value)).toBe(value);
    expect(value).toEqual({ title: 'Tea', sizes: [{ grams: 50 }, null], none: undefined });
    expect([value, value.sizes, value.sizes[0]].map(Object.isFrozen)).toEqual([true, true, true]);
  });

  it.each([null, undefined, 7, 'text', 10n, true])('is %p itself', (value) => {
    expect(frozen(value)).toBe(value);
  });

  it('is not looked into again once it is frozen, however its parts refer to one another', () => {
    const part = { count: 1 };
    const shared = Object.freeze({ part });
    expect(frozen([shared, shared])).toEqual([{ part: { count: 1 } }, { part: { count: 1 } }]);
    expect(Object.isFrozen(part)).toBe(false);
  });
});
