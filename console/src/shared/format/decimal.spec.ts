import { shownDecimal, typedDecimal, typedPriceChange } from './decimal';

describe('a number that a person typed', () => {
  it.each([
    ['12.34', '12.34'],
    ['12,34', '12.34'],
    [' 12,5 ', '12.5'],
    ['-3', '-3'],
    ['+1.5', '+1.5'],
    ['007', '007'],
    ['0,125', '0.125'],
    ['.5', '0.5'],
    ['', ''],
    ['  ', ''],
  ])('%j is read as %j', (text, number) => {
    expect(typedDecimal(text, 'en-GB')).toBe(number);
  });

  it.each(['abc', '£5', '12.', '12,', '1.2.3', '1,234.50', '1.234,50', '1 234', '1e3', '0x10', 'Infinity', '-', '--1'])(
    '%j is none',
    (text) => {
      expect(typedDecimal(text, 'en-GB')).toBeUndefined();
    },
  );

  it('a comma before three digits is one of thousands in English, and a decimal comma in German', () => {
    expect(typedDecimal('1,234', 'en-GB')).toBeUndefined();
    expect(typedDecimal('1,234', 'de-AT')).toBe('1.234');
  });

  it('a point before three digits is one of thousands in German, and a decimal point in English and Swiss German', () => {
    const read = (text: string) => ['de-DE', 'de-AT', 'en-GB', 'de-CH'].map((place) => typedDecimal(text, place));
    expect(read('1.000')).toEqual([undefined, undefined, '1.000', '1.000']);
    expect(read('0.125')).toEqual(['0.125', '0.125', '0.125', '0.125']);
    expect(read('12.5')).toEqual(['12.5', '12.5', '12.5', '12.5']);
  });

  it.each(['1.234', '-0.5', '12', '', '+1.125%', '1.5e-7'])('%j of the API is shown as it is typed', (number) => {
    expect(shownDecimal(number, 'en-GB')).toBe(number);
    expect(shownDecimal(number, 'de-DE')).toBe(number.replace('.', ','));
  });
});

describe('a price change that a person typed', () => {
  it.each([
    ['+1,50', '+1.50'],
    [' -1,5 ', '-1.5'],
    ['=2,99', '=2.99'],
    ['*1,1', '*1.1'],
    ['+12,5%', '+12.5%'],
    ['1.50', '1.50'],
    ['', ''],
  ])('%j is read as %j', (text, change) => {
    expect(typedPriceChange(text, 'en-GB')).toBe(change);
  });

  it.each(['=', '%', '+', '+1,234', '=abc', '1,5 %%', '==2'])('%j is none', (text) => {
    expect(typedPriceChange(text, 'en-GB')).toBeUndefined();
  });
});
