import { type DataSource } from 'typeorm';
import { migrations } from '../../src/app/migrations';
import { dataSourceOptions } from '../../src/platform/database/connection/data-source-options';
import { StoreDataSource } from '../../src/platform/database/connection/store-data-source';
import { onEachEngine } from '../support/engines';

const ADDED = 1763704400000;
const TIME = '2026-01-31 12:00:00.000';

/** Orders of 36.00 as the version before left them, and whether their customer is owed money after it and after going back. */
const CASES: readonly (readonly [
  string,
  { status: string; captured: number; refunded: number; due: 1 | null },
  1 | null,
  1 | null,
])[] = [
  ['refunded by hand, all of it still held', { status: 'refunded', captured: 36, refunded: 0, due: null }, 1, null],
  ['refunded by hand, a part of it still held', { status: 'refunded', captured: 36, refunded: 12, due: null }, 1, null],
  ['refunded, nothing held', { status: 'refunded', captured: 36, refunded: 36, due: null }, null, null],
  ['refunded, nothing ever taken', { status: 'refunded', captured: 0, refunded: 0, due: null }, null, null],
  ['refunded, more taken than it costs', { status: 'refunded', captured: 48, refunded: 0, due: 1 }, 1, 1],
  ['paid', { status: 'paid', captured: 36, refunded: 0, due: null }, null, null],
  ['cancelled and owed', { status: 'cancelled', captured: 36, refunded: 0, due: 1 }, 1, 1],
];

onEachEngine('the migration that finds what refunded orders hold (orders-and-payments.md 16)', (engine) => {
  let dataSource: DataSource;
  const due = async (): Promise<(number | null)[]> => {
    const found: { refund_due: number | null }[] = await dataSource.query('SELECT refund_due FROM orders ORDER BY id');
    return found.map(({ refund_due }) => refund_due);
  };
  beforeAll(async () => {
    const options = dataSourceOptions({
      url: engine.databaseUrl,
      entities: [],
      migrations: migrations.filter(({ name }) => Number(name.slice(-13)) <= ADDED),
    });
    dataSource = await new StoreDataSource(options).initialize();
    await dataSource.runMigrations({ transaction: 'each' });
    await dataSource.undoLastMigration({ transaction: 'each' });
    for (const [at, [, order]] of CASES.entries()) {
      const values = {
        id: String(at + 1),
        status: order.status,
        captured: order.captured,
        refunded: order.refunded,
        refund_due: order.due,
      };
      const row = {
        version: 1,
        shipping_price: 0,
        tax: 0,
        credit: 0,
        item_count: 0,
        ...values,
        subtotal: 36,
        total: 36,
        created_at: TIME,
        updated_at: TIME,
        currency_id: '1',
        currency: '{}',
        currency_code: 'GBP',
        exchange_rate: 1,
      };
      const names = Object.keys(row);
      await dataSource.query(
        `INSERT INTO orders (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
        Object.values(row),
      );
    }
  });
  afterAll(() => dataSource.destroy());

  it.each([
    ['up', 2],
    ['down', 3],
    ['up again', 2],
  ] as const)('%s', async (direction, expected) => {
    if (direction === 'down') await dataSource.undoLastMigration({ transaction: 'each' });
    else await dataSource.runMigrations({ transaction: 'each' });
    expect((await due()).map((value, at) => [CASES[at]?.[0], value])).toEqual(
      CASES.map((one) => [one[0], one[expected]]),
    );
  });
});
