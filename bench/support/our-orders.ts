import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { type TestStore } from '../../test/support/store';
import { insertCopies, type Row } from './whole-orders';

/** Tables with rows of an order that its reads and lists show, by the column that names it. */
const PARTS = [
  ['orders', 'id'],
  ['order_items', 'order_id'],
  ['order_discounts', 'order_id'],
  ['order_status_changes', 'order_id'],
  ['payments', 'order_id'],
] as const;
const DAY_SECONDS = 24 * 60 * 60;
/** Milliseconds of an id begin at this bit. */
const TIME_BIT = 22n;
const UNIQUE = new Set(['number', 'request_key']);

/**
 * Copies an order with its items, discounts, status changes and payments, each copy a second older than the one before and two days
 * old at the youngest. Straight into the tables: the events of ten thousand orders are not what is measured.
 * @param more further values of the copies of the order itself
 * @returns their ids, youngest first
 */
export async function copyWholeOrder(
  store: TestStore,
  order: string,
  count: number,
  more: (copy: number) => Row = () => ({}),
): Promise<string[]> {
  const { manager } = store.app.get<DataSource>(getDataSourceToken());
  const secondsAgo = (copy: number): number => 2 * DAY_SECONDS + copy;
  const idOf = (id: unknown, copy: number): string =>
    String(BigInt(String(id)) - (BigInt(secondsAgo(copy) * 1000) << TIME_BIT));
  const quote = manager.dataSource.options.type === 'better-sqlite3' ? '"' : '`';
  for (const [table, key] of PARTS) {
    const name = `${quote}${table}${quote}`;
    const rows = await manager.query<Row[]>(`SELECT * FROM ${name} WHERE ${key} = ?`, [order]);
    const query = (sql: string, values: unknown[]): Promise<unknown> => manager.query(sql, values);
    await insertCopies({ query, table: name }, rows, count, (column, value, copy) => {
      const own = table === 'orders' ? more(copy) : {};
      if (column in own) return own[column];
      if (column === 'id' || column === 'order_id') return idOf(value, copy);
      if (UNIQUE.has(column)) return null;
      return value instanceof Date ? new Date(value.getTime() - secondsAgo(copy) * 1000) : value;
    });
  }
  // MariaDB does it by itself some seconds later: a benchmark must not choose other indices before than after.
  if (quote === '`') await manager.query(`ANALYZE TABLE ${PARTS.map(([table]) => table).join(', ')}`);
  return Array.from({ length: count }, (_, i) => idOf(order, i + 1));
}
