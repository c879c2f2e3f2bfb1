import { type DataSource } from 'typeorm';
import { migrations } from '../../src/app/migrations';
import { dataSourceOptions } from '../../src/platform/database/connection/data-source-options';
import { StoreDataSource } from '../../src/platform/database/connection/store-data-source';
import { onEachEngine } from '../support/engines';

const ADDED = 1763703200000;
const TIME = '2026-01-31 12:00:00.000';
const timeOf = ({ name }: (typeof migrations)[number]): number => Number(name.slice(-13));

onEachEngine('the migration of codes (promotions-at-scale.md 4)', (engine) => {
  let dataSource: DataSource;

  const open = (some: typeof migrations): Promise<DataSource> =>
    new StoreDataSource(dataSourceOptions({ url: engine.databaseUrl, entities: [], migrations: some })).initialize();
  const promotion = async (id: string, code: string | null): Promise<void> => {
    const row = {
      ...{ id, version: 1, created_at: TIME, updated_at: TIME, title: `P${id}`, from: '2020-01-01', to: '2099-12-31' },
      ...{ discount_code: code, discount_code_key: code?.toLowerCase() ?? null, max_uses: 0, customer_uses: 0 },
      ...{ customer_group: null, status: 1, terminating: 0, persistent: 0, action: 'free_ship', priority: 0 },
      ...{ amount: '0', max_quantity: '0', trigger_quantity: 0, apply_to_shipping: 0, description: '' },
    };
    const quote = engine.name === 'sqlite' ? '"' : '`';
    const columns = Object.keys(row).map((name) => quote + name + quote);
    const places = columns.map(() => '?').join(', ');
    await dataSource.query(`INSERT INTO promotions (${columns.join(', ')}) VALUES (${places})`, Object.values(row));
  };
  const add = (id: string, key: string): Promise<unknown> =>
    dataSource.query(
      `INSERT INTO promotion_codes (id, promotion_id, code, code_key, is_own, status, uses, used, created_at)
       VALUES (?, 7, ?, ?, 0, 'unused', 1, 0, ?)`,
      [id, key, key, TIME],
    );
  const codes = (): Promise<object[]> =>
    dataSource.query('SELECT code, code_key, status, used FROM promotion_codes WHERE is_own = 1 ORDER BY code_key');

  beforeAll(async () => {
    dataSource = await open(migrations.filter((one) => timeOf(one) < ADDED));
    await dataSource.runMigrations({ transaction: 'each' });
    await promotion('7', 'Spring');
    await promotion('8', null);
    await promotion('9', 'AUTUMN');
    await dataSource.destroy();
    dataSource = await open(migrations);
    await dataSource.runMigrations({ transaction: 'each' });
  });
  afterAll(() => dataSource.destroy());

  it('keeps the codes that promotions have from the pools to come', async () => {
    expect(await codes()).toEqual([
      { code: 'AUTUMN', code_key: 'autumn', status: 'unused', used: 0 },
      { code: 'Spring', code_key: 'spring', status: 'unused', used: 0 },
    ]);
    await expect(add('1', 'spring')).rejects.toThrow(/unique|duplicate/i);
    await add('2', 'summer');
  });

  it('goes back, leaves the promotions as they were, and comes again', async () => {
    for (const _ of migrations.filter((one) => timeOf(one) >= ADDED)) {
      await dataSource.undoLastMigration({ transaction: 'each' });
    }
    const kept = await dataSource.query<object[]>('SELECT id, discount_code FROM promotions ORDER BY id');
    expect(kept.map((row) => Object.values(row).map(String))).toEqual([
      ['7', 'Spring'],
      ['8', 'null'],
      ['9', 'AUTUMN'],
    ]);
    await dataSource.runMigrations({ transaction: 'each' });
    expect(await codes()).toHaveLength(2);
  });
});
