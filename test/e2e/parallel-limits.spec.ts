import { DataSource } from 'typeorm';
import { JobRunner } from '../../src/platform/jobs/job-runner';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

/** Requests that arrive together. */
const TOGETHER = 8;

onEachEngine('limits of rows that parallel requests reach together (decision 9)', (engine) => {
  let store: TestStore;
  const query = <T>(sql: string, values: unknown[] = []) => store.app.get(DataSource).query<T[]>(sql, values);
  /** Returns the statuses of requests that are sent at once, in ascending order, and one error code of each kind. */
  const together = async (send: (i: number) => ReturnType<TestStore['request']>) => {
    const answers = await Promise.all(Array.from({ length: TOGETHER }, (_, i) => send(i)));
    const codes = new Set(answers.map(({ headers }) => headers.get('error-code')));
    return { statuses: answers.map(({ status }) => status).sort(), codes: [...codes].sort() };
  };
  const statuses = (...counts: [status: number, count: number][]) =>
    counts.flatMap(([status, count]) => Array.from({ length: count }, () => status));
  const put = (name: string) => store.request('PUT', `/v1/events/consumers/${name}`, { form: { position: '0' } });
  const names = async () =>
    (await query<{ name: string }>('SELECT name FROM event_consumers ORDER BY name')).map(({ name }) => name);

  beforeAll(async () => {
    jest.spyOn(JobRunner.prototype, 'start').mockReturnValue();
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
  });
  afterAll(async () => {
    await store.close();
    jest.restoreAllMocks();
  });
  beforeEach(async () => {
    await query('DELETE FROM event_consumers');
    const row = '(?, 0, ?)';
    const rows = Array.from({ length: 98 }, (_, i) => [`c${i}`, '2026-01-01 00:00:00.000']);
    const sql = `INSERT INTO event_consumers (name, position, updated_at) VALUES ${rows.map(() => row).join()}`;
    await query(sql, rows.flat());
  });

  it('events.md 9: consumers of the feed are 100', async () => {
    expect(await together((i) => put(`new-${i}`))).toEqual({
      statuses: statuses([200, 2], [422, 6]),
      codes: ['events.too_many_consumers', null],
    });
    expect(await names()).toHaveLength(100);
  });

  it('events.md 9: the last consumer is made once by requests that all name it', async () => {
    await put('c98');
    expect(await together(() => put('new'))).toEqual({ statuses: statuses([200, TOGETHER]), codes: [null] });
    expect(await names()).toEqual([...Array.from({ length: 99 }, (_, i) => `c${i}`), 'new'].sort());
  });

  it('promotions-at-scale.md 10: back-tests that wait or run are 20', async () => {
    const start = () => store.request('POST', '/v1/promotions/backtests', { json: {} });
    for (let made = 0; made < 18; made += 1) expect((await start()).status).toBe(202);
    expect(await together(start)).toEqual({
      statuses: statuses([202, 2], [409, 6]),
      codes: ['backtests.too_many', null],
    });
    expect(await query('SELECT state FROM jobs')).toEqual(Array.from({ length: 20 }, () => ({ state: 'queued' })));
  });
});
