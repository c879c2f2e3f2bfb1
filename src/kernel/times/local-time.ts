/** An instant on the store's wall clock (promotions.md 36). */
export interface LocalTime {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** 0 to 23. */
  readonly hour: string;
  /** ISO 8601: Monday is 1, Sunday is 7. */
  readonly weekday: string;
  /** English, lower case. */
  readonly weekdayName: string;
}

/** Sunday first. */
export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const MINUTE_MS = 60_000;
/** Zones differ from UTC by whole quarters of an hour, 14 hours at most. */
const QUARTER_MS = 15 * MINUTE_MS;
const MAX_OFFSET_QUARTERS = 14 * 4;

const clocks = new Map<string, ZoneClock>();
/** Zones come from configuration, but nothing here may grow without end. */
const MAX_ZONES = 100;
/** More than a year has, the longest window of statistics. */
const MAX_QUARTERS = 40_000;

/**
 * The wall clock of a zone at an instant. Pure: what it remembers changes its speed only.
 * @param timeZone IANA name, such as `Europe/Berlin`
 * @throws RangeError when the zone is unknown or the instant is not valid
 */
export function localTime(instant: Date, timeZone: string): LocalTime {
  return clockOf(timeZone).at(instant);
}

function clockOf(timeZone: string): ZoneClock {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  const made = new ZoneClock(timeZone);
  if (clocks.size >= MAX_ZONES) clocks.clear();
  clocks.set(timeZone, made);
  return made;
}

/** A formatter costs tens of microseconds to make and a few to use; a store has one zone and a minute many carts. */
class ZoneClock {
  private readonly format: Intl.DateTimeFormat;
  private latest?: { readonly minute: number; readonly time: LocalTime };
  private readonly days = new Map<number, string>();

  constructor(timeZone: string) {
    this.format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
    });
  }

  at(instant: Date): LocalTime {
    const minute = Math.floor(instant.getTime() / MINUTE_MS);
    if (this.latest?.minute === minute) return this.latest.time;
    const time = this.read(instant);
    this.latest = { minute, time };
    return time;
  }

  /** Days are read for many instants: a look-up costs a fiftieth of reading the clock. */
  dayOf(instant: Date): string {
    const quarter = Math.floor(instant.getTime() / QUARTER_MS);
    const known = this.days.get(quarter);
    if (known !== undefined) return known;
    const { date } = this.read(new Date(quarter * QUARTER_MS));
    if (this.days.size >= MAX_QUARTERS) this.days.clear();
    this.days.set(quarter, date);
    return date;
  }

  private read(instant: Date): LocalTime {
    const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
    for (const { type, value } of this.format.formatToParts(instant)) parts[type] = value;
    const { year = '', month = '', day = '', hour = '' } = parts;
    const date = `${year.padStart(4, '0')}-${month}-${day}`;
    const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
    return {
      date,
      hour: String(Number(hour)),
      weekday: String(weekday === 0 ? 7 : weekday),
      weekdayName: WEEKDAYS[weekday] ?? '',
    };
  }
}

/** Before 1900 every zone has the days of UTC: clocks were those of a town, and the calendar of `Intl` is another one. */
const FIRST_ZONES = Date.UTC(1900, 0, 1);

/** The day of an instant in a zone: `2026-01-31`. */
export function dayIn(instant: Date, timeZone: string): string {
  const isOfUtc = timeZone === 'UTC' || instant.getTime() < FIRST_ZONES;
  return isOfUtc ? instant.toISOString().slice(0, 10) : clockOf(timeZone).dayOf(instant);
}

/** The last instant of a day in a zone. @param day `YYYY-MM-DD`, a real one */
export function endOfDay(day: string, timeZone: string): Date {
  const next = midnightOf(day) + 24 * 60 * MINUTE_MS;
  // After 9999-12-31, whose next day is no later text, the day has ended everywhere.
  return turnNear(next, timeZone, (date) => date > day, -1) ?? new Date(next + MAX_OFFSET_QUARTERS * QUARTER_MS);
}

/** The first instant of a day in a zone; of one that the zone left out, that of the next. @param day `YYYY-MM-DD`, a real one */
export function startOfDay(day: string, timeZone: string): Date {
  const midnight = midnightOf(day);
  return turnNear(midnight, timeZone, (date) => date >= day) ?? new Date(midnight);
}

const midnightOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** The first quarter of an hour near midnight in UTC whose day will do. @param shift milliseconds to add */
function turnNear(midnight: number, timeZone: string, isIt: (date: string) => boolean, shift = 0): Date | undefined {
  for (let quarter = -MAX_OFFSET_QUARTERS; quarter < MAX_OFFSET_QUARTERS; quarter += 1) {
    const instant = new Date(midnight + quarter * QUARTER_MS);
    if (isIt(localTime(instant, timeZone).date)) return new Date(instant.getTime() + shift);
  }
  return undefined;
}
