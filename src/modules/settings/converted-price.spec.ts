import { amountText, parseAmount, type RoundingMode } from '../../kernel/money';
import { convertedPrice, type PriceConversion, wholeUnitPrice } from './converted-price';

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

describe('wholeUnitPrice (orders-and-payments.md 28)', () => {
  const whole = (price: string, code: string, more: Partial<PriceConversion>, roundingMode: RoundingMode) => {
    const plain = { exchangeRate: '1', modifier: '+0', rounding: null };
    const converted = wholeUnitPrice(parseAmount(price), { ...plain, code, roundingMode, ...more });
    return converted === null ? null : amountText(converted);
  };

  it.each<[string, string, Partial<PriceConversion>, RoundingMode, string | null]>([
    ['9.99', 'JPY', { exchangeRate: '150.5' }, 'half_up', '1503'],
    // 4.0084875: by way of four decimals it would be 4.009.
    ['9.99', 'KWD', { exchangeRate: '0.40125' }, 'half_up', '4.008'],
    // 1.00499…: by way of four decimals it would be 1.01.
    ['1', 'EUR', { exchangeRate: '1.00499' }, 'half_up', '1'],
    ['1', 'EUR', { exchangeRate: '1.005' }, 'half_up', '1.01'],
    ['1', 'EUR', { exchangeRate: '1.005' }, 'half_even', '1'],
    ['1', 'EUR', { exchangeRate: '1.00451', modifier: '+0.0004' }, 'half_up', '1'],
    ['1', 'EUR', { modifier: '-2' }, 'half_up', '0'],
    ['0', 'EUR', { modifier: '+2' }, 'half_up', '0'],
    ['9.99', 'EUR', { exchangeRate: '1.17', rounding: '50' }, 'half_up', '12'],
    ['9.9999', 'GBP', {}, 'half_up', null],
  ])('%s in %s with %j, %s: %s', (price, code, more, mode, expected) => {
    expect(whole(price, code, more, mode)).toBe(expected);
  });
});
