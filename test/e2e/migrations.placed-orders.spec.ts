import { type DataSource } from 'typeorm';
import { migrations } from '../../src/app/migrations';
import { dataSourceOptions } from '../../src/platform/database/connection/data-source-options';
import { StoreDataSource } from '../../src/platform/database/connection/store-data-source';
import { onEachEngine } from '../support/engines';

type Row = Readonly<Record<string, string | number | null>>;

const TIME = '2026-01-31 12:00:00.000';
const BASE = 900_000_000_000_000_000n;
/** Three rounds of the migration. */
const COUNT = 1_100;
const POUND = JSON.stringify({ value: 'Pound', data: { code: 'GBP', rounding_mode: 'half_up' } });
const ADDED = 1763702000000;

const id = (of: number): string => String(BASE + BigInt(of) * 1000n);
const amount = (units: number): string => String(Math.round(units * 10_000));

onEachEngine('the migration of placed orders (orders-and-payments.md 1, 3, 9)', (engine) => {
  let dataSource: DataSource;

  const open = (some: typeof migrations): Promise<DataSource> =>
    new StoreDataSource(dataSourceOptions({ url: engine.databaseUrl, entities: [], migrations: some })).initialize();
  const insert = async (table: string, rows: readonly Row[]): Promise<void> => {
    const columns = Object.keys(rows[0] ?? {});
    for (let at = 0; at < rows.length; at += 200) {
      const part = rows.slice(at, at + 200);
      const values = part.map(() => `(${columns.map(() => '?').join(', ')})`).join(', ');
      const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${values}`;
      await dataSource.query(
        sql,
        part.flatMap((row) => columns.map((column) => row[column] ?? null)),
      );
    }
  };
  const rows = async (sql: string): Promise<Record<string, unknown>[]> => {
    const found: Record<string, unknown>[] = await dataSource.query(sql);
    return found.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? String(value) : value]),
      ),
    );
  };

  const order = (of: number, values: Row = {}): Row => ({
    ...{ id: id(of), version: 5, created_at: TIME, updated_at: TIME, status: 'paid', item_count: 1 },
    ...{ subtotal: amount(9), shipping_price: '0', total: amount(10.8), tax: amount(1.8), exchange_rate: '1' },
    ...{ currency_id: '1', currency_code: 'GBP', currency: POUND },
    ...values,
  });
  const item = (of: number, values: Row = {}): Row => ({
    ...{ id: String(BigInt(id(of)) + 1n), version: 1, created_at: TIME, updated_at: TIME, order_id: id(of), sku: 'A' },
    ...{ title: 'A', quantity: 3, price: amount(3.3333), tax_rate: '20', tax: amount(1.8), tax_band_id: '7' },
    ...values,
  });

  beforeAll(async () => {
    dataSource = await open(migrations.filter(({ name }) => Number(name.slice(-13)) < ADDED));
    await dataSource.runMigrations({ transaction: 'each' });
    const all = Array.from({ length: COUNT }, (_, of) => of);
    const special: Record<number, Row> = {
      ...{ 3: { status: 'cancelled' }, 4: { version: 1 }, 5: { version: 2 } },
      ...{ 8: { status: 'partial_refund' }, 9: { status: 'partial_refund' }, 10: { status: 'dispatched' } },
      11: { status: 'partial_refund' },
    };
    await insert(
      'orders',
      all.map((of) => order(of, special[of])),
    );
    await insert(
      'order_items',
      all.map((of) => item(of, of === 6 ? { tax_band_id: null, title: 'Royal  MUG' } : {})),
    );
    const discount = { order_id: id(1), promotion_id: '55', title: 'Ten', action: 'discount_by_percent' };
    const shares = (of: string): string => JSON.stringify([{ sku: 'A', amount: of }]);
    await insert('order_discounts', [
      { ...discount, position: 0, amount: amount(0.6), shipping_amount: '0', shares: shares('0.6') },
      {
        ...discount,
        position: 1,
        promotion_id: '56',
        amount: amount(0.4),
        shipping_amount: '0',
        shares: shares('0.4'),
      },
    ]);
    const payment = { gateway: 'dummy', reference: 'r', created_at: TIME, updated_at: TIME };
    await insert('payments', [
      { ...payment, id: '1', order_id: id(1), state: 'captured', amount: amount(10.8), refunded: amount(2) },
      { ...payment, id: '2', order_id: id(1), state: 'captured', amount: amount(1), refunded: '0' },
      { ...payment, id: '3', order_id: id(2), state: 'authorized', amount: amount(9), refunded: '0' },
      { ...payment, id: '5', order_id: id(COUNT - 2), state: 'captured', amount: amount(12), refunded: '0' },
      { ...payment, id: '4', order_id: id(3), state: 'captured', amount: amount(10.8), refunded: amount(10.8) },
    ]);
    const moved = { from_status: 'paid', to_status: 'dispatched', who: 'shop', created_at: TIME };
    await insert('order_status_changes', [
      { ...moved, id: '1', order_id: id(8) },
      { ...moved, id: '2', order_id: id(9), to_status: 'partial_refund' },
      { ...moved, id: '3', order_id: id(10) },
      { ...moved, id: '4', order_id: id(11), from_status: 'dispatched', to_status: 'partial_refund' },
    ]);
    await insert('cart_checkouts', [{ cart_id: 'basket', order_id: id(COUNT - 1) }]);
    await insert('order_stock', [{ order_id: id(7), product_id: '9', sku: 'A', quantity: 1, released_at: null }]);
    await dataSource.destroy();
    dataSource = await open(migrations);
    await dataSource.runMigrations({ transaction: 'each' });
  });
  afterAll(() => dataSource.destroy());

  it('fills the sums of payments; what was refunded is credit, but of orders that came to nothing', async () => {
    const sums = await rows('SELECT id, captured, refunded, credit FROM orders WHERE captured <> 0 ORDER BY id');
    expect(sums.map((row) => Object.values(row).map(String))).toEqual([
      [id(1), amount(11.8), amount(2), amount(2)],
      [id(3), amount(10.8), amount(10.8), '0'],
      [id(COUNT - 2), amount(12), '0', '0'],
    ]);
    const empty = await rows('SELECT COUNT(*) AS orders FROM orders WHERE captured IS NULL OR credit IS NULL');
    expect(empty.map(({ orders }) => Number(orders))).toEqual([0]);
  });

  it('takes orders for placed where a row says so that only a checkout writes', async () => {
    const placed = await rows("SELECT id FROM orders WHERE origin = 'checkout' ORDER BY id");
    expect(placed.map((row) => String(row['id']))).toEqual([1, 4, 6, 7, COUNT - 1].map(id));
    const others = await rows("SELECT COUNT(*) AS others FROM orders WHERE origin = 'api'");
    expect(others.map(({ others: count }) => Number(count))).toEqual([COUNT - 5]);
  });

  it('says of orders that were refunded in part whether they were dispatched, and of no others', async () => {
    const told = await rows('SELECT id, was_dispatched FROM orders WHERE was_dispatched IS NOT NULL ORDER BY id');
    expect(told.map((row) => Object.values(row).map(String))).toEqual([
      [id(8), '1'],
      [id(9), '0'],
      [id(11), '1'],
    ]);
  });

  it('marks the orders whose customers are owed money, and no others', async () => {
    const marked = await rows('SELECT id, refund_due FROM orders WHERE refund_due IS NOT NULL ORDER BY id');
    expect(marked.map((row) => Object.values(row).map(String))).toEqual([
      [id(1), '1'],
      [id(COUNT - 2), '1'],
    ]);
  });

  it('marks the orders of which a payment is due while money is held, and no others', async () => {
    const due = await rows(`SELECT id FROM orders WHERE total + refunded > credit + captured
      AND (captured > refunded OR id IN (SELECT order_id FROM payments WHERE state = 'authorized'))
      AND status NOT IN ('cancelled', 'failed', 'declined', 'refunded') ORDER BY id`);
    const marked = await rows('SELECT id FROM orders WHERE payment_due = 1 ORDER BY id');
    const authorized = await rows('SELECT id FROM orders WHERE authorized = 1 ORDER BY id');
    const held = await rows(
      "SELECT DISTINCT order_id AS id FROM payments WHERE state = 'authorized' ORDER BY order_id",
    );
    expect([marked, authorized]).toEqual([due, held]);
    expect(marked.map((row) => String(row['id']))).toEqual([id(2)]);
  });

  it('gives items their shares, and net and total that add up', async () => {
    const [first, second] = await rows(
      `SELECT discount, discounts, net, total FROM order_items WHERE order_id IN (${id(0)}, ${id(1)}) ORDER BY order_id`,
    );
    expect(first).toEqual(expect.objectContaining({ discounts: null }));
    expect([first, second].map((row) => [row?.['discount'], row?.['net'], row?.['total']].map(String))).toEqual([
      ['0', amount(10), amount(11.8)],
      [amount(1), amount(9), amount(10.8)],
    ]);
    expect(JSON.parse(String(second?.['discounts']))).toEqual([
      { promotion: '55', title: 'Ten', amount: '0.6' },
      { promotion: '56', title: 'Ten', amount: '0.4' },
    ]);
    const empty = await rows('SELECT COUNT(*) AS items FROM order_items WHERE net IS NULL OR total IS NULL');
    expect(empty.map(({ items }) => Number(items))).toEqual([0]);
  });

  it('orders-and-payments.md 33: gives items the keys that their titles are found by', async () => {
    const keys = await rows(
      'SELECT title_key, COUNT(*) AS items FROM order_items GROUP BY title_key ORDER BY title_key',
    );
    expect(keys.map(({ title_key: key, items }) => [key, Number(items)])).toEqual([
      ['a', COUNT - 1],
      ['royal mug', 1],
    ]);
  });

  it('goes back and leaves the orders as they were', async () => {
    const later = migrations.filter(({ name }) => Number(name.slice(-13)) >= ADDED);
    for (const _ of later) await dataSource.undoLastMigration({ transaction: 'each' });
    const kept = await rows('SELECT COUNT(*) AS orders, SUM(total) AS total FROM orders');
    expect(kept.map(({ orders, total }) => [Number(orders), Number(total)])).toEqual([[COUNT, COUNT * 108_000]]);
    await dataSource.runMigrations({ transaction: 'each' });
  });
});
