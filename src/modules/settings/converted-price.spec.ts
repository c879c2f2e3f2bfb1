import { amountText, parseAmount } from '../../kernel/money';
import { convertedPrice, type PriceConversion } from './converted-price';

const convert = (price: string, more: Partial<PriceConversion>): string | null => {
  const converted = convertedPrice(parseAmount(price), { exchangeRate: '1', modifier: '+0', rounding: null, ...more });
  return converted === null ? null : amountText(converted);
};

describe('convertedPrice (carts.md 4)', () => {
  it('leaves a plain rate to the line, which is rounded once', () => {
    expect(convert('19.99', { exchangeRate: '1.65' })).toBeNull();
  });

  it.each([
    ['10', { exchangeRate: '1.25', modifier: '+2%' }, '12.75'],
    ['10', { exchangeRate: '1.25', modifier: '-10%' }, '11.25'],
    ['10', { exchangeRate: '1.25', modifier: '+0.5' }, '13'],
    ['10', { exchangeRate: '1.25', modifier: '-0.5' }, '12'],
    ['0.0001', { exchangeRate: '0.5', modifier: '+100%' }, '0.0001'],
    ['1', { exchangeRate: '1', modifier: '-2' }, '0'],
    ['1', { exchangeRate: '1', modifier: '-200%' }, '0'],
  ])('adjusts %s by %j to %s', (price, currency, expected) => {
    expect(convert(price, currency)).toBe(expected);
  });

  it.each([
    ['full', '12.01', '13'],
    ['full', '12', '12'],
    ['50', '12.01', '12.5'],
    ['50', '12.51', '13'],
    ['50', '12.5', '12.5'],
    ['99', '12', '12.99'],
    ['99', '12.99', '12.99'],
    ['99', '12.995', '13.99'],
    ['99', '0', '0'],
  ])('%s ends %s as %s', (rounding, price, expected) => {
    expect(convert(price, { rounding })).toBe(expected);
  });

  it('rounds after the modifier', () => {
    expect(convert('10', { exchangeRate: '1.5', modifier: '+1%', rounding: '99' })).toBe('15.99');
  });
});
