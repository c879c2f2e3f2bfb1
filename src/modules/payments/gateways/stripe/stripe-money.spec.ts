import { parseAmount } from '../../../../kernel/money';
import { stripeUnits } from './stripe-money';

describe('stripeUnits', () => {
  it.each([
    ['10.99', 'GBP', 1099],
    ['1503', 'JPY', 1503],
    ['1.23', 'KWD', 1230],
    ['5', 'ISK', 500],
    ['7', 'UGX', 700],
    ['9999999999.99', 'USD', 999_999_999_999],
  ])('%s %s is %d', (amount, currency, units) => expect(stripeUnits(parseAmount(amount), currency)).toBe(units));

  it.each([
    ['1.234', 'KWD'],
    ['0.5', 'JPY'],
    ['1.5', 'MGA'],
    ['0.001', 'GBP'],
  ])('refuses %s %s', (amount, currency) =>
    expect(() => stripeUnits(parseAmount(amount), currency)).toThrow(
      `currency ${currency} is not paid in so small units`,
    ),
  );
});
