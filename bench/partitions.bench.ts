import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { makeDatabase, storeDataSource } from '../test/support/database';
import { startDatabase } from '../test/support/database-server';
import { numbers } from '../test/support/numbers.sql';
import { median } from './support/load';

/**
 * `npm run bench -- partitions`: events in one table, and the same with a partition for each day (ADR 22). One statement at a time over one
 * connection, by turns, on a server that syncs at every commit.
 */
const EVENTS = 600_000;
const DAYS = 30;
const ROUNDS = 3;
/** Statements of each kind in a round. */
const TIMES = 500;
/** Events that are removed by one statement, as retention removes them. */
const BATCH = 500;
const DATA = '{"a":"bcdefghij"}'.repeat(70);
const TABLES = ['plain', 'divided'] as const;
type Table = (typeof TABLES)[number];

/** A statement with the parameters of its n-th call. */
type Kind = readonly [name: string, sql: (table: Table) => string, of: (n: number, round: number) => unknown[]];

const spread = (n: number): number => Math.floor((n * EVENTS) / TIMES);
const idOf = (seq: number): string => `${String(seq).padStart(12, '0')}-7000-8000-0000-00000000`;

const KINDS: readonly Kind[] = [
  ['an event by its id', (table) => `SELECT data FROM ${table} WHERE id = ?`, (n) => [idOf(spread(n))]],
  [
    '100 events of the feed from a position on',
    (table) => `SELECT id, object FROM ${table} WHERE position > ? ORDER BY position LIMIT 100`,
    (n) => [spread(n)],
  ],
  [
    'the events of an object',
    (table) => `SELECT id FROM ${table} WHERE object = 'order' AND object_id = ? ORDER BY id LIMIT 20`,
    (n) => [String(spread(n))],
  ],
  [
    'the events that have no position',
    (table) => `SELECT id FROM ${table} WHERE position IS NULL ORDER BY id LIMIT 200`,
    () => [],
  ],
  [
    'INSERT of an event',
    (table) =>
      `INSERT INTO ${table} (id, type, object, object_id, object_version, event, occurred_at, data)
       VALUES (?, 'order.updated', 'order', '1', 1, 'update', '2026-01-30 05:00:00', '${DATA}')`,
    (n, round) => [`f${round}-${n}`],
  ],
];

/** Makes both tables like `events`, and fills them. The day is in the key of the divided one: MySQL demands it. */
async function fill(db: Connection): Promise<void> {
  const days = Array.from(
    { length: DAYS },
    (_, day) => `PARTITION day${day} VALUES LESS THAN (TO_DAYS('2026-01-01') + ${day + 1})`,
  );
  await db.query('CREATE TABLE plain LIKE events');
  await db.query('CREATE TABLE divided LIKE events');
  await db.query('ALTER TABLE divided DROP PRIMARY KEY, ADD PRIMARY KEY (id, occurred_at)');
  await db.query(
    `ALTER TABLE divided PARTITION BY RANGE (TO_DAYS(occurred_at)) (${days.join(', ')}, PARTITION later VALUES LESS THAN MAXVALUE)`,
  );
  for (const table of TABLES)
    await db.query(
      `INSERT INTO ${table} (id, type, object, object_id, object_version, event, occurred_at, data, fanned_out_at, epoch, position)
       SELECT CONCAT(LPAD(seq, 12, '0'), '-7000-8000-0000-00000000'), 'order.updated', 'order', seq, 1, 'update',
         '2026-01-01 03:00:00' + INTERVAL FLOOR((seq - 1) * ${DAYS} / ${EVENTS}) DAY, '${DATA}', '2026-01-01', 0, seq
       FROM (${numbers(EVENTS)}) AS every_one`,
    );
}

/** Mean milliseconds of a statement of a kind. */
async function timeOf(db: Connection, table: Table, [, sql, of]: Kind, round: number): Promise<number> {
  const text = sql(table);
  const start = performance.now();
  for (let n = 0; n < TIMES; n += 1) await db.query(text, of(n, round));
  return (performance.now() - start) / TIMES;
}

/** The tables alternate: one round that warms both up, then the median of the others. */
async function compare(db: Connection, kind: Kind): Promise<readonly [plain: number, divided: number]> {
  const plain: number[] = [];
  const divided: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    plain.push(await timeOf(db, 'plain', kind, round));
    divided.push(await timeOf(db, 'divided', kind, round));
  }
  return [median(plain.slice(1)), median(divided.slice(1))];
}

/** Removes the events of the first day as retention does. @returns milliseconds of all, and of the longest statement */
async function removeByRow(db: Connection): Promise<readonly [all: number, longest: number]> {
  let longest = 0;
  const start = performance.now();
  for (;;) {
    const [rows] = await db.query<RowDataPacket[]>(
      `SELECT id FROM plain WHERE occurred_at < '2026-01-02' ORDER BY occurred_at LIMIT ${BATCH}`,
    );
    if (rows.length === 0) return [performance.now() - start, longest];
    const begun = performance.now();
    await db.query('DELETE FROM plain WHERE id IN (?)', [rows.map((row) => row['id'] as string)]);
    longest = Math.max(longest, performance.now() - begun);
  }
}

function row(name: string, [plain, divided]: readonly [number, number]): string {
  return `| ${name} | ${plain.toFixed(2)} ms | ${divided.toFixed(2)} ms | **${(divided / plain).toFixed(1)}** |\n`;
}

export async function main(): Promise<void> {
  const server = await startDatabase({ durable: true, args: ['--innodb-buffer-pool-size=4G'] });
  try {
    await makeDatabase(server.url, 'bench');
    const url = `${server.url}/bench`;
    const store = await storeDataSource(url).initialize();
    await store.runMigrations({ transaction: 'each' });
    await store.destroy();
    const db = await createConnection(url.replace(/^mariadb:/, 'mysql:'));
    await fill(db);
    process.stdout.write(`| ${EVENTS} events of ${DAYS} days | plain | divided by day | ratio |\n|---|---|---|---|\n`);
    for (const kind of KINDS) process.stdout.write(row(kind[0], await compare(db, kind)));
    const [byRow, longest] = await removeByRow(db);
    const start = performance.now();
    await db.query('ALTER TABLE divided DROP PARTITION day0');
    const dropped = performance.now() - start;
    process.stdout.write(row(`removal of a day, by ${BATCH}`, [byRow, dropped]));
    process.stdout.write(row('longest statement of that removal', [longest, dropped]));
    await db.end();
  } finally {
    await server.stop();
  }
}
