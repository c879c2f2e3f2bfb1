const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The longest wait that a receiver may ask for (webhooks.md 11). */
const MAX_RETRY_AFTER_MS = 24 * HOUR_MS;

/** Added at random, so that deliveries which failed together do not come back together (webhooks.md 11). */
const MAX_JITTER = 0.2;

/** Response statuses whose `Retry-After` counts (webhooks.md 11). */
const HEEDED_STATUSES: ReadonlySet<number> = new Set([429, 503]);

/** Waits before each try, in milliseconds; there are as many tries as steps, and the first step is the first try's. */
export type DeliverySchedule = readonly number[];

/**
 * A schedule from configured seconds.
 * @throws RangeError when there is no step, or one is negative or no finite number
 */
export function scheduleOfSeconds(steps: readonly number[]): DeliverySchedule {
  if (steps.length === 0) throw new RangeError('a delivery schedule needs at least one step');
  if (!steps.every((step) => Number.isFinite(step) && step >= 0)) {
    throw new RangeError('the steps of a delivery schedule are seconds, 0 or more');
  }
  return steps.map((step) => Math.round(step * SECOND_MS));
}

/** The values that decide the wait before the next try. */
export interface RetryInput {
  readonly schedule: DeliverySchedule;
  /** Tries already made, the one just finished included; 0 before the first. Lost leases do not count. */
  readonly triesUsed: number;
  /** A number from 0 up to, not including, 1. */
  readonly random: () => number;
  /** The result of {@link heededRetryAfter}. */
  readonly retryAfterMs?: number | null;
}

/**
 * Returns the milliseconds until the next attempt: the step and its jitter, or the receiver's `Retry-After` if that is
 * longer. Null when no attempt is left (webhooks.md 11).
 */
export function nextTryIn(input: RetryInput): number | null {
  const step = input.schedule[input.triesUsed];
  if (step === undefined) return null;
  const jittered = Math.floor(step * (1 + MAX_JITTER * input.random()));
  return Math.max(jittered, Math.min(input.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS));
}

/** Milliseconds asked for by a 429 or 503; null for another status, no header or one that says nothing. */
export function heededRetryAfter(status: number, header: string | null, now: Date): number | null {
  return header !== null && HEEDED_STATUSES.has(status) ? parseRetryAfter(header, now) : null;
}

const DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const TIME = '\\d{2}:\\d{2}:\\d{2}';

/** The three forms of an HTTP date (RFC 9110 5.6.7); the last does not name its zone, which is GMT. */
const HTTP_DATES: readonly { form: RegExp; zone: string }[] = [
  { form: new RegExp(`^${DAY}, \\d{2} ${MONTH} \\d{4} ${TIME} GMT$`), zone: '' },
  { form: new RegExp(`^[A-Z][a-z]+day, \\d{2}-${MONTH}-\\d{2} ${TIME} GMT$`), zone: '' },
  { form: new RegExp(`^${DAY} ${MONTH} [ \\d]\\d ${TIME} \\d{4}$`), zone: ' GMT' },
];

/**
 * Milliseconds that a `Retry-After` header asks for: whole seconds or an HTTP date (RFC 9110 10.2.3).
 * 0 for a date gone by, at most 24 hours; null for a negative number, a fraction or anything else.
 */
export function parseRetryAfter(header: string, now: Date): number | null {
  const text = header.trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text) * SECOND_MS, MAX_RETRY_AFTER_MS);
  const date = HTTP_DATES.find(({ form }) => form.test(text));
  if (!date) return null;
  const ms = Date.parse(text + date.zone) - now.getTime();
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS);
}
