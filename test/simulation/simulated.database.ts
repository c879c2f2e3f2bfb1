import { type DatabaseSyncInstance, DatabaseSync } from '@photostructure/sqlite';
import { DateUtils } from 'typeorm/util/DateUtils';
import { SqliteStatement } from '../../src/platform/database/connection/sqlite/sqlite-connection';
import { type Party } from './scheduler';
import { type Statement, statementOf } from './statements';

/** Rows that a statement returned, or how many it changed. */
export interface Outcome {
  readonly rows: Record<string, unknown>[];
  readonly affected: number;
}

/** Ids of rows by table. */
export type Touched = Map<string, Set<string>>;

/** A transaction of one party. Its changes are its own until it commits; the rows that it changed are locked. */
export class OpenTransaction {
  /** Its changes while another one uses the connection of SQLite. */
  changes: Uint8Array | undefined;
  readonly touched: Touched = new Map();
  readonly locks = new Set<string>();
  /** The transaction whose lock it waits for. */
  waitsFor: OpenTransaction | undefined;
  readonly waiters: (() => void)[] = [];
  isOver = false;

  constructor(
    readonly party: Party,
    /** Commits before it began. */
    readonly begun: number,
    /** Whether it is one statement, carried out at once or not at all. */
    readonly isSingle: boolean,
  ) {}
}

type Session = ReturnType<DatabaseSyncInstance['createSession']>;

const MAX_PREPARED = 2_000;
/** SQLite's result code: stop. */
const ABORT = 2;

/**
 * A server with transactions at READ COMMITTED and locks on rows, as MariaDB has them, made of one SQLite in memory: a
 * transaction that is not at work is a changeset, applied again before its next statement. Nothing here waits: a statement that
 * meets a lock returns the transaction that holds it.
 */
export class SimulatedDatabase {
  /** Commits so far. */
  commits = 0;
  /** Called after each commit, with what it changed. */
  onCommit: (tx: OpenTransaction) => void = () => undefined;
  private readonly sqlite: DatabaseSyncInstance = new DatabaseSync(':memory:');
  private readonly prepared = new Map<string, SqliteStatement>();
  private readonly holders = new Map<string, OpenTransaction>();
  private active: { readonly tx: OpenTransaction; readonly session: Session } | undefined;

  /** @param schema statements that make its tables and their first rows */
  constructor(schema: readonly string[]) {
    for (const sql of schema) this.sqlite.exec(sql);
    this.sqlite.exec('SAVEPOINT beginning');
  }

  /** Makes it as it was at first. */
  reset(): void {
    this.suspend();
    this.sqlite.exec('ROLLBACK TO beginning');
    // Some statements have numbers in their text: without a bound, a night would keep them all.
    if (this.prepared.size > MAX_PREPARED) this.prepared.clear();
    this.holders.clear();
    this.commits = 0;
  }

  begin(party: Party, isSingle = false): OpenTransaction {
    return new OpenTransaction(party, this.commits, isSingle);
  }

  /** @returns the outcome, or the transaction that has to end before */
  execute(tx: OpenTransaction, sql: string, parameters: readonly unknown[]): Outcome | OpenTransaction {
    const statement = statementOf(sql);
    const values = parameters.map(stored);
    if (statement.kind === 'read') return this.read(tx, statement.sql, values);
    return statement.kind === 'lock' ? this.lock(tx, statement, values) : this.write(tx, statement, values);
  }

  /** Reads what is committed. */
  query(sql: string, ...parameters: unknown[]): Record<string, unknown>[] {
    this.suspend();
    return this.prepare(sql).all(...parameters);
  }

  commit(tx: OpenTransaction): void {
    if (tx.touched.size > 0 && !tx.isSingle) {
      this.activate(tx);
      this.active?.session.close();
      this.active = undefined;
      this.run('RELEASE own');
    } else if (this.active?.tx === tx) this.suspend();
    this.commits += 1;
    this.end(tx);
    this.onCommit(tx);
  }

  rollback(tx: OpenTransaction): void {
    if (tx.isOver) return;
    if (this.active?.tx === tx) this.suspend();
    this.end(tx);
  }

  private end(tx: OpenTransaction): void {
    tx.isOver = true;
    for (const key of tx.locks) this.holders.delete(key);
    for (const wake of tx.waiters.splice(0)) wake();
  }

  private read(tx: OpenTransaction, sql: string, values: readonly unknown[]): Outcome {
    if (tx.touched.size === 0 || tx.isSingle) this.suspend();
    else this.activate(tx);
    return { rows: this.prepare(sql).all(...values), affected: 0 };
  }

  private lock(tx: OpenTransaction, { sql, table, keys }: Statement, values: readonly unknown[]) {
    const { rows } = this.read(tx, keys, values);
    return this.take(tx, table, rows) ?? this.read(tx, sql, values);
  }

  private write(tx: OpenTransaction, { sql, table }: Statement, values: readonly unknown[]): Outcome | OpenTransaction {
    if (tx.isSingle) this.suspend();
    else this.activate(tx);
    this.run('SAVEPOINT statement');
    let isKept = false;
    try {
      const rows = this.prepare(sql).all(...values);
      const holder = this.take(tx, table, rows);
      isKept = holder === undefined;
      if (isKept && rows.length > 0) touch(tx.touched, table, rows);
      return holder ?? { rows: [], affected: rows.length };
    } finally {
      if (!isKept) this.run('ROLLBACK TO statement');
      this.run('RELEASE statement');
    }
  }

  /** Locks rows. @returns the transaction that has one of them; then none is locked that was not before */
  private take(tx: OpenTransaction, table: string, rows: readonly Record<string, unknown>[]) {
    const keys = rows.map((row) => `${table} ${String(row['row_key'])}`);
    const held = keys.map((key) => this.holders.get(key)).find((holder) => holder !== undefined && holder !== tx);
    if (held !== undefined) return held;
    for (const key of keys) {
      this.holders.set(key, tx);
      tx.locks.add(key);
    }
    return undefined;
  }

  /** Puts the changes of a transaction into the connection. */
  private activate(tx: OpenTransaction): void {
    if (this.active?.tx === tx) return;
    this.suspend();
    this.run('SAVEPOINT own');
    const session = this.sqlite.createSession();
    this.active = { tx, session };
    if (tx.changes === undefined) return;
    const isApplied = this.sqlite.applyChangeset(tx.changes, { onConflict: () => ABORT });
    if (!isApplied) throw new Error('the locks of the simulated database let two transactions change one row');
  }

  /** Takes the changes of the transaction at work out of the connection, which then shows what is committed. */
  private suspend(): void {
    if (this.active === undefined) return;
    const { tx, session } = this.active;
    tx.changes = tx.touched.size === 0 ? undefined : session.changeset();
    session.close();
    this.active = undefined;
    this.run('ROLLBACK TO own');
    this.run('RELEASE own');
  }

  /** Runs a statement that has no rows. */
  private run(sql: string): void {
    this.prepare(sql).run();
  }

  private prepare(sql: string): SqliteStatement {
    const known = this.prepared.get(sql);
    if (known !== undefined) return known;
    const made = new SqliteStatement(this.sqlite.prepare(sql));
    this.prepared.set(sql, made);
    return made;
  }
}

function touch(touched: Touched, table: string, rows: readonly Record<string, unknown>[]): void {
  const ids = touched.get(table) ?? new Set();
  for (const row of rows) ids.add(String(row['row_key']));
  touched.set(table, ids);
}

function stored(value: unknown): unknown {
  return value instanceof Date ? DateUtils.mixedDateToUtcDatetimeString(value) : value;
}
