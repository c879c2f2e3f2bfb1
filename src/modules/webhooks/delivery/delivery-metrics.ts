import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock';
import { timeOfUuid } from '../../../kernel/ids';
import { Metrics } from '../../../platform/metrics/metrics';
import { type AttemptResult } from '../data/attempt-results';
import { type Backlog } from '../data/due-deliveries';
import { PING } from '../domain/webhook-body';
import { EndingMetrics } from '../ending-metrics';

const OUTCOMES = ['delivered', 'retry', 'dead', 'cancelled', 'blocked'] as const;

/** What a sweep has seen. Undefined in a worker that does not sweep: what it saw long ago would mislead. */
interface Seen {
  backlog?: Backlog;
  events?: { readonly count: number; readonly oldest: Date | null };
}

/** What operators watch of deliveries. */
@Injectable()
export class DeliveryMetrics {
  private readonly attempts;
  private readonly duration;
  private readonly lag;
  private readonly sweeps;
  private readonly lastSweep;
  private readonly failedSweeps;
  private readonly unmade;
  private seen: Seen = {};

  constructor(
    private readonly metrics: Metrics,
    private readonly clock: Clock,
    private readonly endings: EndingMetrics,
  ) {
    const attempts = 'Attempts by what became of their delivery.';
    this.attempts = metrics.counter('webhook_attempts_total', attempts, ['outcome']);
    for (const outcome of OUTCOMES) this.attempts.inc({ outcome }, 0);
    const unmade =
      'Attempts that could not be begun, as without the key of a secret; each waits a minute and is begun again.';
    this.unmade = metrics.counter('webhook_attempts_put_off_total', unmade);
    const lag = 'From an event to the first attempt to tell of it.';
    this.lag = metrics.seconds('webhook_first_attempt_lag_seconds', lag);
    this.duration = metrics.seconds('webhook_attempt_duration_seconds', 'How long receivers take to answer.');
    this.sweeps = metrics.seconds('webhook_sweep_duration_seconds', 'How long sweeps take that succeed.');
    this.failedSweeps = metrics.counter(
      'webhook_sweep_failures_total',
      'Sweeps that failed; the next one tries again.',
    );
    const last =
      'When this worker last swept, or was getting on with it, without a failure; one worker at a time sweeps.';
    this.lastSweep = metrics.settableGauge('webhook_sweep_last_success_timestamp_seconds', last);
    this.lastSweep.remove();
    this.gauges();
  }

  /** Shows how many attempts are under way. */
  watch(underWay: () => number): void {
    this.metrics.gauge('webhook_attempts_under_way', 'Attempts under way, at most WEBHOOK_CONCURRENCY.', underWay);
  }

  /** An attempt that was written down. `outcome` is the delivery's state, `retry` when it will be tried again. */
  attempted({ delivery, startedAt, outcome, verdict }: AttemptResult): void {
    this.attempts.inc({ outcome: verdict.state === 'pending' ? 'retry' : verdict.state });
    this.duration.observe(outcome.ms / 1000);
    if (verdict.state === 'dead') this.endings.died('tries_used');
    if (delivery.attempts > 0 || delivery.type === PING) return;
    this.lag.observe(Math.max(0, startedAt.getTime() - delivery.occurredAt.getTime()) / 1000);
  }

  /** An attempt that could not be begun. */
  putOff(): void {
    this.unmade.inc();
  }

  /** Events that have not been fanned out, and the id of the oldest; undefined: there is none. */
  awaiting(count: number, oldestId: string | undefined): void {
    this.seen.events = { count, oldest: oldestId === undefined ? null : timeOfUuid(oldestId) };
  }

  /** What is due, as a sweep saw it. */
  due(backlog: Backlog): void {
    this.seen.backlog = backlog;
  }

  /** A sweep without a failure. */
  swept(ms: number): void {
    this.sweeps.observe(ms / 1000);
    this.sweeping();
  }

  /** A part of a sweep without a failure: one of a long backlog takes minutes, and is not missing. */
  sweeping(): void {
    this.lastSweep.set(this.clock.now().getTime() / 1000);
  }

  sweepFailed(): void {
    this.failedSweeps.inc();
  }

  /** Another worker sweeps: what it sees is told there. */
  passedOn(): void {
    this.seen = {};
  }

  private gauges(): void {
    const gauge = this.metrics.gauge.bind(this.metrics);
    const { seenNow: now } = this;
    gauge('webhook_backlog', 'Deliveries that are due and not under way, as the last sweep saw it.', () => {
      return now().backlog?.pending;
    });
    gauge('webhook_oldest_due_age_seconds', 'How long the oldest of the backlog has been due.', () => {
      return this.age(now().backlog);
    });
    gauge('events_awaiting_fan_out', 'Events that no delivery was written for yet, as the last sweep saw it.', () => {
      return now().events?.count;
    });
    gauge('events_oldest_awaiting_fan_out_age_seconds', 'How long the oldest of them has been waiting.', () => {
      return this.age(now().events);
    });
  }

  private readonly seenNow = (): Seen => this.seen;

  private age(of: { readonly oldest: Date | null } | undefined): number | undefined {
    if (of === undefined) return undefined;
    return of.oldest === null ? 0 : Math.max(0, this.clock.now().getTime() - of.oldest.getTime()) / 1000;
  }
}
