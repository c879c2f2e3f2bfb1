import { type DataSource } from 'typeorm';
import { firstIdAt } from '../../src/kernel/ids';
import { numbers } from './numbers.sql';

/** Expressions of SQL over `seq`, which counts from 1, that differ between the engines. */
interface Dialect {
  /** Text of an instant, as many seconds after another as the row counts. */
  time(from: Date): string;
  /** UUIDv7 of that instant, and of nothing else. */
  uuid(from: Date): string;
  text(prefix: string): string;
}

const SECOND_OF_ID =
  BigInt(firstIdAt(new Date('2026-01-01T00:00:01Z'))) - BigInt(firstIdAt(new Date('2026-01-01T00:00:00Z')));

const server: Dialect = {
  time: (from) => `TIMESTAMP('${sqlText(from)}') + INTERVAL seq SECOND`,
  uuid: (from) => {
    const hex = `LPAD(LOWER(HEX(${from.getTime()} + seq * 1000)), 12, '0')`;
    return `CONCAT(LEFT(${hex}, 8), '-', RIGHT(${hex}, 4), '-7000-8000-', LPAD(seq, 12, '0'))`;
  },
  text: (prefix) => `CONCAT('${prefix}', seq)`,
};

const sqlite: Dialect = {
  time: (from) => `strftime('%Y-%m-%d %H:%M:%f', ${from.getTime() / 1000} + seq, 'unixepoch')`,
  uuid: (from) => {
    const hex = `printf('%012x', ${from.getTime()} + seq * 1000)`;
    return `substr(${hex}, 1, 8) || '-' || substr(${hex}, 9) || '-7000-8000-' || printf('%012d', seq)`;
  },
  text: (prefix) => `'${prefix}' || seq`,
};

function sqlText(instant: Date): string {
  return instant.toISOString().replace('T', ' ').replace('Z', '');
}

/** Rows of each kind that upkeep removes, as columns and their values. */
const KINDS: Readonly<Record<string, (sql: Dialect, from: Date) => Readonly<Record<string, string>>>> = {
  events: (sql, from) => ({
    id: sql.uuid(from),
    type: `'brand.created'`,
    object: `'brand'`,
    object_id: sql.text(''),
    object_version: '1',
    event: `'create'`,
    occurred_at: sql.time(from),
    data: `'{"id":"1","title":"A brand","slug":"a-brand","description":null,"status":{"value":"Live","data":{"key":"1","value":"Live"}}}'`,
    fanned_out_at: sql.time(from),
  }),
  webhook_deliveries: (sql, from) => ({
    id: `${firstIdAt(from)} + seq * ${SECOND_OF_ID}`,
    webhook_id: `'019a0b1c-0000-7000-8000-000000000000'`,
    event_id: sql.uuid(from),
    type: `'brand.created'`,
    occurred_at: sql.time(from),
    content_type: `'json'`,
    state: `'delivered'`,
    tries: '1',
    attempts: '1',
    is_retry: '1',
    lost_leases: '0',
    created_at: sql.time(from),
    updated_at: sql.time(from),
  }),
  webhook_attempts: (sql, from) => ({
    id: `${firstIdAt(from)} + seq * ${SECOND_OF_ID}`,
    delivery_id: `${firstIdAt(from)} + seq * ${SECOND_OF_ID}`,
    number: '1',
    started_at: sql.time(from),
    duration_ms: '5',
    status: '200',
    response: `'ok'`,
  }),
  idempotency_records: (sql, from) => ({
    id: sql.text('old-'),
    fingerprint: `''`,
    token: `''`,
    created_at: sql.time(from),
    lease_until: sql.time(from),
    status: '201',
    answer: `'An answer is sealed text of about as many characters as the record has, and of some more for its seal.'`,
  }),
  access_tokens: (sql, from) => ({
    id: sql.text('old-'),
    client_row: '1',
    scopes: `'["orders:read"]'`,
    expires_at: sql.time(from),
  }),
  carts: (sql, from) => ({
    id: sql.text('old-'),
    version: '1',
    created_at: sql.time(from),
    updated_at: sql.time(from),
    revision: '1',
  }),
};

/** The kinds of rows that {@link fillOldRows} can make. */
export const OLD_ROW_KINDS = Object.keys(KINDS);

/** Fills a table with rows, one a second from an instant on, by one statement. */
export async function fillOldRows(
  source: { readonly options: Pick<DataSource['options'], 'type'>; query(sql: string): Promise<unknown> },
  kind: string,
  count: number,
  from: Date,
): Promise<void> {
  const sql = source.options.type === 'better-sqlite3' ? sqlite : server;
  const columns = KINDS[kind]?.(sql, from) ?? {};
  await source.query(
    `INSERT INTO ${kind} (${Object.keys(columns).join(', ')})
     SELECT ${Object.values(columns).join(', ')} FROM (${numbers(count)}) AS numbers`,
  );
}
