import { type DataSource, type Logger } from 'typeorm';
import { migrations } from '../../src/app/migrations';
import { dataSourceOptions } from '../../src/platform/database/connection/data-source-options';
import { StoreDataSource } from '../../src/platform/database/connection/store-data-source';
import { onEachEngine } from '../support/engines';

const ADDED = 'TestOrders1763709000000';
const ORDERS = 2_100;
const TIME = '2026-01-31 12:00:00.000';
/** Ids as large as those of the store: no engine may round them. */
const idOf = (at: number): string => String(890_123_456_789_000_000n + BigInt(at));

/** Payments of some orders: the order, the gateway and the state. */
const PAYMENTS: readonly (readonly [number, string, string])[] = [
  [1, 'dummy', 'captured'],
  [2, 'stripe', 'captured'],
  [3, 'dummy', 'declined'],
  [3, 'manual', 'captured'],
  [4, 'dummy', 'voided'],
  [1000, 'dummy', 'authorized'],
  [1001, 'dummy', 'captured'],
  [1001, 'dummy', 'captured'],
  [ORDERS, 'dummy', 'captured'],
];
const TESTS = [1, 1000, 1001, ORDERS].map(idOf);

onEachEngine('the migration that marks orders paid without money', (engine) => {
  let dataSource: DataSource;
  const asked: unknown[] = [];

  beforeAll(async () => {
    const at = migrations.findIndex(({ name }) => name === ADDED);
    const options = dataSourceOptions({
      url: engine.databaseUrl,
      entities: [],
      migrations: migrations.slice(0, at + 1),
    });
    dataSource = await new StoreDataSource(options).initialize();
    await dataSource.runMigrations({ transaction: 'each' });
    await dataSource.undoLastMigration({ transaction: 'each' });
    const many = <T>(sql: string, rows: readonly T[], valuesOf: (row: T) => readonly (string | number)[]) =>
      dataSource.query(
        `${sql} VALUES ${rows
          .map(
            (row) =>
              `(${valuesOf(row)
                .map(() => '?')
                .join(', ')})`,
          )
          .join(', ')}`,
        rows.flatMap(valuesOf),
      );
    const money = { subtotal: 36, shipping_price: 0, total: 36, tax: 0, captured: 36, refunded: 0, credit: 0 };
    const order = { version: 1, status: 'paid', item_count: 0, ...money, created_at: TIME, updated_at: TIME };
    const currency = { currency_id: '1', currency: '{}', currency_code: 'GBP', exchange_rate: 1 };
    const columns = { ...order, ...currency };
    const names = ['id', ...Object.keys(columns)].join(', ');
    for (let from = 1; from <= ORDERS; from += 700) {
      const ids = Array.from({ length: 700 }, (_, i) => idOf(from + i));
      await many(`INSERT INTO orders (${names})`, ids, (id) => [id, ...Object.values(columns)]);
    }
    await many(
      'INSERT INTO payments (id, order_id, gateway, state, amount, refunded, reference, created_at, updated_at)',
      PAYMENTS.map((payment, i) => [i + 1, ...payment] as const),
      ([id, of, gateway, state]) => [id, idOf(of), gateway, state, 36, 0, '', TIME, TIME],
    );
    const logQuery = (sql: string, values?: unknown[]) => {
      if (/FROM orders\s/.test(sql)) asked.push(values?.[0]);
    };
    Object.assign(dataSource, { logger: { ...silent, logQuery } satisfies Logger });
    await dataSource.runMigrations({ transaction: 'each' });
  });
  afterAll(() => dataSource.destroy());

  it('marks those, and no others', async () => {
    const marked: { id: unknown }[] = await dataSource.query('SELECT id FROM orders WHERE is_test = 1 ORDER BY id');
    expect(marked.map(({ id }) => String(id))).toEqual(TESTS);
  });

  it('reads every order once, by a cursor of ids', () => {
    expect(asked).toEqual(['0', idOf(1000), idOf(2000), idOf(ORDERS)]);
  });
});

const silent: Logger = {
  logQuery: () => undefined,
  logQueryError: () => undefined,
  logQuerySlow: () => undefined,
  logSchemaBuild: () => undefined,
  logMigration: () => undefined,
  log: () => undefined,
};
