import { type DataSource } from 'typeorm';
import { migrations } from '../../src/app/migrations';
import { EventPositions1763703600000 } from '../../src/app/migrations/1763703600000-event-positions';
import { dataSourceOptions } from '../../src/platform/database/connection/data-source-options';
import { StoreDataSource } from '../../src/platform/database/connection/store-data-source';
import { onEachEngine } from '../support/engines';

const TIME = '2026-01-31 12:00:00.000';
/** More than one round of the migration. */
const EVENTS = 1_200;

onEachEngine('the migration of positions (events.md 7)', (engine) => {
  let dataSource: DataSource;

  beforeAll(async () => {
    const options = dataSourceOptions({ url: engine.databaseUrl, entities: [], migrations });
    dataSource = await new StoreDataSource(options).initialize();
    await dataSource.runMigrations({ transaction: 'each' });
  });
  afterAll(() => dataSource.destroy());

  const idOf = (at: number): string => `019a0000-0000-7000-8000-${String(at).padStart(12, '0')}`;
  /** The newest events first, as no clock would have it: their ids decide. */
  const addOld = async (): Promise<void> => {
    const values = Array.from({ length: EVENTS }, (_, at) => {
      const fannedOut = at === EVENTS - 1 ? 'NULL' : `'${TIME}'`;
      return `('${idOf(at)}', 'brand.created', 'brand', '${at}', 1, 'create', '${TIME}', '{}', ${fannedOut})`;
    });
    await dataSource.query(
      `INSERT INTO events (id, type, object, object_id, object_version, event, occurred_at, data, fanned_out_at) VALUES ${values.reverse().join(', ')}`,
    );
  };
  const migrate = async (work: (migration: EventPositions1763703600000) => Promise<void>): Promise<void> => {
    await work(new EventPositions1763703600000());
  };
  const positions = async (): Promise<(number | null)[]> => {
    const rows: { position: unknown }[] = await dataSource.query('SELECT position FROM events ORDER BY id');
    return rows.map(({ position }) => (position === null ? null : Number(position)));
  };
  const remembered = async (): Promise<unknown[]> => {
    const rows: { name: string; position: unknown }[] = await dataSource.query(
      'SELECT name, position FROM event_positions ORDER BY name',
    );
    return rows.map(({ name, position }) => [name, Number(position)]);
  };

  beforeEach(async () => {
    const runner = dataSource.createQueryRunner();
    await migrate((migration) => migration.down(runner));
    await dataSource.query('DELETE FROM events');
    await addOld();
    await migrate((migration) => migration.up(runner));
    await runner.release();
  });

  it('gives the events there are positions in the order of their ids, and leaves those that wait to the worker', async () => {
    const told = Array.from({ length: EVENTS - 1 }, (_, at) => at + 1);
    expect(await positions()).toEqual([...told, null]);
    expect(await remembered()).toEqual([
      ['last', EVENTS - 1],
      ['removed', 0],
    ]);
  });

  it('continues where a run was stopped', async () => {
    const before = await positions();
    const runner = dataSource.createQueryRunner();
    await dataSource.query('UPDATE events SET position = NULL WHERE position > 1000');
    await dataSource.query('DROP TABLE event_positions');
    await migrate((migration) => migration.up(runner));
    expect([await positions(), await remembered()]).toEqual([
      before,
      [
        ['last', EVENTS - 1],
        ['removed', 0],
      ],
    ]);
    await runner.release();
  });
});
