import { type DataSource, type QueryRunner } from 'typeorm';
import { migrations } from '../../src/app/migrations';
import { OLD_ROWS } from '../../src/app/migrations/old-rows';
import { OldRowsService } from '../../src/app/old-rows.service';
import { firstIdAt } from '../../src/kernel/ids';
import { Transactions } from '../../src/platform/database/connection/transactions';
import { storeDataSource } from '../support/database';
import { onEachEngine } from '../support/engines';

type Value = string | number | null;
type Row = Readonly<Record<string, Value>>;

/** The last migration of 1.2.0: everything after it meets processes of that version. */
const RELEASED = 1763701200000;
const numberOf = ({ name }: { readonly name: string }): number => Number(name.slice(-13));
const later = migrations.filter((migration) => numberOf(migration) > RELEASED);

const TIME = '2026-01-31 12:00:00.000';
const POUND = JSON.stringify({ value: 'Pound', data: { code: 'GBP', rounding_mode: 'half_up' } });
const units = (amount: number): string => String(Math.round(amount * 10_000));

/** Writes as a process of 1.2.0 does: it names the columns that it knows, and no others. */
class OldProcess {
  private readonly columns = new Map<string, Row>();
  private made = 0n;
  private first: string | undefined;

  /** @param runner of a database that has the tables of 1.2.0, and no more */
  static async of(runner: QueryRunner): Promise<OldProcess> {
    const old = new OldProcess();
    for (const table of [
      'orders',
      'order_items',
      'payments',
      'promotions',
      'promotion_redemptions',
      'products',
      'tax_bands',
    ]) {
      const columns = (await runner.getTable(table))?.columns ?? [];
      const empty = columns.map(({ name, type, isNullable }): [string, Value] => {
        const isText = /char|text/.test(type);
        return [name, isNullable ? null : /time/.test(type) || /_at$/.test(name) ? TIME : isText ? '' : 0];
      });
      old.columns.set(table, Object.fromEntries(empty));
    }
    return old;
  }

  /** Makes a product and a promotion with a code, sells it, refunds a part, and adds an item to its first order. @returns the id of the order */
  async sell(runner: QueryRunner): Promise<string> {
    this.made += 10n;
    const id = String(BigInt(firstIdAt(new Date(TIME))) + this.made);
    const next = (more: bigint): string => String(BigInt(id) + more);
    const name = `n${this.made}`;
    await this.insert(runner, 'tax_bands', { id, title: name, rate: '20' });
    await this.insert(runner, 'products', { id, sku: name, title: name, slug: name });
    const code = { discount_code: name, discount_code_key: name };
    await this.insert(runner, 'promotions', { id, title: name, from: '2026-01-01', to: '2026-12-31', ...code });
    const currency = { currency_id: '1', currency_code: 'GBP', currency: POUND, exchange_rate: '2' };
    const sums = { total: units(24), subtotal: units(20), tax: units(4), item_count: 2, version: 3 };
    await this.insert(runner, 'orders', { id, status: 'partial_refund', ...sums, ...currency });
    const item = { order_id: id, quantity: 2, price: units(5), tax: units(2), tax_band_id: '7' };
    await this.insert(runner, 'order_items', { ...item, id: next(1n), sku: 'a', title: ' Royal  MUG ' });
    await this.insert(runner, 'order_items', { ...item, id: next(2n), sku: 'b', title: '' });
    this.first ??= id;
    await this.insert(runner, 'order_items', {
      ...item,
      id: next(3n),
      sku: name,
      title: 'Royal mug',
      order_id: this.first,
    });
    const payment = { order_id: id, gateway: 'dummy', state: 'captured', reference: name };
    await this.insert(runner, 'payments', { ...payment, id, amount: units(24), refunded: units(6) });
    await this.insert(runner, 'promotion_redemptions', { order_id: id, promotion_id: '55', amount: units(3) });
    return id;
  }

  private async insert(runner: QueryRunner, table: string, values: Row): Promise<void> {
    const row = { ...this.columns.get(table), ...values };
    const names = Object.keys(row).map((name) => runner.dataSource.driver.escape(name));
    const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
    await runner.query(sql, Object.values(row));
  }
}

onEachEngine('processes of 1.2.0 beside every migration (CONTRIBUTING, "Expand and contract")', (engine) => {
  let dataSource: DataSource;
  let runner: QueryRunner;
  let sold: string[];
  const rows = async (sql: string): Promise<Record<string, unknown>[]> => {
    const found = (await runner.query(sql)) as Record<string, unknown>[];
    return found.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === null ? null : String(value)])),
    );
  };
  const payments = () => rows('SELECT id, order_id, state, amount, refunded, reference FROM payments ORDER BY id');
  const mended = (isMended: boolean, since?: Date) =>
    new OldRowsService(new Transactions(dataSource)).mend(since === undefined ? { isMended } : { isMended, since });

  beforeAll(async () => {
    dataSource = storeDataSource(engine.databaseUrl);
    await dataSource.initialize();
    runner = dataSource.createQueryRunner();
    const at = (isIt: (number: number) => boolean) =>
      dataSource.migrations.filter(({ constructor }) => isIt(numberOf(constructor)));
    for (const migration of at((number) => number <= RELEASED)) await migration.up(runner);
    const old = await OldProcess.of(runner);
    sold = [await old.sell(runner)];
    for (const migration of at((number) => number > RELEASED)) {
      await migration.up(runner);
      // A migration that an old process could not write beside fails here.
      sold.push(await old.sell(runner));
    }
  });
  afterAll(async () => {
    await runner.release();
    await dataSource.destroy();
  });

  it('lose nothing: what they wrote is found, mended whole, and found no more; no payment is invented', async () => {
    expect(sold.length).toBe(later.length + 1);
    // It knows of no default, and removes the band.
    await runner.query('DELETE FROM tax_bands WHERE default_mark = 1');
    const before = await payments();
    const found = await mended(false);
    expect(found.map(({ title }) => title)).toEqual(OLD_ROWS.map(({ title }) => title));
    // Those that were there before their migration were filled by it.
    expect(found.every(({ count }) => count > 0 && count < 3 * sold.length)).toBe(true);
    expect((await mended(true)).map(({ title }) => title)).toEqual(OLD_ROWS.map(({ title }) => title));
    expect([await mended(false), await payments()]).toEqual([[], before]);
    expect(
      await rows('SELECT DISTINCT origin, captured, refunded, credit, was_dispatched, refund_due FROM orders'),
    ).toEqual([
      {
        origin: 'checkout',
        captured: units(24),
        refunded: units(6),
        credit: units(6),
        was_dispatched: '0',
        refund_due: null,
      },
    ]);
    expect(await rows('SELECT DISTINCT net, total, discount, title_key FROM order_items ORDER BY title_key')).toEqual([
      { net: units(10), total: units(12), discount: '0', title_key: null },
      { net: units(10), total: units(12), discount: '0', title_key: 'royal mug' },
    ]);
    expect(await rows('SELECT DISTINCT discounted FROM promotion_redemptions')).toEqual([{ discounted: units(1.5) }]);
    expect(await rows('SELECT id, code_key FROM promotion_codes ORDER BY id')).toEqual(
      await rows('SELECT id, discount_code_key AS code_key FROM promotions ORDER BY id'),
    );
    expect(await rows('SELECT id, sku FROM taken_skus ORDER BY id')).toEqual(
      await rows('SELECT id, sku FROM products ORDER BY id'),
    );
    // By the time of their rows, where a row tells it.
    await runner.query('UPDATE orders SET origin = NULL');
    expect(await mended(false, new Date('2026-01-31 12:00:01Z'))).toEqual([]);
    const since = new Date('2026-01-31 11:59:59Z');
    expect(await mended(true, since)).toEqual([{ title: OLD_ROWS[0]?.title, count: sold.length }]);
    expect(await mended(false)).toEqual([]);
  });
});
