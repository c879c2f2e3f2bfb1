import * as fc from 'fast-check';
import { parseAmount } from '../../../kernel/money';
import { inDefaultCurrency, minorToAmount, OrderMoney } from './order-money';
import { spreadDiscount } from './spread-discount';

const halfUp = () => new OrderMoney({ code: 'GBP' });
const halfEven = () => new OrderMoney({ code: 'GBP', roundingMode: 'half_even' });

describe('rounding', () => {
  const tenths = [4n, 5n, 6n, 14n, 15n, 16n, 25n];

  it('is half up unless the currency says half even', () => {
    expect(tenths.map((n) => halfUp().round(n, 10n))).toEqual([0n, 1n, 1n, 1n, 2n, 2n, 3n]);
    expect(tenths.map((n) => halfEven().round(n, 10n))).toEqual([0n, 0n, 1n, 1n, 2n, 2n, 2n]);
  });

  it('needs no even denominator', () => {
    expect([1n, 2n, 4n, 5n].map((n) => halfUp().round(n, 3n))).toEqual([0n, 1n, 1n, 2n]);
    expect([1n, 2n, 4n, 5n].map((n) => halfEven().round(n, 3n))).toEqual([0n, 1n, 1n, 2n]);
  });
});

describe('the money of an order', () => {
  it.each([
    ['GBP', '1', '19.99', 3n, 5997n],
    ['GBP', '1', '0.0049', 1n, 0n],
    ['GBP', '1', '0.0049', 3n, 1n],
    ['JPY', '187.335', '1', 10n, 1873n],
    ['KWD', '0.41', '1.0005', 1n, 410n],
    ['USD', '1.65', '60', 1n, 9900n],
  ])('in %s at %s: %s × %i is %i minor units', (code, exchangeRate, value, units, minor) => {
    expect(new OrderMoney({ code, exchangeRate }).fromDefault(parseAmount(value), units)).toBe(minor);
  });

  it('takes a price that is already in the order currency as it is', () => {
    const money = new OrderMoney({ code: 'USD', exchangeRate: '1.65' });
    expect(money.fromOrder(parseAmount('16.499'), 2n)).toBe(3300n);
  });

  it('orders-and-payments.md 37: rounds a total half up to the step of the currency', () => {
    const money = new OrderMoney({ code: 'CHF', totalStep: parseAmount('0.05') });
    expect([997n, 998n, 1002n, 1003n, 1005n].map((sum) => money.roundedTotal(sum))).toEqual([
      995n,
      1000n,
      1000n,
      1005n,
      1005n,
    ]);
    expect(halfEven().roundedTotal(997n)).toBe(997n);
  });

  it('taxes what is left, at any decimal rate', () => {
    expect(['0', '0.0', '20', '17.5', '8.875'].map((rate) => halfUp().taxOn(1000n, rate))).toEqual([
      0n,
      0n,
      200n,
      175n,
      89n,
    ]);
    expect(halfUp().taxOn(0n, '20')).toBe(0n);
  });

  it('finds the tax that a price includes, at any decimal rate', () => {
    const rates = ['0', '0.0', '20', '17.5'];
    expect(rates.map((rate) => halfUp().taxWithin(1200n, rate))).toEqual([0n, 0n, 200n, 179n]);
    expect([halfUp().taxWithin(5n, '25'), halfUp().taxWithin(0n, '25')]).toEqual([1n, 0n]);
    const half = [halfUp(), halfEven()].map((money) => [money.taxWithin(25n, '11.1111'), money.taxOn(25n, '10')]);
    expect(half).toEqual([
      [2n, 3n],
      [2n, 2n],
    ]);
  });

  it('is changed back into the default currency, to four decimals or as a fraction', () => {
    const yen = { code: 'JPY', exchangeRate: '187.335' };
    expect(inDefaultCurrency(parseAmount('1000'), yen)).toBe(parseAmount('5.338'));
    const money = new OrderMoney(yen);
    expect(money.inDefault(1000n)).toEqual({ numerator: 1_000_000n, denominator: 187_335n });
    expect([money.smallestInDefault, halfUp().smallestInDefault]).toEqual([54n, 100n]);
  });

  it('is stored in ten-thousandths', () => {
    expect([minorToAmount(5n, 2), minorToAmount(5n, 0), minorToAmount(5n, 3)]).toEqual([500n, 50_000n, 50n]);
  });

  it.each([
    ['0', 'exchange rate must be above zero'],
    ['-1', 'exchange rate must be above zero'],
    ['1e3', 'not a decimal number: 1e3'],
    ['', 'not a decimal number: '],
  ])('refuses the exchange rate %p', (exchangeRate, message) => {
    expect(() => new OrderMoney({ code: 'GBP', exchangeRate })).toThrow(new RangeError(message));
  });

  it('refuses a tax rate that is none', () => {
    expect(() => halfUp().taxOn(1n, 'x')).toThrow(RangeError);
    expect(() => halfUp().taxOn(1n, '-1')).toThrow(new RangeError('tax rate must not be negative'));
  });
});

describe('a spread', () => {
  it.each([
    [10n, [10n, 10n, 10n], [4n, 3n, 3n]],
    [2n, [1n, 2n, 4n], [0n, 1n, 1n]],
    [3n, [0n, 5n, 0n, 5n], [0n, 2n, 0n, 1n]],
    [0n, [5n, 5n], [0n, 0n]],
    [0n, [0n], [0n]],
    [10n, [5n, 5n], [5n, 5n]],
  ])('of %p over %p is %p', (discount, weights, shares) => {
    expect(spreadDiscount(discount, weights)).toEqual(shares);
  });

  it('adds up, keeps within its weights and is fair to a minor unit', () => {
    const weights = fc.array(fc.bigInt({ min: 0n, max: 10n ** 12n }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(weights, fc.nat(1000), (of, permille) => {
        const total = of.reduce((sum, weight) => sum + weight, 0n);
        const discount = (total * BigInt(permille)) / 1000n;
        const shares = spreadDiscount(discount, of);
        expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(discount);
        const isFair = shares.every((share, i) => {
          const exact = discount * (of[i] ?? 0n);
          return share <= (of[i] ?? 0n) && share * total > exact - total && share * total < exact + total;
        });
        expect(isFair || total === 0n).toBe(true);
      }),
    );
  });
});
