import timers from 'node:timers/promises';
import { pino } from 'pino';
import { parseConfig } from '../config/config';
import { Metrics } from '../metrics/metrics';
import { MovedClock } from '../../../test/support/moved.clock';
import { type Batch, type Chore } from './chore';
import { Upkeep } from './upkeep';
import { UpkeepMetrics } from './upkeep-metrics';
import { type WorkerDuty } from './worker-duty';

/** A chore that does what it is told, batch by batch, and then has nothing left. */
class ToldChore implements Chore {
  readonly largestBatch = 80;
  readonly limits: number[] = [];

  constructor(
    readonly kind: string,
    private readonly batches: ((limit: number) => Promise<Batch> | Batch)[],
    private readonly told: string[] = [],
  ) {}

  async batch(limit: number): Promise<Batch> {
    this.told.push(this.kind);
    this.limits.push(limit);
    return (await this.batches.shift()?.(limit)) ?? { rows: 0, isMore: false };
  }
}

const full = (limit: number): Batch => ({ rows: limit, isMore: true });

describe('upkeep', () => {
  let lines: Record<string, unknown>[];
  let isHeld: boolean;
  let held: string[];
  let metrics: Metrics;
  let upkeep: Upkeep;
  let clock: MovedClock;
  beforeEach(() => {
    lines = [];
    isHeld = true;
    held = [];
    upkeep = upkeepWith({});
  });
  afterEach(() => upkeep.stop());

  function upkeepWith(env: Record<string, string>): Upkeep {
    const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
    const duty = {
      hold: async (id: string, ms: number) => {
        held.push(`${id} ${ms}`);
        return isHeld;
      },
      release: async (id: string) => void held.push(`${id} released`),
    } as Partial<WorkerDuty> as WorkerDuty;
    metrics = new Metrics();
    clock = new MovedClock();
    return new Upkeep(parseConfig(env), logger, duty, new UpkeepMetrics(metrics, clock));
  }

  const said = () => lines.map(({ kind, msg }) => (kind === undefined ? msg : `${String(kind)}: ${String(msg)}`));

  it('gives each chore a batch in turn until none has more', async () => {
    const told: string[] = [];
    upkeep.add(new ToldChore('a', [full, full], told));
    upkeep.add(new ToldChore('b', [full], told));
    await upkeep.settle();
    expect(told.join('')).toBe('ababab');
    expect(await metrics.text()).toContain('upkeep_removed_rows_total{kind="a"} 30\n');
    expect(await metrics.text()).toContain('upkeep_removed_rows_total{kind="b"} 10\n');
  });

  it('has one chore of a kind', () => {
    upkeep.add(new ToldChore('a', []));
    expect(() => upkeep.add(new ToldChore('a', []))).toThrow('two chores of a');
  });

  it('leaves a chore that fails for the next time, and goes on with the others', async () => {
    const told: string[] = [];
    const fail = () => Promise.reject(new Error('no such table'));
    upkeep.add(new ToldChore('a', [fail, full], told));
    upkeep.add(new ToldChore('b', [full, full], told));
    await upkeep.settle();
    expect(told.join('')).toBe('abbb');
    expect(said()).toEqual(['upkeep is done here', 'a: old rows could not be removed; it is tried again']);
    await upkeep.settle();
    expect(told.join('')).toBe('abbbabab');
  });

  it('shows a kind that never succeeds as old as the duty, and one that does as its last success', async () => {
    const successes = async () =>
      (await metrics.text())
        .match(/^upkeep_last_success_timestamp_seconds\{.*$/gm)
        ?.map((line) => line.split('seconds')[1]);
    const fail = () => Promise.reject(new Error('no such table'));
    upkeep.add(new ToldChore('a', [fail, fail, full]));
    upkeep.add(new ToldChore('b', []));
    isHeld = false;
    await upkeep.settle();
    expect(await successes()).toBeUndefined();
    isHeld = true;
    const from = clock.now().getTime() / 1000;
    await upkeep.settle();
    expect(await successes()).toEqual([`{kind="a"} ${from}`, `{kind="b"} ${from}`]);
    clock.move(3_600_000);
    // Lost and taken again: that is no success.
    isHeld = false;
    upkeep.elapsed = () => 1e9;
    await upkeep.settle();
    isHeld = true;
    await upkeep.settle();
    expect(await successes()).toEqual([`{kind="a"} ${from}`, `{kind="b"} ${from + 3600}`]);
    await upkeep.settle();
    expect(await successes()).toEqual([`{kind="a"} ${from + 3600}`, `{kind="b"} ${from + 3600}`]);
  });

  it('does nothing while another worker has the duty, and holds its own for longer than it rests', async () => {
    const told: string[] = [];
    upkeep.add(new ToldChore('a', [], told));
    isHeld = false;
    await upkeep.settle();
    await upkeep.settle();
    expect([told, said()]).toEqual([[], ['upkeep is done elsewhere']]);
    isHeld = true;
    await upkeep.settle();
    expect([told, held]).toEqual([['a'], ['upkeep 10000', 'upkeep 10000', 'upkeep 10000']]);
  });

  it('holds the duty again and again while there is much to remove, and ends when it is lost', async () => {
    let now = 0;
    upkeep.elapsed = () => now;
    const told: string[] = [];
    const slow = (limit: number): Batch => {
      now += 600;
      if (now === 3000) isHeld = false;
      return full(limit);
    };
    upkeep = Object.assign(upkeepWith({ UPKEEP_LOAD_PERCENT: '100' }), { elapsed: () => now });
    upkeep.add(new ToldChore('a', Array<typeof slow>(9).fill(slow), told));
    await upkeep.settle();
    // Held at 0, 1200, 2400 and asked for in vain at 3600.
    expect([told.length, held.length]).toEqual([6, 4]);
  });

  it('stops in the middle of its rest, after the batch under way, and lets another worker go on', async () => {
    // A batch that took an hour, of which it would rest four.
    let now = 0;
    const told: string[] = [];
    upkeep.elapsed = () => now;
    const stopped = new Promise<void>((resolve) => {
      const hour = (limit: number): Batch => {
        now += 3_600_000;
        setImmediate(() => void upkeep.stop().then(resolve));
        return full(limit);
      };
      upkeep.add(new ToldChore('a', [hour, full], told));
    });
    upkeep.start();
    await stopped;
    expect([told, held]).toEqual([['a'], ['upkeep 10000', 'upkeep released']]);
  });

  it('rests four times as long as a batch took, by default', async () => {
    let now = 0;
    upkeep.elapsed = () => now;
    const rests: (number | undefined)[] = [];
    const pauses = jest.spyOn(timers, 'setTimeout').mockImplementation(async (ms) => {
      rests.push(ms);
      return undefined;
    });
    const slow = (limit: number): Batch => {
      now += 25;
      return full(limit);
    };
    upkeep.add(new ToldChore('a', [slow, slow]));
    await upkeep.settle();
    pauses.mockRestore();
    expect(rests).toEqual([100, 100, 0]);
  });

  it('warns when a chore has been behind for ten minutes', async () => {
    let now = 0;
    const slow = (limit: number): Batch => {
      now += 300_000;
      return full(limit);
    };
    upkeep = Object.assign(upkeepWith({ UPKEEP_LOAD_PERCENT: '100' }), { elapsed: () => now });
    upkeep.add(new ToldChore('events', [slow, slow, slow]));
    await upkeep.settle();
    expect(said()).toEqual([
      'upkeep is done here',
      'events: upkeep falls behind: more grows old than is removed, see UPKEEP_LOAD_PERCENT',
    ]);
  });
});
