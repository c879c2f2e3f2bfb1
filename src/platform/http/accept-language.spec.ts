import { preferredLanguage } from './accept-language';

describe('the language of Accept-Language', () => {
  it.each<[string | undefined, string]>([
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['DE-at', 'de'],
    ['de-DE,de;q=0.9,en;q=0.8', 'de'],
    ['en, de', 'en'],
    ['de;q=0.4, en;q=0.5', 'en'],
    ['fr, de;q=0.2', 'de'],
    ['fr', 'en'],
    ['den', 'en'],
    ['*', 'en'],
    ['de;q=0.5, *;q=0.1', 'de'],
    ['en;q=0, *', 'de'],
    ['de;q=0', 'en'],
    ['de;q=2', 'en'],
    ['de;q=x', 'en'],
    ['de;level=1', 'en'],
    [' de ; q=1.000 ', 'de'],
    [`${'xx,'.repeat(20)}de`, 'en'],
    [`${' '.repeat(512)}de`, 'en'],
    [';;;,,,=', 'en'],
  ])('%p is %s', (header, language) => {
    expect(preferredLanguage(header, ['en', 'de'])).toBe(language);
  });

  it('is bounded for any header', () => {
    const headers = ['de;q=0.1,'.repeat(100_000), ';'.repeat(1_000_000), '*,'.repeat(500_000)];
    expect(headers.map((header) => preferredLanguage(header, ['en', 'de']))).toEqual(['de', 'en', 'en']);
  });
});
