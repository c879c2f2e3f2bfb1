import { pino } from 'pino';
import { MovedClock } from '../../../../test/support/moved.clock';
import { Metrics } from '../../../platform/metrics/metrics';
import { type WorkerDuty } from '../../../platform/upkeep/worker-duty';
import { type DueDeliveries } from '../data/due-deliveries';
import { type FanOut } from '../data/fan-out';
import { DeliveryMetrics } from '../delivery/delivery-metrics';
import { type DeliveryPump } from '../delivery/delivery-pump';
import { EndingMetrics } from '../ending-metrics';
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
      waiting: async () => {
        shown.push(await last());
        return done < batches ? batch(done) : [];
      },
      count: async () => batches * FULL,
      run: async () => {
        clock.move(MINUTE);
        done += 1;
        if (done === failing) throw new Error('the database is away');
      },
    };
    await new Sweeper({
      duty: { hold: async () => true } as Partial<WorkerDuty> as WorkerDuty,
      fanOut: fanOut as Partial<FanOut> as FanOut,
      due: {
        backlog: async () => ({ webhookIds: [], pending: 0, oldest: null }),
      } as Partial<DueDeliveries> as DueDeliveries,
      pump: {} as DeliveryPump,
      metrics: new DeliveryMetrics(metrics, clock, new EndingMetrics(metrics)),
      logger: pino({ level: 'silent' }),
      dutyMs: 10_000,
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
    duty: { hold: async () => true },
    fanOut: { waiting: async () => Promise.reject(new Error('Lock wait timeout exceeded')) },
    due: { backlog: async () => ({ webhookIds: ['one', 'two'], pending: 2, oldest: null }) },
    pump: { nudge: (id: string) => void done.push(`nudged ${id}`) },
    metrics: { due: note('seen'), swept: note('swept'), sweepFailed: note('failed') },
    logger: pino({ level: 'silent' }),
    dutyMs: 10_000,
  } as unknown as SweeperParts;
  await new Sweeper(parts).sweep();
  expect(done).toEqual(['seen', 'nudged one', 'nudged two', 'failed']);
});
