import { type MoneyFormat, parseAmount } from '../../../kernel/money';
import { type PromotionChange, whysOf } from './why';

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
    change('More {then}', '1', '5'),
    change('Left out', '9', null),
    change('Missed', '3', null, 'The items were worth 20,00 € too little.'),
  ];

  it('is stated of the order, one sentence a promotion, with amounts in the format of the store', () => {
    expect(whysOf(changes, EURO, 'en')).toEqual([
      'New would have taken off 1.234,50 €.',
      'More {then} would have taken off 5,00 € instead of 1,00 €.',
      'Left out took off 9,00 € and is not part of the test.',
      'Missed took off 3,00 € and would not have applied: The items were worth 20,00 € too little.',
    ]);
  });

  it('is stated in German', () => {
    expect(whysOf(changes, EURO, 'de')).toEqual([
      'New hätte 1.234,50 € abgezogen.',
      'More {then} hätte 5,00 € statt 1,00 € abgezogen.',
      'Left out zog 9,00 € ab und gehört nicht zum Test.',
      'Missed zog 3,00 € ab und hätte nicht gegolten: The items were worth 20,00 € too little.',
    ]);
  });

  it('is stated as a comparison with what the promotions of today would have done', () => {
    expect(whysOf(changes, EURO, 'en', 'live').slice(2)).toEqual([
      'Left out would have taken off 9,00 € and is not part of the test.',
      'Missed would have taken off 3,00 €, and in the test not have applied: The items were worth 20,00 € too little.',
    ]);
  });

  it('is told with numbers while the store has no default currency', () => {
    expect(whysOf(changes.slice(0, 3), null, 'en')).toEqual([
      'New would have taken off 1234.5.',
      'More {then} would have taken off 5 instead of 1.',
    ]);
  });
});
