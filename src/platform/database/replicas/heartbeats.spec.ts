import { type DataSource } from 'typeorm';
import { Heartbeats } from './heartbeats';

describe('heartbeats', () => {
  let row: number | undefined;
  let now: number;
  let heartbeats: Heartbeats;

  /** The primary counts up while the statement takes 5 ms. */
  const query = () => {
    now += 5;
    if (row !== undefined) row += 1;
    return Promise.resolve({ insertId: row ?? 0 });
  };

  beforeEach(() => {
    [row, now] = [100, 0];
    heartbeats = new Heartbeats({ query } as unknown as Pick<DataSource, 'query'>, () => now);
  });

  it('are as old as their statements are', async () => {
    await heartbeats.beat();
    now = 1_000;
    await heartbeats.beat();
    expect([101, 102].map((beat) => heartbeats.begunAt(beat))).toEqual([0, 1_000]);
  });

  it('of other processes, which a replica shows too, are as old as the last one before', async () => {
    await heartbeats.beat();
    row = 250;
    now = 1_000;
    await heartbeats.beat();
    expect([100, 180, 251, 999].map((beat) => heartbeats.begunAt(beat))).toEqual([undefined, 0, 1_000, 1_000]);
  });

  it('say nothing while their row is missing', async () => {
    row = undefined;
    await heartbeats.beat();
    expect(heartbeats.begunAt(0)).toBeUndefined();
  });

  it('are forgotten after ten minutes', async () => {
    await heartbeats.beat();
    now = 600_001;
    await heartbeats.beat();
    expect([101, 102].map((beat) => heartbeats.begunAt(beat))).toEqual([undefined, 600_001]);
  });
});
