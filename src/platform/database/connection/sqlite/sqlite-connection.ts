import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite';
import { keepPrivate } from './sqlite-files';

type Bound = bigint | number | string | Uint8Array | null;

/** Longest wait for another process when a file is opened. Later statements wait without blocking: SerializedRunner. */
const OPEN_MS = 2_000;
const MAX_INTEGER = 2n ** 63n - 1n;

/** Names of SQLite's extended result codes that callers tell apart; of all others the primary code is named. */
const EXTENDED: Readonly<Record<number, string>> = {
  517: 'SQLITE_BUSY_SNAPSHOT',
  787: 'SQLITE_CONSTRAINT_FOREIGNKEY',
  1555: 'SQLITE_CONSTRAINT_PRIMARYKEY',
  2067: 'SQLITE_CONSTRAINT_UNIQUE',
};

/**
 * Checks and converts a value before SQLite binds it. Without this a boolean is refused, text with a NUL reads back cut
 * at it, a lone object binds named parameters, and a whole number is stored as REAL (5 becomes '5.0' in a TEXT column).
 * @throws TypeError
 */
function bound(value: unknown): Bound {
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof value === 'string') return withoutNul(value);
  if (typeof value === 'bigint') return within64Bits(value);
  if (value instanceof Uint8Array) return value;
  if (value === undefined || value === null) return null;
  throw new TypeError('SQLite can only bind numbers, strings, bigints, buffers and null');
}

function withoutNul(text: string): string {
  if (text.includes('\0')) throw new TypeError('a NUL character cannot be stored');
  return text;
}

function within64Bits(value: bigint): bigint {
  if (value > MAX_INTEGER || value < -MAX_INTEGER - 1n) throw new TypeError('SQLite integers have at most 64 bits');
  return value;
}

/** Converts integers as mysql2 does (supportBigNumbers): a number while it is exact, else text. */
function unbound(row: unknown): Record<string, unknown> {
  const record = row as Record<string, unknown>;
  for (const key in record) {
    const value = record[key];
    if (typeof value === 'bigint') {
      const number = Number(value);
      record[key] = Number.isSafeInteger(number) ? number : value.toString();
    }
  }
  return record;
}

/** Gives an error the code that better-sqlite3 would: `SQLITE_CONSTRAINT_UNIQUE`. */
function named<T>(step: () => T): T {
  try {
    return step();
  } catch (error) {
    const { errcode, sqliteCodeName } = error as { errcode?: number; sqliteCodeName?: string };
    const code = EXTENDED[errcode ?? 0] ?? sqliteCodeName;
    throw code === undefined ? error : Object.assign(error as Error, { code });
  }
}

/** A prepared statement with better-sqlite3's interface. */
export class SqliteStatement {
  /** Whether it returns rows. */
  readonly reader: boolean;

  constructor(private readonly raw: StatementSyncInstance) {
    this.reader = raw.columns().length > 0;
    raw.setReadBigInts(true);
  }

  all(...parameters: unknown[]): Record<string, unknown>[] {
    const values = parameters.map(bound);
    return named(() => this.raw.all(...values) as unknown[]).map(unbound);
  }

  run(...parameters: unknown[]): { changes: number; lastInsertRowid: number | bigint } {
    const values = parameters.map(bound);
    const { changes, lastInsertRowid } = named(() => this.raw.run(...values));
    return { changes: Number(changes), lastInsertRowid };
  }
}

/**
 * A connection to a SQLite file, made by the package that carries SQLite itself (no compiler, no SQLite of the machine).
 * It has better-sqlite3's interface, for TypeORM's `driver` option, with safe binds and exact integers.
 */
export class SqliteConnection {
  private readonly database: DatabaseSyncInstance;

  /** @param path of the file, made if it is missing and readable by its owner only; `:memory:` for none */
  constructor(path: string) {
    if (path !== ':memory:') keepPrivate(path);
    this.database = named(() => new DatabaseSync(path, { timeout: OPEN_MS }));
  }

  prepare(sql: string): SqliteStatement {
    return named(() => new SqliteStatement(this.database.prepare(sql)));
  }

  /** Runs statements that take no parameters. */
  exec(sql: string): void {
    named(() => this.database.exec(sql));
  }

  pragma(text: string): Record<string, unknown>[] {
    return this.prepare(`PRAGMA ${text}`).all();
  }

  close(): void {
    this.database.close();
  }
}

/** A connection for reads alone: it waits for nobody, and nothing it is asked could write. */
export function readerOf(path: string): SqliteConnection {
  const connection = new SqliteConnection(path);
  connection.pragma('busy_timeout = 0');
  connection.pragma('query_only = 1');
  return connection;
}
