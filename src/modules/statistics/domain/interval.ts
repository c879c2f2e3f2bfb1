import { type Window } from './window';

/** Length of an interval. */
export const INTERVALS = ['day', 'week', 'month'] as const;
export type Interval = (typeof INTERVALS)[number];

/** Days of the longest window by interval: at most 366 entries of a response, and at most ten years. */
export const LONGEST: Readonly<Record<Interval, number>> = { day: 366, week: 366 * 7, month: 3660 };

const DAY_MS = 86_400_000;

/** First day of the interval that a day lies in: weeks begin on Monday. */
function startOf(day: string, by: Interval): string {
  if (by === 'day') return day;
  if (by === 'month') return `${day.slice(0, 8)}01`;
  const ms = Date.parse(`${day}T00:00:00Z`);
  const sinceMonday = (new Date(ms).getUTCDay() + 6) % 7;
  return new Date(ms - sinceMonday * DAY_MS).toISOString().slice(0, 10);
}

/** Days put together, oldest first; the first and the last interval are cut to the window. @param days of a window */
export function intervalsOf(days: readonly string[], by: Interval): Window[] {
  const intervals: { from: string; to: string }[] = [];
  let start: string | undefined;
  for (const day of days) {
    const last = intervals.at(-1);
    if (last !== undefined && startOf(day, by) === start) last.to = day;
    else intervals.push({ from: day, to: day });
    start = startOf(day, by);
  }
  return intervals;
}
