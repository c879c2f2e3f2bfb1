import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock';
import { timeOfUuid } from '../../../kernel/ids';
import { Metrics } from '../../../platform/metrics/metrics';
import { type AttemptResult } from './attempt-saver';
import { type Backlog } from './due-deliveries';
import { PING } from '../domain/webhook-body';
import { DeadDeliveryMetrics } from './dead-delivery-metrics';

const OUTCOMES = ['delivered', 'retry', 'dead', 'cancelled', 'blocked'] as const;

/** The findings of the last sweep. Undefined in a worker that does not sweep: old findings would mislead. */
interface Seen {
  backlog?: Backlog;
  events?: { readonly count: number; readonly oldest: Date | null };
}

/** Metrics of deliveries, attempts and sweeps. */
@Injectable()
export class DeliveryMetrics {
  private readonly attempts;
  private readonly duration;
  private readonly lag;
  private readonly sweeps;
  private readonly lastSweep;
  private readonly failedSweeps;
  private readonly postponed;
  private seen: Seen = {};

  constructor(
    private readonly metrics: Metrics,
    private readonly clock: Clock,
    private readonly endings: DeadDeliveryMetrics,
  ) {
    const attempts = 'Attempts by the result for their delivery.';
    this.attempts = metrics.counter('webhook_attempts_total', attempts, ['outcome']);
    for (const outcome of OUTCOMES) this.attempts.inc({ outcome }, 0);
    const postponed =
      'Attempts that could not start, for instance because the key of a secret is missing; each is retried after a minute.';
    this.postponed = metrics.counter('webhook_attempts_put_off_total', postponed);
    const lag = 'Time from an event to the first attempt to deliver it.';
    this.lag = metrics.seconds('webhook_first_attempt_lag_seconds', lag);
    this.duration = metrics.seconds('webhook_attempt_duration_seconds', 'Time receivers take to respond.');
    this.sweeps = metrics.seconds('webhook_sweep_duration_seconds', 'Duration of successful sweeps.');
    this.failedSweeps = metrics.counter('webhook_sweep_failures_total', 'Failed sweeps; the next one retries.');
    const last =
      'When this worker last completed a sweep, or a part of one, without a failure. One worker at a time sweeps.';
    this.lastSweep = metrics.settableGauge('webhook_sweep_last_success_timestamp_seconds', last);
    this.lastSweep.remove();
    this.gauges();
  }

  /** Reports how many attempts are under way. */
  watchUnderWay(underWay: () => number): void {
    this.metrics.gauge('webhook_attempts_under_way', 'Attempts under way, at most WEBHOOK_CONCURRENCY.', underWay);
  }

  /** Counts a saved attempt. `outcome` is the delivery's state, `retry` when it will be tried again. */
  attemptSaved({ delivery, startedAt, outcome, verdict }: AttemptResult): void {
    this.attempts.inc({ outcome: verdict.state === 'pending' ? 'retry' : verdict.state });
    this.duration.observe(outcome.ms / 1000);
    if (verdict.state === 'dead') this.endings.deliveryDied('tries_used');
    if (delivery.attempts > 0 || delivery.type === PING) return;
    this.lag.observe(Math.max(0, startedAt.getTime() - delivery.occurredAt.getTime()) / 1000);
  }

  /** Counts an attempt that could not start. */
  attemptPostponed(): void {
    this.postponed.inc();
  }

  /** Records how many events await fan-out, and the id of the oldest; undefined: none does. */
  eventsAwaitFanOut(count: number, oldestId: string | undefined): void {
    this.seen.events = { count, oldest: oldestId === undefined ? null : timeOfUuid(oldestId) };
  }

  /** Records the backlog that a sweep found. */
  backlogSeen(backlog: Backlog): void {
    this.seen.backlog = backlog;
  }

  /** Records a sweep without a failure. */
  sweepSucceeded(ms: number): void {
    this.sweeps.observe(ms / 1000);
    this.sweepGoesOn();
  }

  /** Records a part of a sweep without a failure: a sweep of a long backlog takes minutes, and must not seem stuck. */
  sweepGoesOn(): void {
    this.lastSweep.set(this.clock.now().getTime() / 1000);
  }

  sweepFailed(): void {
    this.failedSweeps.inc();
  }

  /** Forgets the gauges of the last sweep: another worker sweeps now and reports them. */
  sweepMovedAway(): void {
    this.seen = {};
  }

  private gauges(): void {
    const gauge = this.metrics.gauge.bind(this.metrics);
    const { seenNow: now } = this;
    gauge('webhook_backlog', 'Deliveries that are due and not under way, as of the last sweep.', () => {
      return now().backlog?.pending;
    });
    gauge('webhook_oldest_due_age_seconds', 'How long the oldest delivery of the backlog has been due.', () => {
      return this.age(now().backlog);
    });
    gauge('events_awaiting_fan_out', 'Events whose deliveries are not created yet, as of the last sweep.', () => {
      return now().events?.count;
    });
    gauge(
      'events_oldest_awaiting_fan_out_age_seconds',
      'Age of the oldest event whose deliveries are not created yet.',
      () => {
        return this.age(now().events);
      },
    );
  }

  private readonly seenNow = (): Seen => this.seen;

  private age(of: { readonly oldest: Date | null } | undefined): number | undefined {
    if (of === undefined) return undefined;
    return of.oldest === null ? 0 : Math.max(0, this.clock.now().getTime() - of.oldest.getTime()) / 1000;
  }
}
