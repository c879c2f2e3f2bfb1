import { ValidationFailed } from './errors';
import { parseAmount } from './money';
import { requireWholeUnits } from './whole-units';

describe('an amount that is paid (orders-and-payments.md 14)', () => {
  it.each([
    ['10.01', 'GBP'],
    ['1500', 'JPY'],
    ['0.001', 'KWD'],
    ['0', 'GBP'],
  ])('can be %s %s', (amount, currency) => {
    expect(() => requireWholeUnits('amount', parseAmount(amount), currency)).not.toThrow();
  });

  it.each([
    ['0.001', 'GBP', '0.01'],
    ['10.005', 'GBP', '0.01'],
    ['0.5', 'JPY', '1'],
    ['0.0001', 'KWD', '0.001'],
  ])('cannot be %s %s', (amount, currency, unit) => {
    expect(() => requireWholeUnits('total', parseAmount(amount), currency)).toThrow(
      new ValidationFailed({ total: [`total must be a whole number of ${unit} ${currency}`] }),
    );
  });
});
