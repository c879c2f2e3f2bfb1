import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { Metrics } from '../metrics/metrics';

/** What operators watch of upkeep. Only the worker that has the duty has values of a kind. */
@Injectable()
export class UpkeepMetrics {
  private readonly removed;
  private readonly succeeded;
  private readonly begun = new Set<string>();

  constructor(
    metrics: Metrics,
    private readonly clock: Clock,
  ) {
    this.removed = metrics.counter('upkeep_removed_rows_total', 'Old rows that were removed, by table.', ['kind']);
    this.succeeded = metrics.settableGauge(
      'upkeep_last_success_timestamp_seconds',
      'When old rows of a table were last looked for, and removed, without a failure; before that, when this worker took it on.',
      ['kind'],
    );
  }

  /** The duty is held here. A kind that then never succeeds grows old like one that has ceased to. */
  held(kinds: readonly string[]): void {
    for (const kind of kinds) {
      if (this.begun.has(kind)) continue;
      this.begun.add(kind);
      this.succeeded.set({ kind }, this.clock.now().getTime() / 1000);
    }
  }

  /** A batch without a failure. */
  done(kind: string, rows: number): void {
    this.removed.inc({ kind }, rows);
    this.succeeded.set({ kind }, this.clock.now().getTime() / 1000);
  }
}
