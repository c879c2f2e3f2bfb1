import { type PricedLine, pricesTax } from './line-prices';

const LINE: PricedLine = { quantity: 3, price: 10, discount: 3, net: 27, tax: 5.4, total: 32.4 };

describe('prices of units', () => {
  it.each<[Partial<PricedLine>, string]>([
    [{}, '.net'],
    [{ net: 22.5, tax: 4.5, total: 27 }, '.gross'],
    // One was rounded.
    [{ net: 27.01 }, '.net'],
    [{ tax: 0, total: 27 }, ''],
  ])('of %j contain the tax: "%s"', (fields, tax) => {
    expect(pricesTax([{ ...LINE, ...fields }])).toBe(tax);
  });
});
