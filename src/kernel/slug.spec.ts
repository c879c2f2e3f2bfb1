import { SLUG } from './slug';

describe('a slug', () => {
  it.each(['a', 'A1', 'green-tea', 'v1.2_final', 'a-b-c', '0'])('can be %j', (text) => {
    expect(SLUG.test(text)).toBe(true);
  });

  it.each(['', '-', '-a', 'a-', 'a--b', 'a-.b', 'a b', 'ä', 'a\n', 'a/b', '.', 'a_', ' a'])('cannot be %j', (text) => {
    expect(SLUG.test(text)).toBe(false);
  });
});
