import {
  canonicalDecimal,
  compareDecimals,
  decimalDifference,
  decimalParts,
  decimalText,
  isDecimalText,
  isExactDecimal,
  isExactNumber,
  MAX_DECIMAL_LENGTH,
  paddedDecimal,
  parseDecimal,
  quotientText,
  sumOfDecimals,
  withoutTrailingZeros,
  withScale,
} from './decimal';

describe('a decimal', () => {
  it.each([
    ['+007.50', '7.5'],
    ['-0.00', '0'],
    ['-00.10', '-0.1'],
    ['0', '0'],
    ['000', '0'],
    ['0.10', '0.1'],
    ['99', '99'],
    ['100', '100'],
    ['/1', null],
    [':1', null],
    ['1.', null],
    ['.5', null],
    ['1e3', null],
    ['', null],
    ['٣', null],
  ])('%p is canonically %p', (text, canonical) => {
    expect(canonicalDecimal(text)).toBe(canonical);
  });

  it('compares as a number at any scale', () => {
    const order = (a: string, b: string) => compareDecimals(parseDecimal(a), parseDecimal(b));
    expect([order('1.10', '1.1'), order('-2', '1.5'), order('0.0000000001', '0')]).toEqual([0, -1, 1]);
  });

  it.each([
    ['1', '2', -1],
    ['2', '1', 1],
    ['-1', '-2', 1],
    ['10', '9.99', 1],
    ['9.99', '10', -1],
    ['1.5', '1.50', 0],
    ['1.50', '1.5', 0],
    ['0', '-0', 0],
  ])('%s beside %s is %p', (a, b, order) => {
    expect(compareDecimals(parseDecimal(a), parseDecimal(b))).toBe(order);
  });

  it.each([
    ['0.3', '0.1', '0.2'],
    ['1', '0.25', '0.75'],
    ['0.25', '1', '-0.75'],
    ['1.10', '1.1', '0'],
    ['100', '0', '100'],
  ])('%s less %s is %s', (a, b, difference) => {
    expect(decimalDifference(parseDecimal(a), parseDecimal(b))).toBe(difference);
  });

  it.each([
    [{ digits: 0n, scale: 0 }, '0'],
    [{ digits: 0n, scale: 3 }, '0'],
    [{ digits: 5n, scale: 2 }, '0.05'],
    [{ digits: -5n, scale: 2 }, '-0.05'],
    [{ digits: -1200n, scale: 2 }, '-12'],
    [{ digits: 1200n, scale: 0 }, '1200'],
    [{ digits: 1234n, scale: 2 }, '12.34'],
    [{ digits: 1230n, scale: 3 }, '1.23'],
  ])('%p is written %s', (decimal, text) => {
    expect(decimalText(decimal)).toBe(text);
  });

  it('takes more decimals without changing, and never fewer', () => {
    const decimal = { digits: 15n, scale: 1 };
    expect([0, 1, 3].map((least) => withScale(decimal, least))).toEqual([
      decimal,
      decimal,
      { digits: 1500n, scale: 3 },
    ]);
  });

  it.each([
    ['', ''],
    ['0', ''],
    ['000', ''],
    ['100', '1'],
    ['102', '102'],
    ['1020', '102'],
  ])('%j without the zeros at its end is %j', (digits, kept) => {
    expect(withoutTrailingZeros(digits)).toBe(kept);
  });

  it('is text of at most 1000 characters', () => {
    expect([`1${'0'.repeat(999)}`, `1${'0'.repeat(1000)}`].map(isDecimalText)).toEqual([true, false]);
  });

  it('of a quotient ends exactly, or a trace above its first 24 decimals', () => {
    expect(quotientText(1n, 8n)).toBe('0.125');
    expect(quotientText(1n, 3n)).toBe(`0.${'3'.repeat(24)}1`);
    expect(quotientText(6n, 3n)).toBe('2');
  });

  it.each([
    ['-05.10', { isNegative: true, whole: '05', decimals: '10' }, { digits: -510n, scale: 2 }],
    ['+7', { isNegative: false, whole: '7', decimals: '' }, { digits: 7n, scale: 0 }],
    ['0.001', { isNegative: false, whole: '0', decimals: '001' }, { digits: 1n, scale: 3 }],
  ])('%s has these parts', (text, parts, value) => {
    expect([decimalParts(text), parseDecimal(text)]).toEqual([parts, value]);
  });

  it.each(['', '1.', '-', '1e3', '1 ', `1${'0'.repeat(MAX_DECIMAL_LENGTH)}`])('is not %p', (text) => {
    expect(() => parseDecimal(text)).toThrow(new RangeError(`not a decimal number: ${text.slice(0, 40)}`));
  });

  it('is padded to a number of decimals at least', () => {
    expect(['20', '-7.5', '0.125'].map((text) => paddedDecimal(text, 2))).toEqual(['20.00', '-7.50', '0.125']);
  });

  it('is summed at the longest scale', () => {
    const terms = ['0.25', '-1', '0.125'].map((text) => ({ value: parseDecimal(text), times: 2n }));
    expect([sumOfDecimals(terms), sumOfDecimals([])]).toEqual([
      { digits: -1250n, scale: 3 },
      { digits: 0n, scale: 0 },
    ]);
  });

  it.each([
    ['-0.00123456789012345', true],
    ['000.5', true],
    ['10.0000000000000', true],
    ['100000000000000.0', false],
    ['123456789012345', true],
    ['12345678901234.56', false],
    ['1234567890123456', false],
  ])('%s is exact as a JSON number: %p', (text, isExact) => {
    expect(isExactDecimal(text)).toBe(isExact);
  });

  it.each([
    [0.1, true],
    [-12.5, true],
    [123456789012345, true],
    [1234567890123456, false],
    [1e21, false],
    [1e-7, false],
    [NaN, false],
    ['1', false],
  ])('that a JSON number kept: %p, %p', (value, isExact) => {
    expect(isExactNumber(value)).toBe(isExact);
  });
});
