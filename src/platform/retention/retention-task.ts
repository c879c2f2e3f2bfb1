/** The result of a batch. */
export interface Batch {
  /** Rows it removed, without their dependent rows. */
  readonly rows: number;
  /** Whether more rows may be removable right now. */
  readonly isMore: boolean;
}

/** Removes one kind of rows when they are old. */
export interface RetentionTask {
  /** The name of its table, for metrics and logs. */
  readonly kind: string;
  /** Rows of its largest batch: few enough that writers do not wait for it. */
  readonly largestBatch: number;
  /** Seconds for which its rows are kept; for rows that expire, from their expiry. Null: until they are processed. */
  readonly keptSeconds: number | null;
  /** Removes the next `limit` old rows at most, in a short transaction of its own. */
  removeBatch(limit: number): Promise<Batch>;
}

const HOUR_SECONDS = 60 * 60;
const HOUR_MS = HOUR_SECONDS * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Processes judge what has expired by clocks of their own, which may be 30 s apart (ADR 1). */
const CLOCKS_APART_MS = 60_000;

/** Returns days in seconds, for {@link RetentionTask.keptSeconds}. */
export function secondsOfDays(days: number): number {
  return secondsOfHours(days * 24);
}

/** Returns hours in seconds. A setting of a million million years stays a number. */
export function secondsOfHours(hours: number): number {
  return Math.min(hours * HOUR_SECONDS, Number.MAX_SAFE_INTEGER);
}

/** Returns the instant before which something is old. */
export function daysBefore(now: Date, days: number): Date {
  return msBefore(now, days * DAY_MS);
}

/** {@link daysBefore} in hours, and 60 s earlier: for rows that other processes, by their clocks, may still use. */
export function hoursBefore(now: Date, hours: number): Date {
  return msBefore(now, hours * HOUR_MS + CLOCKS_APART_MS);
}

function msBefore(now: Date, ms: number): Date {
  // A setting of a million years gives no valid date.
  return new Date(Math.max(0, now.getTime() - ms));
}
