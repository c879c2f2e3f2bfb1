import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock';
import { Metrics } from '../../../platform/metrics/metrics';
import { type AttemptResult } from '../data/attempt-results';
import { type Backlog } from '../data/due-deliveries';
import { PING } from '../domain/webhook-body';

/** What operators watch of deliveries. */
@Injectable()
export class DeliveryMetrics {
  private readonly attempts;
  private readonly lag;
  private backlog: Backlog | undefined;

  constructor(metrics: Metrics, clock: Clock) {
    this.attempts = metrics.counter('webhook_attempts_total', 'Attempts by what became of their delivery.', [
      'outcome',
    ]);
    this.lag = metrics.seconds(
      'webhook_first_attempt_lag_seconds',
      'From an event to the first attempt to tell of it.',
    );
    metrics.gauge('webhook_backlog', 'Deliveries that are due and not under way, as the last sweep saw it.', () => {
      return this.backlog?.pending;
    });
    metrics.gauge('webhook_oldest_due_age_seconds', 'How long the oldest of the backlog has been due.', () => {
      if (this.backlog === undefined) return undefined;
      const { oldest } = this.backlog;
      return oldest === null ? 0 : Math.max(0, clock.now().getTime() - oldest.getTime()) / 1000;
    });
  }

  /** An attempt that was written down. `outcome` is the delivery's state, `retry` when it will be tried again. */
  attempted({ delivery, startedAt, verdict }: AttemptResult): void {
    this.attempts.inc({ outcome: verdict.state === 'pending' ? 'retry' : verdict.state });
    if (delivery.attempts > 0 || delivery.type === PING) return;
    this.lag.observe(Math.max(0, startedAt.getTime() - delivery.occurredAt.getTime()) / 1000);
  }

  swept(backlog: Backlog): void {
    this.backlog = backlog;
  }
}
