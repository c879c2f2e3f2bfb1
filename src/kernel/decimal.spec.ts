import {
  canonicalDecimal,
  compareDecimals,
  decimalParts,
  isExactDecimal,
  isExactNumber,
  MAX_DECIMAL_LENGTH,
  parseDecimal,
  quotientText,
  sumOfDecimals,
} from './decimal';

describe('a decimal', () => {
  it.each([
    ['+007.50', '7.5'],
    ['-0.00', '0'],
    ['-00.10', '-0.1'],
    ['0', '0'],
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
    expect(() => parseDecimal(text)).toThrow(RangeError);
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
