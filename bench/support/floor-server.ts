import { readFileSync } from 'node:fs';
import { type Pool, type PoolConnection } from 'mysql2/promise';
import { SqliteConnection } from '../../src/platform/database/connection/sqlite/sqlite-connection';
import { SystemClock } from '../../src/kernel/clock';
import { IdGenerator } from '../../src/kernel/ids';
import { type FloorDatabase, floorPool, serveFloor } from './floor';
import { type Statement } from '../../test/support/recorded-statements';

/**
 * The floor: plain node:http and the driver, no framework, no checks, the same SQL as the store. Reads the plan of a
 * benchmark from the file in argv[2] and prints its port. `@id` in a parameter is a new id, `@id:1`, `@id:2` … further
 * ones, `@uuid` a new event id, `@asked` the last part of the path.
 */
interface Plan extends FloorDatabase {
  /** Statements by operation, the first part of the path. */
  readonly operations: Readonly<Record<string, readonly Statement[]>>;
}

interface Database {
  run(statements: readonly Statement[], asked: string): Promise<unknown>;
}

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

const ids = new IdGenerator(new SystemClock());

/** New ids by their marks, for one request. */
class NewIds {
  private readonly byMark = new Map<string, string>();

  of(mark: string): string {
    const id = this.byMark.get(mark) ?? ids.next();
    this.byMark.set(mark, id);
    return id;
  }
}

function filled(statement: Statement, made: NewIds, asked: string): unknown[] {
  return statement.parameters.map((value) => {
    if (typeof value === 'string' && /^@id(:\d+)?$/.test(value)) return made.of(value);
    if (value === '@uuid') return ids.nextUuid();
    if (value === '@asked') return asked;
    // Times went through JSON on their way here.
    return typeof value === 'string' && ISO_TIME.test(value) ? new Date(value) : value;
  });
}

function isTransaction(statements: readonly Statement[]): boolean {
  return statements.some(({ sql }) => /^(START TRANSACTION|BEGIN)/.test(sql));
}

async function replay(
  connection: Pool | PoolConnection,
  statements: readonly Statement[],
  asked: string,
): Promise<unknown> {
  const made = new NewIds();
  let rows: unknown;
  for (const statement of statements) [rows] = await connection.query(statement.sql, filled(statement, made, asked));
  return rows;
}

/** Runs a transaction again that was chosen to end a deadlock, as often as the store does. */
async function again<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if ((error as { code?: string }).code !== 'ER_LOCK_DEADLOCK' || attempt === 8) throw error;
    }
  }
}

function mysql(plan: Plan): Database {
  const pool = floorPool(plan);
  return {
    async run(statements, asked) {
      if (!isTransaction(statements)) return replay(pool, statements, asked);
      const connection = await pool.getConnection();
      try {
        return await again(() => replay(connection, statements, asked));
      } finally {
        connection.release();
      }
    },
  };
}

interface Prepared {
  readonly reader: boolean;
  all(...parameters: unknown[]): unknown[];
  run(...parameters: unknown[]): unknown;
}

function sqlite(plan: Plan): Database {
  const database = new SqliteConnection(plan.databaseUrl.slice('sqlite:'.length));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  const prepared = new Map<string, Prepared>();
  const prepare = (sql: string): Prepared => {
    const known = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, known);
    return known;
  };
  return {
    run: async (statements, asked) => {
      const made = new NewIds();
      let rows: unknown;
      for (const statement of statements) {
        const ready = prepare(statement.sql);
        rows = ready.reader
          ? ready.all(...filled(statement, made, asked))
          : ready.run(...filled(statement, made, asked));
      }
      return rows;
    },
  };
}

const plan = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Plan;
const database = plan.databaseUrl.startsWith('sqlite:') ? sqlite(plan) : mysql(plan);

serveFloor((operation, asked) => database.run(plan.operations[operation] ?? [], asked));
