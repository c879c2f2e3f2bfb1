import { type DataSource } from 'typeorm';
import { migrations } from '../../src/app/migrations';
import { Statistics1763702800000 } from '../../src/app/migrations/1763702800000-statistics';
import { dataSourceOptions } from '../../src/platform/database/connection/data-source-options';
import { StoreDataSource } from '../../src/platform/database/connection/store-data-source';
import { onEachEngine } from '../support/engines';

/** The migration, and one that adds a column to one of its tables. */
const ADDED = [1763702800000, 1763709085000];
const TIME = '2026-01-31 12:00:00.000';

onEachEngine('the migration of statistics (storefront.md 13)', (engine) => {
  let dataSource: DataSource;

  const isAdded = ({ name }: { name: string }): boolean => ADDED.includes(Number(name.slice(-13)));
  const open = (some: typeof migrations): Promise<DataSource> =>
    new StoreDataSource(dataSourceOptions({ url: engine.databaseUrl, entities: [], migrations: some })).initialize();
  /** Whether the worker is to walk over what there is before statistics are complete. */
  const isIncomplete = async (): Promise<boolean> => {
    const rows: { object: unknown; walked_until: unknown; walked_at: unknown }[] = await dataSource.query(
      'SELECT object, walked_until, walked_at FROM statistics_walk',
    );
    expect(rows.map(({ object, walked_until }) => [object, Number(walked_until)])).toEqual([['order', 0]]);
    return rows[0]?.walked_at === null;
  };
  const tables = async (): Promise<number> => {
    const runner = dataSource.createQueryRunner();
    try {
      const names = ['statistics_changes', 'statistics_days', 'statistics_entries', 'statistics_walk'];
      return (await Promise.all(names.map((name) => runner.hasTable(name)))).filter(Boolean).length;
    } finally {
      await runner.release();
    }
  };

  beforeAll(async () => {
    // It alone is undone below: it needs the others there, and comes after them here.
    dataSource = await open(migrations.filter((one) => !isAdded(one)));
    await dataSource.runMigrations({ transaction: 'each' });
    await dataSource.destroy();
    dataSource = await open(migrations);
    await dataSource.runMigrations({ transaction: 'each' });
  });
  afterAll(() => dataSource.destroy());

  /** Undoes the migration, lets the store be filled, and does it again. */
  const again = async (fill: () => Promise<unknown>): Promise<void> => {
    const runner = dataSource.createQueryRunner();
    const migration = new Statistics1763702800000();
    await migration.down(runner);
    expect(await tables()).toBe(0);
    await dataSource.query('DELETE FROM customers');
    await fill();
    await migration.up(runner);
    await runner.release();
  };

  it('leaves an empty store with nothing to count', async () => {
    await again(async () => undefined);
    expect([await tables(), await isIncomplete()]).toEqual([4, false]);
  });

  it('has the worker count the customers and orders there are, which stay as they are', async () => {
    await again(() =>
      dataSource.query(
        `INSERT INTO customers (id, version, created_at, updated_at, first_name, last_name, email)
         VALUES (7, 1, '${TIME}', '${TIME}', 'Ada', 'Byron', 'ada@example.com')`,
      ),
    );
    expect([await tables(), await isIncomplete()]).toEqual([4, true]);
    const [kept] = await dataSource.query<{ email: string }[]>('SELECT email FROM customers');
    expect(kept?.email).toBe('ada@example.com');
  });
});
