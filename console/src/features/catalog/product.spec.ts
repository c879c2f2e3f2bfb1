import { type Product, stockOf } from './product';

describe('stockOf', () => {
  const product = (status: string, stock_level: number, low_stock: number | null = null): Product =>
    ({ stock_status: { data: { key: status } }, stock_level, low_stock }) as unknown as Product;

  it.each([
    ['0', 0, null, 'plain', 'Unlimited'],
    ['1', 5, null, 'good', 'In stock'],
    ['1', 5, 5, 'warning', 'Low stock'],
    ['1', 0, null, 'bad', 'Sold out'],
    ['2', 9, null, 'warning', 'Low stock'],
    ['3', 9, null, 'bad', 'Out of stock'],
    ['4', 0, 2, 'bad', 'Sold out'],
    ['5', 9, null, 'plain', 'Discontinued'],
  ] as const)('of status %s with %d units, low at %j, is %s: %s', (status, level, low, tone, text) =>
    expect(stockOf(product(status, level, low))).toEqual({ tone, text }),
  );
});
