import { type DataSource } from 'typeorm';
import { type Clock } from '../../../kernel/clock';
import { ClientWrites } from './client-writes';

const MAX_LAG_MS = 10_000;

describe('the writes of clients', () => {
  let now: number;
  let rows: Map<string, Date>;
  let statements: string[];
  const clock: Clock = { now: () => new Date(now) };

  /** The table `client_writes`. */
  const query = (sql: string, values: unknown[]) => {
    const [verb = ''] = sql.split(' ', 1);
    statements.push(verb);
    if (verb === 'SELECT')
      return Promise.resolve([...rows].flatMap(([id, until]) => (id === values[0] ? [{ until }] : [])));
    const [id, until] = (verb === 'UPDATE' ? [values[1], values[0]] : values) as [string, Date];
    const known = rows.get(id);
    const isChanged = verb === 'UPDATE' ? known !== undefined && known < until : known === undefined;
    if (isChanged) rows.set(id, until);
    return Promise.resolve({ affectedRows: Number(isChanged) });
  };
  const process = () => new ClientWrites({ query } as unknown as Pick<DataSource, 'query'>, clock, MAX_LAG_MS);

  beforeEach(() => {
    [now, rows, statements] = [0, new Map<string, Date>(), []];
  });

  it('are known to every process until no replica lacks them', async () => {
    const [one, other] = [process(), process()];
    await one.note('shop');
    const known = async () => [await one.isRecent('shop'), await other.isRecent('shop')];
    for (now of [0, MAX_LAG_MS + 5_000]) expect(await known()).toEqual([true, true]);
    now = 2 * MAX_LAG_MS + 5_000;
    expect(await known()).toEqual([false, false]);
    expect(await other.isRecent('till')).toBe(false);
  });

  it('last from the last one, with one row written in the time that a replica may lag', async () => {
    const [one, other] = [process(), process()];
    for (now = 0; now <= 3 * MAX_LAG_MS; now += 100) {
      await one.note('shop');
      const until = rows.get('shop')?.getTime() ?? 0;
      expect(until).toBeGreaterThanOrEqual(now + MAX_LAG_MS + 5_000);
    }
    // The first one adds the row.
    expect(statements).toEqual(['UPDATE', 'INSERT', 'UPDATE', 'UPDATE']);
    expect(await other.isRecent('shop')).toBe(true);
  });

  it('at the same time cause one statement', async () => {
    const one = process();
    rows.set('shop', new Date(-1));
    await Promise.all([one.note('shop'), one.note('shop'), one.note('shop')]);
    expect(statements).toEqual(['UPDATE']);
  });

  it('of two processes leave the later time', async () => {
    const [one, other] = [process(), process()];
    now = 3_000;
    await one.note('shop');
    now = 1_000;
    await other.note('shop');
    expect(rows.get('shop')).toEqual(new Date(3_000 + 2 * MAX_LAG_MS + 5_000));
  });
});
