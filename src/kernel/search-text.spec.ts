import { searchText } from './search-text';

describe('text as searches compare it', () => {
  it.each([
    ['one space between words', 'Royal  Arabica ', 'royal arabica'],
    ['lower case', '\tCAFÉ\n', 'café'],
    ['letters of one width', 'Ⅳ ｍｕｇｓ', 'iv mugs'],
    ['nothing without words', '   ', ''],
    ['255 characters at most', `${'a'.repeat(254)} mug`, 'a'.repeat(254)],
  ])('has %s', (_, text, expected) => {
    expect(searchText(text)).toBe(expected);
  });
});
