/** A statement of the store as the simulated database carries it out. */
export interface Statement {
  /** `lock`: a read that locks the rows it returns. */
  readonly kind: 'read' | 'write' | 'lock';
  /** In SQLite's words. A write returns the key of each row that it changed as `row_key`. */
  readonly sql: string;
  readonly table: string;
  /** Reads the keys of the rows that a `lock` returns, as `row_key`. */
  readonly keys: string;
}

const LOCKING = ' FOR UPDATE';
/** Tables whose key is no `id`. */
const KEYS: Readonly<Record<string, string>> = { event_positions: 'name' };
const keyOf = (table: string): string => KEYS[table] ?? 'id';

const MAX_KNOWN = 2_000;
const known = new Map<string, Statement>();

/** Reads the SQL for MariaDB that the store sends, as far as the path of events needs. @throws Error on any other write */
export function statementOf(sql: string): Statement {
  const statement = known.get(sql);
  if (statement !== undefined) return statement;
  // Some have numbers in their text.
  if (known.size > MAX_KNOWN) known.clear();
  const made = parsed(sql);
  known.set(sql, made);
  return made;
}

function parsed(sql: string): Statement {
  if (/^\s*SELECT/i.test(sql)) return sql.includes(LOCKING) ? locking(sql) : { kind: 'read', sql, table: '', keys: '' };
  // A hint of MariaDB's.
  const plain = sql.replace(/^DELETE (\w+) FROM \1 FORCE INDEX \(PRIMARY\)/, 'DELETE FROM $1');
  const table = /^\s*(?:INSERT INTO|UPDATE|DELETE FROM) "?(\w+)"?/i.exec(plain)?.[1];
  if (table === undefined) throw new Error(`the simulated database does not know: ${sql}`);
  return { kind: 'write', sql: `${plain} RETURNING "${keyOf(table)}" AS row_key`, table, keys: '' };
}

function locking(sql: string): Statement {
  const plain = sql.replace(LOCKING, '');
  const [, from = '', table = '', alias = table] = /( FROM "?(\w+)"?(?: "(\w+)")?(?: WHERE .*)?)$/s.exec(plain) ?? [];
  if (table === '') throw new Error(`the simulated database does not know: ${sql}`);
  return { kind: 'lock', sql: plain, table, keys: `SELECT "${alias}"."${keyOf(table)}" AS row_key${from}` };
}
