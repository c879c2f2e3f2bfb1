import { parseAmount, smallestUnit } from '../../../kernel/money';
import { refundOfUnits, spreadTax } from './refund-amounts';

const pence = { step: smallestUnit('GBP'), mode: 'half_up' } as const;

describe('refundOfUnits (orders-and-payments.md 16)', () => {
  /** Gives the units of a line back one by one. @returns what each was worth, in ten-thousandths */
  function oneByOne(charged: string, quantity: number): bigint[] {
    const worth: bigint[] = [];
    for (let returned = 0; returned < quantity; returned += 1) {
      const refunded = worth.reduce((sum, amount) => sum + amount, 0n);
      worth.push(refundOfUnits({ charged: parseAmount(charged), quantity, returned, refunded }, 1, pence));
    }
    return worth;
  }

  it.each([
    ['10', 3, [33_300n, 33_300n, 33_400n]],
    ['11.99', 3, [40_000n, 40_000n, 39_900n]],
    ['0.05', 10, [100n, 100n, 100n, 100n, 100n, 0n, 0n, 0n, 0n, 0n]],
    ['0', 2, [0n, 0n]],
  ])('of %s for %d gives the last unit the rest, and never more than is left', (charged, quantity, worth) =>
    expect(oneByOne(charged, quantity)).toEqual(worth),
  );

  it('of several units is their part of the line at once', () => {
    const line = { charged: parseAmount('10'), quantity: 3, returned: 0, refunded: 0n };
    expect(refundOfUnits(line, 2, pence)).toBe(66_700n);
  });
});

describe('spreadTax (orders-and-payments.md 12)', () => {
  it.each([
    ['one payment', 16_700n, [100_200n], [16_700n]],
    ['payments of the same amount', 100n, [50_000n, 50_000n, 50_000n], [0n, 0n, 100n]],
    ['payments of other amounts', 16_700n, [30_000n, 20_000n], [10_000n, 6_700n]],
    ['goods that cost nothing', 0n, [0n], [0n]],
  ])('over %s gives all of it', (_, tax, amounts, parts) => {
    expect(spreadTax(tax, amounts, pence)).toEqual(parts);
  });
});
