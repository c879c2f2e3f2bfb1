import { type Chore } from './chore';

/** A batch that takes longer is made smaller the next time, one that takes half as long greater. */
const AIM_MS = 25;
/** How far a batch shrinks: below that its fixed costs are all there is. */
const SMALLEST = 1 / 8;
/** How long batches may be full, one after another, before somebody should know. */
const BEHIND_MS = 10 * 60 * 1000;

/**
 * How fast a chore goes: batches as large as fit into a few milliseconds, which is what a write may have to wait for
 * one, so that a slow database gets small ones.
 */
export class ChorePace {
  /** Rows of the next batch. */
  limit: number;
  private readonly least: number;
  private fullSince: number | undefined;

  constructor(private readonly chore: Pick<Chore, 'largestBatch'>) {
    this.least = Math.ceil(chore.largestBatch * SMALLEST);
    this.limit = this.least;
  }

  /**
   * Takes note of a batch.
   * @param from when it began, and `until` when it ended, in milliseconds of one clock
   * @returns whether the chore has been behind for long; says so once in that time
   */
  took(from: number, until: number, isMore: boolean): boolean {
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
    else if (ms < AIM_MS / 2) this.limit = Math.min(this.chore.largestBatch, this.limit * 2);
  }
}
