import { csvId, csvLine, csvName, idOfCsv } from './csv';

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

describe('an id in CSV', () => {
  it.each([
    ['890123456789012345', '#890123456789012345'],
    ['1234567890123456', '#1234567890123456'],
    ['123456789012345', '123456789012345'],
    ['SK-000042', 'SK-000042'],
  ])('%s is %s, so that a spreadsheet keeps each digit, and can be searched by', (id, text) => {
    expect(csvId(id)).toBe(text);
    expect(idOfCsv(text)).toBe(id);
    expect(csvLine([text])).toBe(`${text}\r\n`);
  });

  it.each(['#', '#12', '#SK-1', 'a #1234567890123456'])('%s is no id', (text) => {
    expect(idOfCsv(text)).toBe(text);
  });
});

describe('the name of a file', () => {
  const [from, to] = ['2026-11-01', '2026-11-30'];
  it.each([
    [{ 'created_at[from]': from, 'created_at[to]': to, status: 'paid' }, 'ledger_2026-11-01_2026-11-30.csv'],
    [{ 'created_at[from]': from }, 'ledger_2026-11-01_2026-12-24.csv'],
    [{ 'created_at[to]': to }, 'ledger_2026-11-30.csv'],
    [{}, 'ledger_2026-12-24.csv'],
  ])('of %j is %s', (filters, name) => {
    expect(csvName('ledger', filters, '2026-12-24')).toBe(name);
  });
});
