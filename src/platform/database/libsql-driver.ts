import LibsqlDatabase from 'libsql';

type Bound = bigint | number | string | Uint8Array | null;

/**
 * A value as libsql may be given it. Left to itself it ends the process on a boolean, cuts text at a NUL and binds
 * every number as REAL (5 becomes '5.0' in a TEXT column).
 */
function bound(value: unknown): Bound {
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof value === 'string') return withoutNul(value);
  if (typeof value === 'bigint' || value instanceof Uint8Array) return value;
  if (value === undefined || value === null) return null;
  throw new TypeError('SQLite can only bind numbers, strings, bigints, buffers and null');
}

function withoutNul(text: string): string {
  if (text.includes('\0')) throw new TypeError('a NUL character cannot be stored');
  return text;
}

/** Integers as mysql2 gives them (supportBigNumbers): a number while it is exact, else text. */
function unbound(row: unknown): unknown {
  if (row === null || typeof row !== 'object') return row;
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

interface RawStatement {
  readonly reader: boolean;
  safeIntegers(on: boolean): unknown;
  all(parameters: readonly Bound[]): unknown[];
  run(parameters: readonly Bound[]): { changes: number; lastInsertRowid: number | bigint };
}

class Statement {
  readonly reader: boolean;

  constructor(
    private readonly raw: RawStatement,
    private readonly database: LibsqlDatabase.Database,
  ) {
    this.reader = raw.reader;
    if (this.reader) raw.safeIntegers(true);
  }

  all(...parameters: unknown[]): unknown[] {
    return this.whole(parameters.map(bound), (values) => this.raw.all(values)).map(unbound);
  }

  run(...parameters: unknown[]): { changes: number; lastInsertRowid: number | bigint } {
    return this.whole(parameters.map(bound), (values) => this.raw.run(values));
  }

  private whole<T>(values: readonly Bound[], step: (values: readonly Bound[]) => T): T {
    try {
      return step(values);
    } catch (error) {
      if (isBusy(error)) this.end(() => step(values));
      throw error;
    }
  }

  /**
   * libsql leaves a statement open that another process' lock refused, in case it is tried again. As long as it is, the
   * connection commits nothing and sees nothing new, although every write seems to succeed. Tried again where nothing
   * may be written, it fails for good and is closed.
   */
  private end(again: () => unknown): void {
    this.database.exec('PRAGMA query_only = 1');
    try {
      again();
    } catch {
      // As intended.
    } finally {
      this.database.exec('PRAGMA query_only = 0');
    }
  }
}

function isBusy(error: unknown): boolean {
  return String((error as { code?: unknown } | null)?.code).startsWith('SQLITE_BUSY');
}

/** libsql behind better-sqlite3's interface, for TypeORM's `driver` option: safe binds, exact integers. */
export class LibsqlDriver extends LibsqlDatabase {
  // The interface TypeORM calls; libsql's own typings describe a different statement.
  override prepare(sql: string): never {
    return new Statement(super.prepare(sql), this) as unknown as never;
  }
}
