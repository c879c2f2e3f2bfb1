import { isForSale } from './product-sale';

describe('carts.md 9: what can be bought', () => {
  const live = { status: '1', catalogOnly: '0', stockStatus: '1' } as const;

  it.each([
    [live, true],
    [{ ...live, stockStatus: '0' as const }, true],
    [{ ...live, stockStatus: '3' as const }, false],
    [{ ...live, stockStatus: '5' as const }, false],
    [{ ...live, status: '0' as const }, false],
    [{ ...live, catalogOnly: '1' as const }, false],
  ])('%j: %s', (product, expected) => {
    expect(isForSale(product)).toBe(expected);
  });
});
