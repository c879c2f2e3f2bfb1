import { type DataSource } from 'typeorm';
import { OrderDiscount } from '../../src/modules/orders/data/order-discount.entity';
import { OrderItem } from '../../src/modules/orders/data/order-item.entity';
import { Order } from '../../src/modules/orders/data/order.entity';
import { numbers } from './numbers.sql';

/** Copies of orders, spread evenly over a window. */
export interface PastCopies {
  /** Ids of the orders to copy, in turn. */
  readonly templates: readonly string[];
  readonly count: number;
  /** First day of the window, and its length in seconds. */
  readonly from: string;
  readonly seconds: number;
}

/** Copies of one statement. */
const PART = 50_000;
/** The ids of copies are far below those that a store draws. */
const FIRST_ID = 1_000_000_000n;
/** Lines that an order has at most. */
const LINES = 10n;

/** Copies orders with their items and discounts by SQL, for tests and benchmarks of many. */
export async function copyPastOrders(db: DataSource, { templates, count, from, seconds }: PastCopies): Promise<void> {
  const isSqlite = db.options.type === 'better-sqlite3';
  const at = `n.seq * ${seconds} / ${count}`;
  const time = isSqlite
    ? `strftime('%Y-%m-%d %H:%M:%f', '${from}', '+' || (n.seq * ${seconds}.0 / ${count}) || ' seconds')`
    : `TIMESTAMPADD(MICROSECOND, ${at} * 1000000, '${from}')`;
  const template = `CASE n.seq % ${templates.length} ${templates.map((id, i) => `WHEN ${i} THEN ${id}`).join(' ')} END`;
  for (let start = 0; start < count; start += PART) {
    const part = Math.min(PART, count - start);
    const seqs = `(SELECT seq + ${start} AS seq FROM (${numbers(part)}) AS part) n`;
    const copy = async (
      entity: new () => object,
      own: Readonly<Record<string, string>>,
      rows: string,
    ): Promise<void> => {
      const { tableName, columns } = db.getMetadata(entity);
      const names = columns.map(({ databaseName }) => databaseName);
      const values = names.map((name) => own[name] ?? `t.${db.driver.escape(name)}`);
      const key = tableName === 'orders' ? 'id' : 'order_id';
      await db.query(
        `INSERT INTO ${tableName} (${names.map((name) => db.driver.escape(name)).join(', ')})
         SELECT ${values.join(', ')} FROM ${seqs} JOIN ${rows} t ON t.${key} = ${template}`,
      );
    };
    const id = `${FIRST_ID} + n.seq`;
    const times = { created_at: time, updated_at: time };
    await copy(Order, { id, ...times }, 'orders');
    // Number the items of the templates only: MariaDB found none among all items once the first part was there.
    const numbered = `(SELECT i.*, ROW_NUMBER() OVER (PARTITION BY i.order_id ORDER BY i.id) AS line FROM order_items i
      WHERE i.order_id IN (${templates.join(', ')}))`;
    await copy(OrderItem, { id: `(${id}) * ${LINES} + t.line`, order_id: id, ...times }, numbered);
    await copy(OrderDiscount, { order_id: id }, 'order_discounts');
  }
}
