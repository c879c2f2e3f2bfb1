import timers from 'node:timers/promises';
import { pino } from 'pino';
import { parseConfig } from '../config/config';
import { Metrics } from '../metrics/metrics';
import { MovedClock } from '../../../test/support/moved.clock';
import { type Batch, type RetentionTask } from './retention-task';
import { Retention } from './retention';
import { RetentionMetrics } from './retention-metrics';
import { type LeaderLease } from '../leases/leader-lease';

/** A task that plays a script, batch by batch, and then has nothing left. */
class ScriptedTask implements RetentionTask {
  readonly largestBatch = 80;
  readonly keptSeconds = 60;
  readonly limits: number[] = [];

  constructor(
    readonly kind: string,
    private readonly batches: ((limit: number) => Promise<Batch> | Batch)[],
    private readonly told: string[] = [],
  ) {}

  async removeBatch(limit: number): Promise<Batch> {
    this.told.push(this.kind);
    this.limits.push(limit);
    return (await this.batches.shift()?.(limit)) ?? { rows: 0, isMore: false };
  }
}

const full = (limit: number): Batch => ({ rows: limit, isMore: true });

describe('retention', () => {
  let lines: Record<string, unknown>[];
  let isHeld: boolean;
  let held: string[];
  let metrics: Metrics;
  let retention: Retention;
  let clock: MovedClock;
  beforeEach(() => {
    lines = [];
    isHeld = true;
    held = [];
    retention = retentionWith({});
  });
  afterEach(() => retention.stop());

  function retentionWith(env: Record<string, string>): Retention {
    const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
    const lease = {
      hold: async (id: string, ms: number) => {
        held.push(`${id} ${ms}`);
        return isHeld;
      },
      release: async (id: string) => void held.push(`${id} released`),
    } as Partial<LeaderLease> as LeaderLease;
    metrics = new Metrics();
    clock = new MovedClock();
    return new Retention(parseConfig(env), logger, lease, new RetentionMetrics(metrics, clock));
  }

  const said = () => lines.map(({ kind, msg }) => (kind === undefined ? msg : `${String(kind)}: ${String(msg)}`));

  it('gives each task a batch in turn until none has more', async () => {
    const told: string[] = [];
    retention.register(new ScriptedTask('a', [full, full], told));
    retention.register(new ScriptedTask('b', [full], told));
    await retention.settle();
    expect(told.join('')).toBe('ababab');
    expect(await metrics.text()).toContain('upkeep_removed_rows_total{kind="a"} 30\n');
    expect(await metrics.text()).toContain('upkeep_removed_rows_total{kind="b"} 10\n');
  });

  it('has one task of a kind', () => {
    retention.register(new ScriptedTask('a', []));
    expect(() => retention.register(new ScriptedTask('a', []))).toThrow('two retention tasks for a');
  });

  it('leaves a task that fails for the next time, and goes on with the others', async () => {
    const told: string[] = [];
    const fail = () => Promise.reject(new Error('no such table'));
    retention.register(new ScriptedTask('a', [fail, full], told));
    retention.register(new ScriptedTask('b', [full, full], told));
    await retention.settle();
    expect(told.join('')).toBe('abbb');
    expect(said()).toEqual([
      'this process now runs the clean-up of old rows',
      'a: old rows could not be removed; the next pass retries',
    ]);
    await retention.settle();
    expect(told.join('')).toBe('abbbabab');
  });

  it('shows a kind that never succeeds as old as the duty, and one that does as its last success', async () => {
    const successes = async () =>
      (await metrics.text())
        .match(/^upkeep_last_success_timestamp_seconds\{.*$/gm)
        ?.map((line) => line.split('seconds')[1]);
    const fail = () => Promise.reject(new Error('no such table'));
    retention.register(new ScriptedTask('a', [fail, fail, full]));
    retention.register(new ScriptedTask('b', []));
    isHeld = false;
    await retention.settle();
    expect(await successes()).toBeUndefined();
    isHeld = true;
    const from = clock.now().getTime() / 1000;
    await retention.settle();
    expect(await successes()).toEqual([`{kind="a"} ${from}`, `{kind="b"} ${from}`]);
    clock.move(3_600_000);
    // Lost and taken again: that is no success.
    isHeld = false;
    retention.elapsed = () => 1e9;
    await retention.settle();
    isHeld = true;
    await retention.settle();
    expect(await successes()).toEqual([`{kind="a"} ${from}`, `{kind="b"} ${from + 3600}`]);
    await retention.settle();
    expect(await successes()).toEqual([`{kind="a"} ${from + 3600}`, `{kind="b"} ${from + 3600}`]);
  });

  it('does nothing while another worker has the duty, and holds its own for longer than it rests', async () => {
    const told: string[] = [];
    retention.register(new ScriptedTask('a', [], told));
    isHeld = false;
    await retention.settle();
    await retention.settle();
    expect([told, said()]).toEqual([[], ['another process runs the clean-up of old rows']]);
    isHeld = true;
    await retention.settle();
    expect([told, held]).toEqual([['a'], ['upkeep 10000', 'upkeep 10000', 'upkeep 10000']]);
  });

  it('holds the duty again and again while there is much to remove, and ends when it is lost', async () => {
    let now = 0;
    retention.elapsed = () => now;
    const told: string[] = [];
    const slow = (limit: number): Batch => {
      now += 2_000;
      if (now === 10_000) isHeld = false;
      return full(limit);
    };
    retention = retentionWith({ UPKEEP_LOAD_PERCENT: '100' });
    retention.elapsed = () => now;
    retention.register(new ScriptedTask('a', Array<typeof slow>(9).fill(slow), told));
    await retention.settle();
    // Held at 0, 4000, 8000 and asked for in vain at 12000.
    expect([told.length, held.length]).toEqual([6, 4]);
  });

  describe('between its passes', () => {
    let told: string[];
    beforeEach(() => {
      jest.useFakeTimers();
      jest.spyOn(timers, 'setTimeout').mockResolvedValue(undefined);
      retention.elapsed = () => Date.now();
      told = [];
      retention.register(new ScriptedTask('a', [() => ({ rows: 1, isMore: false })], told));
    });
    afterEach(() => {
      jest.useRealTimers();
      jest.restoreAllMocks();
    });
    /** Passes so far, and times that it asked for the duty. */
    const after = async (ms: number): Promise<[number, number]> => {
      await jest.advanceTimersByTimeAsync(ms);
      return [told.length, held.length];
    };

    it('rests 5 seconds after it removed something or was woken, else a minute, and keeps the duty', async () => {
      retention.start();
      expect(await after(4_900)).toEqual([1, 1]);
      expect(await after(100)).toEqual([2, 2]);
      expect(await after(59_900)).toEqual([2, 13]);
      expect(await after(100)).toEqual([3, 14]);
      retention.wake();
      expect(await after(4_900)).toEqual([3, 14]);
      expect(await after(100)).toEqual([4, 15]);
    });

    it('asks every 5 seconds for the duty that another worker has, and passes as soon as it gets it', async () => {
      isHeld = false;
      retention.start();
      expect(await after(14_900)).toEqual([0, 3]);
      isHeld = true;
      expect(await after(100)).toEqual([1, 4]);
    });

    it('notices in its rest that another worker has taken the duty, and asks for it every 5 seconds again', async () => {
      retention.start();
      await after(10_000);
      isHeld = false;
      expect(await after(5_000)).toEqual([2, 4]);
      isHeld = true;
      expect(await after(5_000)).toEqual([3, 5]);
    });
  });

  it('stops in the middle of its rest, after the batch under way, and lets another worker go on', async () => {
    // A batch that took an hour, of which it would rest four.
    let now = 0;
    const told: string[] = [];
    retention.elapsed = () => now;
    const stopped = new Promise<void>((resolve) => {
      const hour = (limit: number): Batch => {
        now += 3_600_000;
        setImmediate(() => void retention.stop().then(resolve));
        return full(limit);
      };
      retention.register(new ScriptedTask('a', [hour, full], told));
    });
    retention.start();
    await stopped;
    expect([told, held]).toEqual([['a'], ['upkeep 10000', 'upkeep released']]);
  });

  it('rests four times as long as a batch took, by default', async () => {
    let now = 0;
    retention.elapsed = () => now;
    const rests: (number | undefined)[] = [];
    const pauses = jest.spyOn(timers, 'setTimeout').mockImplementation(async (ms) => {
      rests.push(ms);
      return undefined;
    });
    const slow = (limit: number): Batch => {
      now += 25;
      return full(limit);
    };
    retention.register(new ScriptedTask('a', [slow, slow]));
    await retention.settle();
    pauses.mockRestore();
    expect(rests).toEqual([100, 100, 0]);
  });

  it('warns when a task has been behind for ten minutes', async () => {
    let now = 0;
    const slow = (limit: number): Batch => {
      now += 300_000;
      return full(limit);
    };
    retention = retentionWith({ UPKEEP_LOAD_PERCENT: '100' });
    retention.elapsed = () => now;
    retention.register(new ScriptedTask('events', [slow, slow, slow]));
    await retention.settle();
    expect(said()).toEqual([
      'this process now runs the clean-up of old rows',
      'events: the clean-up falls behind: rows grow old faster than it removes them. Raise UPKEEP_LOAD_PERCENT',
    ]);
  });
});
