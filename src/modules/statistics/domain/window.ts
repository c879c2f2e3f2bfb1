import { ValidationFailed } from '../../../kernel/errors';

/** Days of the periods that v1 clients name. */
export const TIMEFRAMES = { '24hours': 1, '7days': 7, '30days': 30 } as const;
export type Timeframe = keyof typeof TIMEFRAMES;

/** Days of the longest window: each is a row that is read and an entry of the response. */
export const MAX_DAYS = 366;
const DEFAULT_DAYS = TIMEFRAMES['30days'];
const DAY_MS = 86_400_000;

/** The period of a request; days as `2026-01-31`. */
export interface Period {
  readonly timeframe?: Timeframe | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** First and last day. */
export interface Window {
  readonly from: string;
  readonly to: string;
}

/** The days of a time zone. */
export interface ZoneDays {
  readonly isUtc: boolean;
  /** The day of an instant: `2026-01-31`. */
  of(instant: Date): string;
  /** First and last instant of a window. */
  boundsOf(window: Window): { readonly start: Date; readonly end: Date };
}

/**
 * The days that a request asks for. Without `to` the last is today, without `from` or a timeframe they are 30.
 * @param most days of the longest window
 * @throws ValidationFailed naming timeframe, from or to
 */
export function windowOf({ timeframe, from, to: until }: Period, today: string, most = MAX_DAYS): Window {
  if (timeframe !== undefined && from !== undefined) {
    throw ValidationFailed.of('timeframe', 'cannot be sent with from: send one of them');
  }
  const to = until ?? today;
  const window = { from: from ?? daysBack(to, timeframe === undefined ? DEFAULT_DAYS : TIMEFRAMES[timeframe]), to };
  if (window.from > to) throw ValidationFailed.of('from', `must not be after to, which is ${to}`);
  if (instant(to) - instant(window.from) >= most * DAY_MS) {
    throw ValidationFailed.of('from', `must be at most ${most - 1} days before to, which is ${to}`);
  }
  return window;
}

/** Every day of a window, first to last. */
export function daysOf({ from, to }: Window): string[] {
  const days: string[] = [];
  for (let at = instant(from); at <= instant(to); at += DAY_MS) days.push(dayAt(at));
  return days;
}

/** The first of so many days that end with one; the year 0 is the first there is. */
function daysBack(to: string, days: number): string {
  return dayAt(Math.max(instant('0000-01-01'), instant(to) - (days - 1) * DAY_MS));
}

const instant = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
