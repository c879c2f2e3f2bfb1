import { type DataSource } from 'typeorm';
import { getDataSourceToken } from '@nestjs/typeorm';
import { Order } from '../../src/modules/orders/data/order.entity';
import { type TestStore } from '../../test/support/store';

const CHUNK = 500;
/** Rows of one statement in which the database copies by itself. */
const BULK = 50_000;
/** Rows that need not be sealed: a list counts them. */
const NEWEST = 2_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const EPOCH_MS = 1_577_836_800_000;

/** Fields of the order that benchmarks create, as a v1 client sends them. */
export interface OrderWorld {
  readonly form: string;
  readonly currency: string;
}

/** The body of a minimal order in the store's default currency. */
export async function orderWorld(store: TestStore): Promise<OrderWorld> {
  const { body } = await store.request<{ result: { id: string }[] }>('GET', '/v1/currencies', {
    query: { default: '1' },
  });
  const currency = body.result[0]?.id ?? '';
  const fields = {
    status: 'unpaid',
    subtotal: '10.00',
    total: '10.00',
    currency,
    currency_code: 'GBP',
    exchange_rate: '1',
  };
  return { currency, form: new URLSearchParams(fields).toString() };
}

/**
 * Fills the store up to `count` orders, copies of one made over HTTP, a second apart and a day old at the youngest.
 * Straight into the table: the events of a hundred thousand orders are not what is measured.
 */
export async function fillOrders(store: TestStore, world: OrderWorld, count: number): Promise<string[]> {
  const { body } = await store.request<{ result: { id: string } }>('POST', '/v1/orders', { form: world.form });
  const dataSource = store.app.get<DataSource>(getDataSourceToken());
  const model = await dataSource.manager.findOneByOrFail(Order, { id: body.result.id });
  const present = await dataSource.manager.count(Order);
  const ids: string[] = [];
  const oldest = Date.now() - DAY_MS - count * 1000;
  for (let done = present; done < count; done += CHUNK) {
    const rows = Array.from({ length: Math.min(CHUNK, count - done) }, (_, i) => {
      const ms = oldest + (done + i) * 1000;
      const id = String(BigInt(ms - EPOCH_MS) << 22n);
      ids.push(id);
      return { ...model, id, createdAt: new Date(ms), updatedAt: new Date(ms) };
    });
    await dataSource.manager
      .createQueryBuilder()
      .insert()
      .into(Order)
      .values(rows)
      .updateEntity(false)
      .callListeners(false)
      .execute();
  }
  return ids;
}

/**
 * Fills a store on MariaDB up to `count` orders, copies of its newest, a second apart and older than all there are. The
 * database makes them itself: a million take half a minute. Their blocks come from the product's own sealing, as they
 * would after an import: waits until all but the newest are sealed.
 * @param more SQL of further columns, of the order's place `seq`
 * @param parts statements that add rows to the orders, which blocks count too
 */
export async function multiplyOrders(
  store: TestStore,
  world: OrderWorld,
  count: number,
  more: Readonly<Record<string, string>> = {},
  parts: readonly string[] = [],
): Promise<void> {
  const { body } = await store.request<{ result: { id: string } }>('POST', '/v1/orders', { form: world.form });
  const { manager } = store.app.get<DataSource>(getDataSourceToken());
  const { columns, tableName } = manager.dataSource.getMetadata(Order);
  const own = new Map([
    ['id', '(? + seq * 1000) << 22'],
    ['created_at', 'FROM_UNIXTIME(? / 1000 + seq)'],
    ['updated_at', 'FROM_UNIXTIME(? / 1000 + seq)'],
  ]);
  const names = columns.map(({ databaseName }) => databaseName);
  const values = names.map((name) => own.get(name) ?? more[name] ?? `\`${name}\``);
  const oldest = Date.now() - 2 * DAY_MS - count * 1000;
  const present = await manager.count(Order);
  for (let from = 1; from <= count - present; from += BULK) {
    const to = Math.min(from + BULK - 1, count - present);
    const into = `INSERT INTO ${tableName} (${names.map((name) => `\`${name}\``).join(', ')})`;
    const sql = `${into} SELECT ${values.join(', ')} FROM ${tableName} JOIN seq_${from}_to_${to} WHERE id = ?`;
    const starts = names.filter((name) => own.has(name)).map((name) => (name === 'id' ? oldest - EPOCH_MS : oldest));
    await manager.query(sql, [...starts, body.result.id]);
  }
  for (const sql of parts) await manager.query(sql);
  const sealed = async (): Promise<number> => {
    const [row] = await manager.query<{ held: string | null }[]>('SELECT SUM(held) AS held FROM list_blocks');
    return Number(row?.held ?? 0);
  };
  while ((await sealed()) < count - NEWEST) await store.request('GET', '/v1/orders', { query: { limit: '1' } });
}
