import { type QueryRunner } from 'typeorm';

/** Rows of one round of a migration: a few statements, and the locks of this many rows for as long. */
export const BATCH = 500;

/** Columns of one row and their new values. */
export type Change = readonly [id: string, values: Readonly<Record<string, string | null>>];

/** Changes many rows by primary key, each batch with one UPDATE. */
export async function changeRows(runner: QueryRunner, table: string, changes: readonly Change[]): Promise<void> {
  for (let at = 0; at < changes.length; at += BATCH) {
    const part = changes.slice(at, at + BATCH);
    const [first] = part;
    if (first === undefined) return;
    const columns = Object.keys(first[1]);
    // Ids as numbers: MySQL compares a BIGINT with text in a CASE as floats. They are digits, read from the table.
    const cases = part.map(([id]) => `WHEN ${BigInt(id)} THEN ?`).join(' ');
    const set = columns.map((column) => `${column} = CASE id ${cases} END`).join(', ');
    const values = columns.flatMap((column) => part.map(([, of]) => of[column] ?? null));
    const ids = part.map(([id]) => BigInt(id)).join(', ');
    await runner.query(`UPDATE ${table} SET ${set} WHERE id IN (${ids})`, values);
  }
}

/** Returns the rows of a query. */
export async function rows<T>(runner: QueryRunner, sql: string, values: readonly string[]): Promise<T[]> {
  return (await runner.query(sql, [...values])) as T[];
}

/** Returns an expression for a BIGINT as decimal text, which no driver rounds. */
export function bigintText(runner: QueryRunner, column: string): string {
  return runner.dataSource.options.type === 'better-sqlite3' ? `CAST(${column} AS TEXT)` : `CAST(${column} AS CHAR)`;
}

/** Returns a placeholder for each value. */
export function places(values: readonly string[]): string {
  return values.map(() => '?').join(', ');
}
