/** Columns that refer to copied rows; a copy refers to the copies. */
export type Change = (column: string, value: unknown, copy: number) => unknown;
type Query = (sql: string, parameters: unknown[]) => Promise<unknown>;
export type Row = Readonly<Record<string, unknown>>;

/** Values of one statement: SQLite takes 32,766. */
const VALUES = 30_000;

/** Writes `count` copies of rows of a table, each value as `change` says. */
export async function insertCopies(
  { query, table }: { readonly query: Query; readonly table: string },
  rows: readonly Row[],
  count: number,
  change: Change,
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first);
  const copiesAtOnce = Math.max(1, Math.floor(VALUES / columns.length / rows.length));
  for (let done = 0; done < count; done += copiesAtOnce) {
    const values: unknown[] = [];
    for (let copy = done + 1; copy <= Math.min(done + copiesAtOnce, count); copy += 1)
      for (const row of rows) values.push(...columns.map((column) => change(column, row[column], copy)));
    const places = `(${columns.map(() => '?').join(', ')})`;
    const all = Array.from({ length: values.length / columns.length }, () => places).join(', ');
    await query(
      `INSERT INTO ${table} (${columns.map((name) => quoted(name, table)).join(', ')}) VALUES ${all}`,
      values,
    );
  }
}

/** Quotes a column as its table is quoted: engines differ. */
function quoted(name: string, table: string): string {
  const quote = table.slice(0, 1);
  return `${quote}${name}${quote}`;
}
