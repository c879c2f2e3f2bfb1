import { type DataSource } from 'typeorm';
import { migrations } from '../../src/app/migrations';
import { dataSourceOptions } from '../../src/platform/database/connection/data-source-options';
import { StoreDataSource } from '../../src/platform/database/connection/store-data-source';
import { onEachEngine } from '../support/engines';

const ADDED = 1763703000001;
const TIME = '2026-01-31 12:00:00.000';
/** Two rounds and a part of a third. */
const COUNT = 1_100;
const BASE = 900_000_000_000_000_000n;

const id = (of: number): string => String(BASE + BigInt(of) * 1000n);
const currency = (rounding_mode: string): string => JSON.stringify({ value: 'C', data: { rounding_mode } });

onEachEngine('the migration of budgets (promotions-at-scale.md 7)', (engine) => {
  let dataSource: DataSource;

  const open = (some: typeof migrations): Promise<DataSource> =>
    new StoreDataSource(dataSourceOptions({ url: engine.databaseUrl, entities: [], migrations: some })).initialize();
  const insert = async (table: string, row: Readonly<Record<string, string | number | null>>): Promise<void> => {
    const columns = Object.keys(row);
    const places = columns.map(() => '?').join(', ');
    await dataSource.query(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`, Object.values(row));
  };
  const order = (of: number, rate: string, mode: string): Promise<void> =>
    insert('orders', {
      ...{ id: id(of), version: 1, created_at: TIME, updated_at: TIME, status: 'paid', item_count: 0 },
      ...{ subtotal: '0', shipping_price: '0', total: '0', tax: '0', exchange_rate: rate },
      ...{ currency_id: '1', currency_code: 'USD', currency: currency(mode) },
    });
  const use = (of: number, promotion: string, amount: string): Promise<void> =>
    insert('promotion_redemptions', {
      ...{ order_id: id(of), promotion_id: promotion, customer_key: null, amount, created_at: TIME, released_at: null },
    });
  const discounted = async (where: string): Promise<string[]> => {
    const rows: { discounted: unknown }[] = await dataSource.query(
      `SELECT discounted FROM promotion_redemptions WHERE ${where} ORDER BY order_id, promotion_id`,
    );
    return rows.map((row) => String(row.discounted));
  };

  beforeAll(async () => {
    dataSource = await open(migrations.filter(({ name }) => Number(name.slice(-13)) < ADDED));
    await dataSource.runMigrations({ transaction: 'each' });
    await order(0, '1.6', 'half_up');
    await order(1, '8', 'half_up');
    await order(2, '8', 'half_even');
    await order(3, '1.0', 'half_up');
    for (const promotion of ['7', '8']) await use(0, promotion, '80000');
    for (const at of [1, 2]) await use(at, '7', '20');
    for (let at = 3; at < COUNT; at += 1) await use(at, '7', '12345');
    await dataSource.destroy();
    dataSource = await open(migrations);
    await dataSource.runMigrations({ transaction: 'each' });
  });
  afterAll(() => dataSource.destroy());

  it('fills in what each use took off in the default currency, rounded as its order was', async () => {
    expect(await discounted(`order_id < ${id(3)}`)).toEqual(['50000', '50000', '3', '2']);
  });

  it('takes the amount itself where the order is in the default currency, or was removed', async () => {
    expect(new Set(await discounted(`order_id >= ${id(3)}`))).toEqual(new Set(['12345']));
  });

  it('goes back, leaves the uses as they were, and comes again', async () => {
    const later = migrations.filter(({ name }) => Number(name.slice(-13)) >= ADDED);
    for (const _ of later) await dataSource.undoLastMigration({ transaction: 'each' });
    const [kept] = await dataSource.query<{ uses: unknown; amount: unknown }[]>(
      'SELECT COUNT(*) AS uses, SUM(amount) AS amount FROM promotion_redemptions',
    );
    expect([Number(kept?.uses), Number(kept?.amount)]).toEqual([COUNT + 1, 160_040 + (COUNT - 3) * 12_345]);
    await dataSource.runMigrations({ transaction: 'each' });
    expect(await discounted(`order_id < ${id(3)}`)).toEqual(['50000', '50000', '3', '2']);
  });
});
