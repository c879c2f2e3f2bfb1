import { moneyByCode, moneyDigits, moneyText } from './money';

const POUND = { code: 'GBP', format: '£{price}', decimal_point: '.', thousand_point: ',' };

describe('an amount of money', () => {
  it.each([
    [1234567.5, POUND, '£1,234,567.50'],
    [0, POUND, '£0.00'],
    [-9.99, POUND, '−£9.99'],
    [1234.5, { code: 'EUR', format: '{price} €', decimal_point: ',', thousand_point: '.' }, '1.234,50 €'],
    [1503, { code: 'JPY', format: '¥{price}', decimal_point: '.', thousand_point: ',' }, '¥1,503'],
    [1.234, { code: 'KWD', format: '{price} KD', decimal_point: '.', thousand_point: '' }, '1.234 KD'],
    [1, { ...POUND, format: '$&{price}$1' }, '$&1.00$1'],
    [1, { ...POUND, code: '???' }, '£1.00'],
  ])('%d is written as its currency says', (amount, currency, text) => {
    expect(moneyText(amount, currency)).toBe(text);
  });

  it.each([
    [-173.6, 'GBP', '-173.60'],
    [-0, 'GBP', '0.00'],
    [1503, 'JPY', '1503'],
    [1.5, 'KWD', '1.500'],
  ])('%d %s is a number in a file', (amount, code, text) => {
    expect(moneyDigits(amount, code)).toBe(text);
  });

  it.each([
    [-1234.5, 'GBP', '−1,234.50 GBP'],
    [1503, 'JPY', '1,503 JPY'],
  ])('%d %s has its code beside it where its currency is not known', (amount, code, text) => {
    expect(moneyByCode(amount, code)).toBe(text);
  });
});
