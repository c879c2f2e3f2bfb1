/** First and last day of the orders of a back-test, in the viewer's zone. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

const two = (part: number): string => String(part).padStart(2, '0');

/** The day that is so many days after another one, `2026-01-31`. */
function dayAfter(day: Date, days: number): string {
  const other = new Date(day.getFullYear(), day.getMonth(), day.getDate() + days);
  return `${other.getFullYear()}-${two(other.getMonth() + 1)}-${two(other.getDate())}`;
}

/** The last days, today among them. */
export function lastDays(days: number, now = new Date()): Period {
  return { from: dayAfter(now, 1 - days), to: dayAfter(now, 0) };
}

/** The week before this one, from Monday to Sunday. */
export function lastWeek(now = new Date()): Period {
  const sinceMonday = (now.getDay() + 6) % 7;
  return { from: dayAfter(now, -sinceMonday - 7), to: dayAfter(now, -sinceMonday - 1) };
}

/** A time of the viewer's zone as the API reads it. */
const utc = (local: string): string => new Date(local).toISOString().slice(0, 19).replace('T', ' ');

/** The times of the API from the beginning of the first day to the end of the last one; an empty day is left out. */
export function windowOf({ from, to }: Period): Partial<Period> {
  return {
    ...(from !== '' && { from: utc(`${from}T00:00:00`) }),
    ...(to !== '' && { to: utc(`${to}T23:59:59`) }),
  };
}
