import { Injectable } from '@nestjs/common';
import { Metrics } from '../../metrics/metrics';

/** Counts repeats that were answered from what is stored. */
@Injectable()
export class IdempotencyMetrics {
  private readonly replays;

  constructor(metrics: Metrics) {
    const help = 'Repeated requests that got the stored response of the first, by their Idempotency-Key.';
    this.replays = metrics.counter('idempotency_replays_total', help);
  }

  replayed(): void {
    this.replays.inc();
  }
}
