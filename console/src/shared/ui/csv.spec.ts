import { csvLine } from './csv';

describe('a line of CSV', () => {
  it.each([
    [['a', '1.5', '-2'], 'a,1.5,-2\r\n'],
    [['a,b', 'say "x"', 'two\nlines'], '"a,b","say ""x""","two\nlines"\r\n'],
    [['=1+1', '+x', '-x', '@x', '\tx'], "'=1+1,'+x,'-x,'@x,'\tx\r\n"],
    [['=A,B'], '"\'=A,B"\r\n'],
    [[], '\r\n'],
  ])('writes %j so that a spreadsheet reads text', (cells, line) => {
    expect(csvLine(cells)).toBe(line);
  });
});
