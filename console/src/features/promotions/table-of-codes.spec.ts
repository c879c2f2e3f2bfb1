import { tableOfCodes } from './table-of-codes';

describe('the table of pasted codes', () => {
  it.each([
    ['A\nB\r\n\n  C  ', '"A"\r\n"B"\r\n\r\n"C"'],
    ['A, B;C\tD', '"A"\r\n"B"\r\n"C"\r\n"D"'],
    ['"A B"\n', '"A B"\r\n'],
    ['5" off', '"5"" off"'],
    [' \n', '\r\n'],
  ])('of %j', (pasted, table) => {
    expect(tableOfCodes(pasted)).toBe(table);
  });
});
