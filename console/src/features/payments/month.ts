/** First and last day of a month, as the filters of a list take them: days of UTC. */
export interface Month {
  readonly from: string;
  readonly to: string;
}

const day = (year: number, month: number, date: number): string =>
  new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10);

/** @param months so many after the month of that time */
export function monthOf(time: Date, months: number): Month {
  const [year, month] = [time.getUTCFullYear(), time.getUTCMonth() + months];
  return { from: day(year, month, 1), to: day(year, month + 1, 0) };
}
