import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Pool, type PoolConnection } from 'mysql2/promise';
import { SystemClock } from '../../src/kernel/clock';
import { IdGenerator } from '../../src/kernel/ids';
import { SqliteConnection } from '../../src/platform/database/connection/sqlite/sqlite-connection';
import { type FloorDatabase, floorPool, serveFloor } from './floor';

/**
 * The independent floor: plain node:http and the driver, prepared, with SQL of its own: the least that a careful program sends for the
 * same records. It replays nothing, so a statement that the store saves shows. Reads its plan from the file in argv[2] and prints its
 * port.
 */
interface Plan extends FloorDatabase {
  /** Rows of an order by table, as the database holds them: writes add rows like them, with new ids and times of now. */
  readonly rows: Readonly<Record<string, Rows>>;
  /** Columns of an order that responses show. */
  readonly shown: readonly string[];
}

type Rows = readonly Readonly<Record<string, unknown>>[];
type Run = (sql: string, values: readonly unknown[]) => Promise<Rows>;
/** Runs what it is given in a transaction. */
type Transact = (work: (run: Run) => Promise<void>) => Promise<void>;

const PAGE = 20;
const PARTS = ['order_items', 'order_discounts', 'payments'];
const ids = new IdGenerator(new SystemClock());
const plan = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Plan;
const isSqlite = plan.databaseUrl.startsWith('sqlite:');

function mysql(): { run: Run; transact: Transact } {
  const pool = floorPool(plan);
  const on =
    (connection: Pool | PoolConnection): Run =>
    async (sql, values) =>
      (await connection.execute(sql, values as (string | number | Date | null)[]))[0] as Rows;
  return {
    run: on(pool),
    async transact(work) {
      const connection = await pool.getConnection();
      try {
        await connection.beginTransaction();
        await work(on(connection));
        await connection.commit();
      } finally {
        connection.release();
      }
    },
  };
}

function sqlite(): { run: Run; transact: Transact } {
  const database = new SqliteConnection(plan.databaseUrl.slice('sqlite:'.length));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  const prepared = new Map<string, ReturnType<SqliteConnection['prepare']>>();
  const run: Run = (sql, values) => {
    const statement = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, statement);
    const bound = values.map((value) => (value instanceof Date ? sqliteTime(value) : value));
    if (statement.reader) return Promise.resolve(statement.all(...bound) as Rows);
    statement.run(...bound);
    return Promise.resolve([]);
  };
  // One connection: transactions wait for one another.
  let last: Promise<void> = Promise.resolve();
  const transact: Transact = (work) => {
    last = last.then(async () => {
      await run('BEGIN IMMEDIATE', []);
      await work(run);
      await run('COMMIT', []);
    });
    return last;
  };
  return { run, transact };
}

const sqliteTime = (time: Date): string => time.toISOString().replace('T', ' ').replace('Z', '');

const quote = isSqlite ? '"' : '`';
const names = (columns: readonly string[]): string => columns.map((name) => `${quote}${name}${quote}`).join(', ');
const SHOWN = names(plan.shown);

/** Writes rows like those of the plan, in one statement. */
async function insert(within: Run, table: string, rows: Rows, orderId: string, now: Date): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const own: Readonly<Record<string, () => unknown>> = {
    id: () => (table === 'orders' ? orderId : ids.next()),
    order_id: () => orderId,
    created_at: () => now,
    updated_at: () => now,
  };
  const values = rows.flatMap((row) => columns.map((name) => (own[name] ?? (() => row[name] ?? null))()));
  const places = rows.map(() => `(${columns.map(() => '?').join(', ')})`).join(', ');
  await within(`INSERT INTO ${table} (${names(columns)}) VALUES ${places}`, values);
}

/** Writes an order with its parts of these tables, and its event. */
async function write(tables: readonly string[]): Promise<unknown> {
  const now = new Date();
  const id = ids.next();
  const written = Object.fromEntries(tables.map((table) => [table, plan.rows[table] ?? []]));
  const event = {
    id: randomUUID(),
    type: 'order.created',
    object: 'order',
    object_id: id,
    object_version: 1,
    event: 'create',
    occurred_at: now,
    data: JSON.stringify(written['orders']?.[0]),
    epoch: 0,
  };
  await transact(async (within) => {
    for (const [table, rows] of Object.entries(written)) await insert(within, table, rows, id, now);
    const values = Object.values(event);
    const places = values.map(() => '?').join(', ');
    await within(`INSERT INTO events (${names(Object.keys(event))}) VALUES (${places})`, values);
  });
  return { id, ...written };
}

const { run, transact } = isSqlite ? sqlite() : mysql();

async function page(where: string, values: readonly unknown[]): Promise<unknown> {
  const rows = await run(`SELECT ${SHOWN} FROM orders ${where} ORDER BY id DESC LIMIT ${PAGE}`, values);
  const [counted] = await run(`SELECT COUNT(*) AS total FROM orders ${where}`, values);
  return { rows, total: counted?.['total'] };
}

const oneOrder = (id: string): Promise<Rows> => run(`SELECT ${SHOWN} FROM orders WHERE id = ?`, [id]);

const OPERATIONS: Readonly<Record<string, (asked: string) => Promise<unknown>>> = {
  get: oneOrder,
  whole: async (id) => {
    const [order] = await oneOrder(id);
    const parts: Record<string, Rows> = {};
    for (const table of PARTS) parts[table] = await run(`SELECT * FROM ${table} WHERE order_id = ?`, [id]);
    return { ...order, ...parts };
  },
  list: () => page('', []),
  search: (status) => page('WHERE status = ?', [status]),
  create: () => write(['orders']),
  checkout: async (cart) => {
    await run('SELECT * FROM carts WHERE id = ?', [cart]);
    await run('SELECT * FROM cart_items WHERE cart_id = ?', [cart]);
    return write(['orders', 'order_items', 'order_discounts']);
  },
};

serveFloor(async (operation, asked) => OPERATIONS[operation]?.(asked));
