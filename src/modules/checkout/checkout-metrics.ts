import { Injectable } from '@nestjs/common';
import { StoreError } from '../../kernel/errors';
import {
  DatabaseBusy,
  DatabaseReadOnly,
  DatabaseUnavailable,
} from '../../platform/database/connection/database.errors';
import { Metrics } from '../../platform/metrics/metrics';

/** Outcomes with alerts start at 0: a series that starts with its first failure does not rise, so no alert rule sees it. */
const FROM_THE_START = [
  ...['placed', 'repeated', 'failed'],
  ...[new DatabaseBusy(), new DatabaseReadOnly(), new DatabaseUnavailable()].map(({ code }) => code),
];

/** The part of a checkout's result that is counted. */
interface CheckedOut {
  readonly isRepeated: boolean;
}

/** Counts checkouts by how they ended. */
@Injectable()
export class CheckoutMetrics {
  private readonly checkouts;

  constructor(metrics: Metrics) {
    const help = 'Checkouts: placed, repeated, failed, or rejected with an error code.';
    this.checkouts = metrics.counter('checkouts_total', help, ['outcome']);
    for (const outcome of FROM_THE_START) this.checkouts.inc({ outcome }, 0);
  }

  /** Runs a checkout and counts it. The codes of the store are a closed list (docs/errors.md), and so are the outcomes. */
  async count<T extends CheckedOut>(checkout: () => Promise<T>): Promise<T> {
    try {
      const answer = await checkout();
      this.checkouts.inc({ outcome: answer.isRepeated ? 'repeated' : 'placed' });
      return answer;
    } catch (error) {
      this.checkouts.inc({ outcome: error instanceof StoreError ? error.code : 'failed' });
      throw error;
    }
  }
}
