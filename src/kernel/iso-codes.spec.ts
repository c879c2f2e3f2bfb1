import { COUNTRY_CODES, countryName, CURRENCY_CODES } from './iso-codes';

describe('the codes of ISO', () => {
  it('4217 are 166 currencies of three letters', () => {
    expect(CURRENCY_CODES.size).toBe(166);
    expect([...CURRENCY_CODES].filter((code) => !/^[A-Z]{3}$/.test(code))).toEqual([]);
    expect(['AED', 'EUR', 'JPY', 'ZWG', 'eur', 'DEM', 'XXX', ''].map((code) => CURRENCY_CODES.has(code))).toEqual([
      ...[true, true, true, true],
      ...[false, false, false, false],
    ]);
  });

  it('3166-1 are 249 countries of two letters', () => {
    expect(COUNTRY_CODES.size).toBe(249);
    expect([...COUNTRY_CODES].filter((code) => !/^[A-Z]{2}$/.test(code))).toEqual([]);
    expect(['AD', 'GB', 'ZW', 'UK', 'gb', ''].map((code) => COUNTRY_CODES.has(code))).toEqual([
      ...[true, true, true],
      ...[false, false, false],
    ]);
  });

  it('have the English name of a country, and none twice', () => {
    expect(['GB', 'DE', 'ZW'].map(countryName)).toEqual(['United Kingdom', 'Germany', 'Zimbabwe']);
    expect(new Set([...COUNTRY_CODES].map(countryName)).size).toBe(249);
  });
});
