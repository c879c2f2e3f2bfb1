import { insertCopies } from '../../bench/support/whole-orders';

describe('copies of rows', () => {
  it('are written with the values of each copy, in statements that SQLite takes', async () => {
    const statements: { sql: string; parameters: unknown[] }[] = [];
    const query = (sql: string, parameters: unknown[]): Promise<unknown> =>
      Promise.resolve(statements.push({ sql, parameters }));
    const rows = [
      { id: 1, name: 'a' },
      { id: 2, name: 'b' },
    ];
    await insertCopies({ query, table: '`lines`' }, rows, 7_501, (column, value, copy) =>
      column === 'id' ? Number(value) + copy * 10 : value,
    );
    expect(statements.map(({ parameters }) => parameters.length)).toEqual([30_000, 4]);
    expect(statements[0]?.sql.slice(0, 62)).toBe('INSERT INTO `lines` (`id`, `name`) VALUES (?, ?), (?, ?), (?, ');
    expect(statements[0]?.parameters.slice(0, 6)).toEqual([11, 'a', 12, 'b', 21, 'a']);
    expect(statements[1]).toEqual({
      sql: 'INSERT INTO `lines` (`id`, `name`) VALUES (?, ?), (?, ?)',
      parameters: [75_011, 'a', 75_012, 'b'],
    });
  });

  it('of no rows need no statement', async () => {
    const query = (): Promise<unknown> => Promise.reject(new Error('nothing to write'));
    await expect(insertCopies({ query, table: '"lines"' }, [], 3, (_, value) => value)).resolves.toBeUndefined();
  });
});
