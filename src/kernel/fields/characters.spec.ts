import { isLongerThan } from './characters';

describe('the length of a text', () => {
  it.each([
    ['', 0, false],
    ['a', 0, true],
    ['abc', 3, false],
    ['abcd', 3, true],
    ['😀😀😀', 3, false],
    ['😀😀a', 3, false],
    ['😀😀😀a', 3, true],
    ['😀😀😀😀', 3, true],
    ['x'.repeat(7), 3, true],
  ])('wire.md 1: a character is a code point: %j has more than %i: %p', (text, max, isLonger) => {
    expect(isLongerThan(text, max)).toBe(isLonger);
  });
});
