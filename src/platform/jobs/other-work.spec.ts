import { type EntityManager } from 'typeorm';
import { OtherWork } from './other-work';

/** Often enough that what was heard before does not count any more. */
const OFTEN = 8;

describe('the work of others on the database', () => {
  let now: number;
  let sent: number;
  let rate: number;
  let others: OtherWork;

  /** A server on which others send so many statements in each second; the listener's own count as well. */
  const server = (type: 'mysql' | 'better-sqlite3' = 'mysql'): EntityManager => {
    const query = () => Promise.resolve([{ Variable_name: 'Questions', Value: String((sent += 1)) }]);
    return { dataSource: { options: { type } }, query } as unknown as EntityManager;
  };
  const listen = async (perSecond: number, times = 1, manager = server()): Promise<boolean> => {
    rate = perSecond;
    for (let i = 0; i < times; i += 1) {
      now += 1_000;
      await others.listen(manager);
    }
    return others.isThere;
  };
  const pause = (ms: number): Promise<void> => {
    now += ms;
    sent += (rate * ms) / 1000;
    return Promise.resolve();
  };

  beforeEach(() => {
    [now, sent, rate] = [0, 100, 0];
    others = new OtherWork(pause, () => now);
  });

  it('is taken to be there before it was listened for', () => {
    expect(others.isThere).toBe(true);
  });

  it('is not there where nobody asks, and its own questions are not counted', async () => {
    expect(await listen(0)).toBe(false);
  });

  it('is there with the first of many statements, and until it has been quiet for a while', async () => {
    expect(await listen(0, OFTEN)).toBe(false);
    expect(await listen(1_000)).toBe(true);
    expect(await listen(0, 2)).toBe(true);
    expect(await listen(0, OFTEN)).toBe(false);
  });

  it('is not there for somebody who looks how far a job is', async () => {
    expect(await listen(120, OFTEN)).toBe(false);
  });

  it('is not listened for all the time', async () => {
    expect(await listen(0)).toBe(false);
    const before = sent;
    await others.listen(server());
    expect(sent).toBe(before);
  });

  it('is taken to be there on the embedded database, which counts none', async () => {
    expect(await listen(0, OFTEN, server('better-sqlite3'))).toBe(true);
    expect(sent).toBe(100);
  });
});
