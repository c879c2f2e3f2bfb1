/** A batch that takes longer makes the next one smaller; one that takes less than half makes it larger. */
const AIM_MS = 25;
/** Smallest share of a full batch: below that, fixed costs dominate. */
const SMALLEST = 1 / 8;
/** Time for which all batches may be full before a warning is logged. */
const BEHIND_MS = 10 * 60 * 1000;

/**
 * Sizes the batches of a task to take about 25 ms, the longest a write should have to wait for one. A slow database gets
 * small batches.
 */
export class BatchPace {
  /** Rows of the next batch. */
  limit: number;
  private readonly least: number;
  private fullSince: number | undefined;

  constructor(private readonly task: { readonly largestBatch: number }) {
    this.least = Math.ceil(task.largestBatch * SMALLEST);
    this.limit = this.least;
  }

  /**
   * Records a batch.
   * @param from when it began, and `until` when it ended, in milliseconds of one clock
   * @returns whether the task has been behind for 10 minutes; true once in that time
   */
  record(from: number, until: number, isMore: boolean): boolean {
    this.resize(until - from);
    if (!isMore) {
      this.fullSince = undefined;
      return false;
    }
    this.fullSince ??= from;
    if (until - this.fullSince < BEHIND_MS) return false;
    this.fullSince = until;
    return true;
  }

  private resize(ms: number): void {
    if (ms > AIM_MS) this.limit = Math.max(this.least, Math.floor(this.limit / 2));
    else if (ms < AIM_MS / 2) this.limit = Math.min(this.task.largestBatch, this.limit * 2);
  }
}
