import { parseAmount } from '../../../kernel/money';
import { bookedOf } from './booked-money';

describe('the money of an attempt', () => {
  const asked = (method: 'purchase' | 'authorize' | 'capture' | 'refund') => ({
    ...{ amount: parseAmount('10'), method, state: 'pending' as const },
  });
  const moved = (amount: string, currency: string, isHeld: boolean) => ({
    ...{ amount: parseAmount(amount), currency, isHeld },
  });
  it.each([
    ['purchase', undefined, '10', false, null],
    ['authorize', undefined, '10', true, null],
    ['purchase', moved('10', 'GBP', false), '10', false, null],
    ['authorize', moved('10', 'GBP', true), '10', true, null],
    ['refund', moved('10', 'GBP', false), '10', false, null],
    ['purchase', moved('8', 'GBP', false), '8', false, 'asked for 10 GBP, the provider says 8 GBP'],
    ['capture', moved('0', 'GBP', false), '0', false, 'asked for 10 GBP, the provider says 0 GBP'],
    ['refund', moved('12.5', 'GBP', false), '12.5', false, 'asked for 10 GBP, the provider says 12.5 GBP'],
    ['capture', moved('10', 'GBP', true), '10', false, null],
    ['capture', moved('8', 'GBP', true), '8', false, 'asked for 10 GBP, the provider says 8 GBP'],
    ['refund', moved('10', 'GBP', true), '10', false, null],
    ['refund', moved('0', 'GBP', true), '0', false, 'asked for 10 GBP, the provider says 0 GBP'],
    ['refund', moved('10', 'EUR', true), '0', false, 'asked for 10 GBP, the provider says 10 EUR'],
    ['purchase', moved('10', 'EUR', false), '0', false, 'asked for 10 GBP, the provider says 10 EUR'],
    ['purchase', moved('10', 'GBP', true), '10', true, 'asked for 10 GBP, the provider says 10 GBP, authorized'],
    ['purchase', moved('9', 'EUR', true), '10', true, 'asked for 10 GBP, the provider says 9 EUR, authorized'],
    ['authorize', moved('10', 'GBP', false), '10', false, 'asked for 10 GBP, authorized, the provider says 10 GBP'],
    [
      'authorize',
      moved('0', 'GBP', true),
      '10',
      true,
      'asked for 10 GBP, authorized, the provider says 0 GBP, authorized',
    ],
  ] as const)('of a %s, of which a provider says %j, is booked as %s', (method, told, amount, isHeld, difference) => {
    expect(bookedOf(asked(method), 'GBP', told)).toEqual({ amount: parseAmount(amount), isHeld, difference });
  });
});
