import * as fc from 'fast-check';
import { parseDecimal } from './decimal';
import { CURRENCY_CODES } from './iso-codes';
import {
  amountNumber,
  amountText,
  currencyExponent,
  divideRounded,
  formatAmount,
  lineTax,
  parseAmount,
  roundAmount,
  smallestUnit,
  taxWithin,
} from './money';

const HALF_UP = { roundingMode: 'half_up' } as const;
const GBP = { code: 'GBP', format: '£{price}', decimalPoint: '.', thousandPoint: ',', ...HALF_UP };
const EUR = { code: 'EUR', format: '{price} €', decimalPoint: ',', thousandPoint: '.', ...HALF_UP };
const JPY = { code: 'JPY', format: '¥{price}', decimalPoint: '.', thousandPoint: ',', ...HALF_UP };
const KWD = { code: 'KWD', format: 'KD {price}', decimalPoint: '.', thousandPoint: ',', ...HALF_UP };

describe('an amount of money', () => {
  it.each([
    ['0', 0n],
    ['10', 100_000n],
    ['10.00', 100_000n],
    ['+1.5', 15_000n],
    ['-0.0001', -1n],
    ['9999999999999.99', 99_999_999_999_999_900n],
    ['1.23450000', 12_345n],
  ])('reads %s exactly', (text, amount) => {
    expect(parseAmount(text)).toBe(amount);
  });

  it('reads decimal text of 1000 characters and none that is longer', () => {
    expect(parseAmount(`1.${'0'.repeat(998)}`)).toBe(10_000n);
    expect(() => parseAmount(`1.${'0'.repeat(999)}`)).toThrow('not a decimal number');
  });

  it.each([
    ['not a decimal number', ['', '1e3', 'NaN', 'Infinity', '0x10', '1,000', '1.', '.5', ' 1', '١']],
    ['more than 4 decimals', ['1.00001', '-0.00001']],
    ['too large', ['9999999999999.9901', '-10000000000000']],
  ])('says %j of what it refuses', (message, texts) => {
    for (const text of texts) expect(() => parseAmount(text)).toThrow(new RangeError(message));
  });

  it('survives text and back for every amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -99_999_999_999_999_900n, max: 99_999_999_999_999_900n }), (amount) => {
        expect(parseAmount(amountText(amount))).toBe(amount);
      }),
    );
  });

  it('prints the largest amount as an exact JSON number', () => {
    expect(JSON.stringify(amountNumber(parseAmount('9999999999999.99')))).toBe('9999999999999.99');
  });

  it.each([
    [GBP, '1234567.895', '£1,234,567.90'],
    [GBP, '-1234.5', '-£1,234.50'],
    [GBP, '123456', '£123,456.00'],
    [GBP, '12345', '£12,345.00'],
    [GBP, '999.999', '£1,000.00'],
    [GBP, '-0.004', '£0.00'],
    [GBP, '0', '£0.00'],
    [EUR, '1234.5', '1.234,50 €'],
    [JPY, '1234.5', '¥1,235'],
    [KWD, '1.2345', 'KD 1.235'],
    [{ ...GBP, thousandPoint: '$&' }, '1234', '£1$&234.00'],
    [{ ...GBP, roundingMode: 'half_even' as const }, '0.125', '£0.12'],
  ])('formats with %p', (currency, text, printed) => {
    expect(formatAmount(parseAmount(text), currency)).toBe(printed);
  });

  it('rounds half away from zero', () => {
    expect([5n, 15n, -5n, 4n, 14n].map((n) => divideRounded(n, 10n))).toEqual([1n, 2n, -1n, 0n, 1n]);
    expect(roundAmount(parseAmount('0.005'), 2)).toBe(parseAmount('0.01'));
  });

  it('rounds half to even where the currency says so (promotions.md 2)', () => {
    const tenths = [4n, 5n, 6n, 15n, 25n, 26n, -5n, -15n, -25n];
    expect(tenths.map((n) => divideRounded(n, 10n, 'half_even'))).toEqual([0n, 0n, 1n, 2n, 2n, 3n, 0n, -2n, -2n]);
    expect([1n, 2n, 4n, 5n].map((n) => divideRounded(n, 3n, 'half_even'))).toEqual([0n, 1n, 1n, 2n]);
    expect(['0.005', '0.015', '0.0251'].map((text) => roundAmount(parseAmount(text), 2, 'half_even'))).toEqual(
      ['0', '0.02', '0.03'].map(parseAmount),
    );
  });

  it('taxes a line at once, in the unit that is asked for (promotions.md 6)', () => {
    expect(lineTax(1999n, parseDecimal('20'), 1n)).toBe(400n);
    expect(lineTax(1999n, parseDecimal('7.5'), 1n)).toBe(150n);
    expect(lineTax(199_900n, parseDecimal('7.5'), 100n)).toBe(150n);
    expect(lineTax(1999n, parseDecimal('0'), 1n)).toBe(0n);
    expect([lineTax(250n, parseDecimal('1'), 1n), lineTax(250n, parseDecimal('1'), 1n, 'half_even')]).toEqual([3n, 2n]);
  });

  it('finds the tax that a price includes, in the unit that is asked for (orders-and-payments.md 25)', () => {
    const taxes = ['20', '7.5', '0'].map((rate) => taxWithin(1999n, parseDecimal(rate), 1n));
    expect(taxes).toEqual([333n, 139n, 0n]);
    expect(taxWithin(199_900n, parseDecimal('7.5'), 100n)).toBe(139n);
    const half = parseDecimal('25');
    expect([taxWithin(1250n, half, 100n), taxWithin(1250n, half, 100n, 'half_even')]).toEqual([3n, 2n]);
  });

  it('knows the decimals of ISO 4217', () => {
    const others = [...CURRENCY_CODES]
      .filter((code) => currencyExponent(code) !== 2)
      .map((code) => `${code} ${currencyExponent(code)}`);
    expect(others).toEqual([
      ...['BHD 3', 'BIF 0', 'CLF 4', 'CLP 0', 'DJF 0', 'GNF 0', 'IQD 3', 'ISK 0', 'JOD 3', 'JPY 0', 'KMF 0', 'KRW 0'],
      ...['KWD 3', 'LYD 3', 'OMR 3', 'PYG 0', 'RWF 0', 'TND 3', 'UGX 0', 'UYI 0', 'UYW 4', 'VND 0', 'VUV 0', 'XAF 0'],
      ...['XOF 0', 'XPF 0'],
    ]);
    expect(['GBP', 'JPY', 'KWD', 'CLF'].map(smallestUnit)).toEqual([100n, 10_000n, 10n, 1n]);
  });
});
