import { onEachEngine } from '../support/engines';
import { openDatabase } from '../support/database';
import { StoreProcess } from '../support/store.process';
import { ended, KILLS, KilledWorker } from './support/killed-worker';

/** Most codes that a kill waits for. The job has twice as many for each: none comes after its end. */
const STRIDE = 10_000;
const COUNT = (KILLS + 1) * 2 * STRIDE;
const LONG = KILLS * 10_000 + 120_000;

interface JobRow {
  readonly id: string;
  readonly state: string;
  readonly done: number;
}

onEachEngine(`codes and ${KILLS} kills of the worker (promotions-at-scale.md 2)`, (engine) => {
  let store: KilledWorker;
  beforeAll(async () => {
    store = await KilledWorker.start(engine);
  }, LONG);
  afterAll(() => StoreProcess.stopAll());

  it(
    'adds each code once, and neither one too many nor too few',
    async () => {
      const promotion = await store.send<{ id: string }>('POST', '/v1/promotions/cart', {
        ...{ title: 'Codes', from: '2020-01-01', to: '2099-12-31', status: 1, terminating: 0, persistent: 0 },
        ...{ action: 'discount_by_percent', amount: 10, apply_to_shipping: 0 },
      });
      const codes = `/v1/promotions/cart/${promotion.id}/codes`;
      const { id } = await store.send<JobRow>('POST', codes, { count: COUNT });
      const look = () => store.send<JobRow>('GET', `${codes}/jobs/${id}`);
      await store.killDuring({ look, stateOf: ({ state }) => state, doneOf: ({ done }) => done, stride: STRIDE });
      const done = await ended(look);
      expect(done).toMatchObject({ state: 'done', total: COUNT, done: COUNT, failed: 0, error: null });
      await StoreProcess.stopAll();
      const db = await openDatabase(engine.databaseUrl);
      const [counted] = await db.dataSource.query<object[]>(
        'SELECT COUNT(*) AS codes, COUNT(DISTINCT code_key) AS different FROM promotion_codes WHERE promotion_id = ?',
        [promotion.id],
      );
      await db.close();
      expect(Object.values(counted ?? {}).map(Number)).toEqual([COUNT, COUNT]);
    },
    LONG,
  );
});
