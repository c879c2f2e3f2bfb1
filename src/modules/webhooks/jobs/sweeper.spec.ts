import { pino } from 'pino';
import { MovedClock } from '../../../../test/support/moved.clock';
import { Metrics } from '../../../platform/metrics/metrics';
import { type LeaderLease } from '../../../platform/leases/leader-lease';
import { type DueDeliveries } from '../delivery/due-deliveries';
import { type FanOut } from '../fan-out/fan-out';
import { DeliveryMetrics } from '../delivery/delivery-metrics';
import { type DeliveryDispatcher } from '../delivery/delivery-dispatcher';
import { DeadDeliveryMetrics } from '../delivery/dead-delivery-metrics';
import { Sweeper, type SweeperParts } from './sweeper';

const MINUTE = 60_000;
const FULL = 200;

/** Ids of events, others for each batch. */
const batch = (of: number): string[] =>
  Array.from({ length: FULL }, (_, i) => `019c${String(of * FULL + i).padStart(4, '0')}-0000-7000-8000-000000000000`);

describe('a sweep of a long backlog', () => {
  const clock = new MovedClock();
  const seconds = (): number => clock.now().getTime() / 1000;
  let metrics: Metrics;
  /** When the worker last swept, as it shows it after each batch and at the end. */
  let shown: (number | undefined)[];

  /** A sweep over full batches that take a minute each; the one of that number fails. */
  async function sweep(batches: number, failing?: number): Promise<void> {
    const last = async (): Promise<number | undefined> => {
      const [, value] = /^webhook_sweep_last_success_timestamp_seconds (\S+)$/m.exec(await metrics.text()) ?? [];
      return value === undefined ? undefined : Number(value);
    };
    let done = 0;
    metrics = new Metrics();
    shown = [];
    const fanOut = {
      nextWaiting: async () => {
        shown.push(await last());
        return done < batches ? batch(done) : [];
      },
      countWaiting: async () => batches * FULL,
      fanOutBatch: async () => {
        clock.move(MINUTE);
        done += 1;
        if (done === failing) throw new Error('the database is away');
        return true;
      },
    };
    await new Sweeper({
      lease: { hold: async () => true } as Partial<LeaderLease> as LeaderLease,
      fanOut: fanOut as Partial<FanOut> as FanOut,
      lanes: { repair: async () => undefined },
      due: {
        isAny: async () => true,
        backlog: async () => ({ webhookIds: [], pending: 0, oldest: null }),
      } as Partial<DueDeliveries> as DueDeliveries,
      dispatcher: {} as DeliveryDispatcher,
      metrics: new DeliveryMetrics(metrics, clock, new DeadDeliveryMetrics(metrics, pino({ level: 'silent' }))),
      logger: pino({ level: 'silent' }),
      leaseMs: 10_000,
    }).sweep();
    shown.push(await last());
  }

  it('is seen to get on with it, batch by batch', async () => {
    const from = seconds();
    await sweep(2);
    expect(shown).toEqual([undefined, from + 60, from + 120, from + 120]);
    expect(await metrics.text()).toContain('webhook_sweep_duration_seconds_count 1\n');
  });

  it('is not when a batch fails', async () => {
    const from = seconds();
    await sweep(3, 2);
    expect(shown).toEqual([undefined, from + 60, from + 60]);
    expect(await metrics.text()).toContain('webhook_sweep_failures_total 1\n');
    expect(await metrics.text()).toContain('webhook_sweep_duration_seconds_count 0\n');
  });
});

it('webhooks.md 10: what is due goes out although no event can be fanned out, and the sweep counts as failed', async () => {
  const done: string[] = [];
  const note = (what: string) => (): void => void done.push(what);
  const parts = {
    lease: { hold: async () => true },
    fanOut: { nextWaiting: async () => Promise.reject(new Error('Lock wait timeout exceeded')) },
    lanes: { repair: async () => undefined },
    due: { isAny: async () => true, backlog: async () => ({ webhookIds: ['one', 'two'], pending: 2, oldest: null }) },
    dispatcher: { expectMore: (id: string) => void done.push(`read ${id}`) },
    metrics: { backlogSeen: note('seen'), sweepSucceeded: note('swept'), sweepFailed: note('failed') },
    logger: pino({ level: 'silent' }),
    leaseMs: 10_000,
  } as unknown as SweeperParts;
  await new Sweeper(parts).sweep();
  expect(done).toEqual(['seen', 'read one', 'read two', 'failed']);
});

it('webhooks.md 10: a sweep of an idle store asks one question, and what an earlier one found is over', async () => {
  const seen: unknown[] = [];
  const parts = {
    lease: { hold: async () => true },
    due: { isAny: async () => false },
    metrics: {
      eventsAwaitFanOut: (...found: unknown[]) => void seen.push(found),
      backlogSeen: (backlog: unknown) => void seen.push(backlog),
      sweepSucceeded: () => void seen.push('swept'),
    },
    logger: pino({ level: 'silent' }),
    leaseMs: 10_000,
  } as unknown as SweeperParts;
  await new Sweeper(parts).sweep();
  expect(seen).toEqual([[0, undefined], { webhookIds: [], pending: 0, oldest: null }, 'swept']);
});
