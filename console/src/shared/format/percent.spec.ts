import { percentText } from './percent';

describe('a rate in percent', () => {
  it.each([
    [0, '0%', '0\u00a0%'],
    ['20', '20%', '20\u00a0%'],
    [17.5, '17.5%', '17,5\u00a0%'],
    ['0.0001', '0.0001%', '0,0001\u00a0%'],
    [1000, '1,000%', '1.000\u00a0%'],
  ])('of %p is written as the language does', (rate, english, german) => {
    expect([percentText(rate, 'en-GB'), percentText(rate, 'de')]).toEqual([english, german]);
  });
});
