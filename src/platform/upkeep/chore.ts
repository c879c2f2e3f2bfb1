/** What came of a batch. */
export interface Batch {
  /** Rows it removed, those that went along with others not counted. */
  readonly rows: number;
  /** Whether there may be more to remove right now. */
  readonly isMore: boolean;
}

/** A kind of rows that are removed when they are old. */
export interface Chore {
  /** The word for it in metrics and logs: the name of its table. */
  readonly kind: string;
  /** Rows of its largest batch: few enough that nobody who writes waits for it. */
  readonly largestBatch: number;
  /** Removes the next batch of what is old, of at most `limit` rows, in a short transaction of its own. */
  batch(limit: number): Promise<Batch>;
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** What processes take for expired, they judge by clocks of their own, which may be 30 s apart (ADR 1). */
export const CLOCKS_APART_MS = 60_000;

/** The instant before which something is old. */
export function daysBefore(now: Date, days: number): Date {
  return msBefore(now, days * DAY_MS);
}

/** {@link daysBefore} in hours, for what processes also take for expired: later by the difference of their clocks. */
export function hoursBefore(now: Date, hours: number): Date {
  return msBefore(now, hours * HOUR_MS + CLOCKS_APART_MS);
}

function msBefore(now: Date, ms: number): Date {
  // A setting of a million years is no date.
  return new Date(Math.max(0, now.getTime() - ms));
}
