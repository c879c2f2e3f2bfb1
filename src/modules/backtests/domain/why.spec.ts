import { type MoneyFormat, parseAmount } from '../../../kernel/money';
import { type PromotionChange, whyOf } from './why';

const change = (title: string, then: string | null, test: string | null, message: string | null = null) => {
  const amount = (text: string | null) => (text === null ? null : parseAmount(text));
  return { id: title, title, then: amount(then), test: amount(test), message } satisfies PromotionChange;
};
const EURO: MoneyFormat = {
  code: 'EUR',
  format: '{price} €',
  decimalPoint: ',',
  thousandPoint: '.',
  roundingMode: 'half_up',
};

describe('why the discount of an order differs (promotions-at-scale.md 10)', () => {
  const changes = [
    change('New', null, '1234.5'),
    change('Same', '2', '2'),
    change('More', '1', '5'),
    change('Left out', '9', null),
    change('Missed', '3', null, 'Spend 20,00 € more.'),
  ];

  it('is told with amounts in the format of the store', () => {
    expect(whyOf(changes, EURO)).toBe(
      'New takes off 1.234,50 €. More takes off 5,00 € in place of 1,00 €. ' +
        'Left out, which took off 9,00 €, is not tested. Missed took off 3,00 €: Spend 20,00 € more.',
    );
  });

  it('is told with numbers while the store has no default currency', () => {
    expect(whyOf(changes.slice(0, 3), null)).toBe('New takes off 1234.5. More takes off 5 in place of 1.');
  });
});
