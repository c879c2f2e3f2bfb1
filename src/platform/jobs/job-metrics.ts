import { Injectable } from '@nestjs/common';
import { Metrics } from '../metrics/metrics';

/** Metrics of jobs. Only the worker that runs them has values. */
@Injectable()
export class JobMetrics {
  private readonly ends;

  constructor(metrics: Metrics) {
    this.ends = metrics.counter('jobs_ended_total', 'Jobs that ended by themselves, by kind and state.', [
      'kind',
      'state',
    ]);
  }

  /** Starts the series of a kind. */
  registered(kind: string): void {
    for (const state of ['done', 'failed']) this.ends.inc({ kind, state }, 0);
  }

  ended(kind: string, state: 'done' | 'failed'): void {
    this.ends.inc({ kind, state });
  }
}
