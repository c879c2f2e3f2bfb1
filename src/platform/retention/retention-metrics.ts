import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { Metrics } from '../metrics/metrics';

/** Metrics of the clean-up of old rows. Only the worker with the lease has values of a kind. */
@Injectable()
export class RetentionMetrics {
  private readonly removed;
  private readonly succeeded;
  private readonly begun = new Set<string>();

  constructor(
    metrics: Metrics,
    private readonly clock: Clock,
  ) {
    this.removed = metrics.counter('upkeep_removed_rows_total', 'Old rows removed, by table.', ['kind']);
    this.succeeded = metrics.settableGauge(
      'upkeep_last_success_timestamp_seconds',
      'When the clean-up of a table last ran without a failure; before the first run, when this worker took the lease.',
      ['kind'],
    );
  }

  /** Starts the series of each kind: one that never succeeds then looks as old as one that has stopped succeeding. */
  leaseHeld(kinds: readonly string[]): void {
    for (const kind of kinds) {
      if (this.begun.has(kind)) continue;
      this.begun.add(kind);
      this.succeeded.set({ kind }, this.clock.now().getTime() / 1000);
    }
  }

  /** Records a batch without a failure. */
  batchDone(kind: string, rows: number): void {
    this.removed.inc({ kind }, rows);
    this.succeeded.set({ kind }, this.clock.now().getTime() / 1000);
  }
}
