import { type DataSource } from 'typeorm';
import { type Clock } from '../../../kernel/clock';
import { Heartbeats } from './heartbeats';

const START = new Date('2026-01-31T12:00:00Z').getTime();
const DAY = 86_400_000;

describe('heartbeats', () => {
  let rows: Map<string, number>;
  let now: number;
  let heartbeats: Heartbeats;
  const clock: Clock = { now: () => new Date(START + now) };

  /** The table `replica_heartbeats`. Each statement takes 5 ms. */
  const query = (_sql: string, values: [string, number] | [number]) => {
    now += 5;
    const [id, beat] = values;
    if (typeof id === 'string') rows.set(id, Number(beat));
    else for (const [row, last] of rows) if (last < id) rows.delete(row);
    return Promise.resolve([]);
  };
  const process = () => new Heartbeats({ query } as unknown as Pick<DataSource, 'query'>, clock, () => now);

  beforeEach(() => {
    [rows, now] = [new Map<string, number>(), 0];
    heartbeats = process();
  });

  it('are as old as their statements are', async () => {
    await heartbeats.beat();
    now = 1_000;
    await heartbeats.beat();
    const shown = [START - 1, START, START + 999, START + 1_000];
    expect(shown.map((beat) => heartbeats.begunAt(beat))).toEqual([-Infinity, 0, 0, 1_000]);
  });

  it('of each process have a row of their own', async () => {
    const other = process();
    await heartbeats.beat();
    await other.beat();
    expect([...rows]).toEqual([
      [heartbeats.id, START],
      [other.id, START + 5],
    ]);
  });

  it('never have a number twice, also when the clock goes back and the primary loses the row', async () => {
    const beats: (number | undefined)[] = [];
    for (now of [1_000, 0, 0]) {
      await heartbeats.beat();
      beats.push(rows.get(heartbeats.id));
      rows.clear();
    }
    expect(beats).toEqual([START + 1_000, START + 1_001, START + 1_002]);
  });

  it('of a statement that failed are not known, since it may have come too late', async () => {
    await heartbeats.beat();
    const failing = () => Promise.reject(new Error('away'));
    const lost = new Heartbeats({ query: failing }, clock, () => now);
    await expect(lost.beat()).rejects.toThrow('away');
    expect(lost.begunAt(START + DAY)).toBe(-Infinity);
  });

  it('are forgotten after ten minutes', async () => {
    await heartbeats.beat();
    now = 600_001;
    await heartbeats.beat();
    expect([START, START + 600_001].map((beat) => heartbeats.begunAt(beat))).toEqual([-Infinity, 600_001]);
  });

  it('of a process that ended a day ago are removed, and others not', async () => {
    const ended = process();
    await ended.beat();
    now = 1_000;
    await heartbeats.beat();
    now = DAY + 500;
    await heartbeats.removeEnded();
    expect([...rows]).toEqual([[heartbeats.id, START + 1_000]]);
  });
});
