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

const clocks = new Map<string, ZoneClock>();
/** Zones come from configuration, but nothing here may grow without end. */
const MAX_ZONES = 100;

/**
 * The wall clock of a zone at an instant. Pure: what it remembers changes its speed only.
 * @param timeZone IANA name, such as `Europe/Berlin`
 * @throws RangeError when the zone is unknown or the instant is not valid
 */
export function localTime(instant: Date, timeZone: string): LocalTime {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known.at(instant);
  const made = new ZoneClock(timeZone);
  if (clocks.size >= MAX_ZONES) clocks.clear();
  clocks.set(timeZone, made);
  return made.at(instant);
}

/** A formatter costs tens of microseconds to make and a few to use; a store has one zone and a minute many carts. */
class ZoneClock {
  private readonly format: Intl.DateTimeFormat;
  private latest?: { readonly minute: number; readonly time: LocalTime };

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

/** Zones differ from UTC by whole quarters of an hour, 14 hours at most. */
const QUARTER_MS = 15 * MINUTE_MS;
const MOST_QUARTERS = 14 * 4;

/** The last instant of a day in a zone. @param day `YYYY-MM-DD`, a real one */
export function endOfDay(day: string, timeZone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`) + 24 * 60 * MINUTE_MS;
  for (let quarter = -MOST_QUARTERS; quarter < MOST_QUARTERS; quarter += 1) {
    const instant = new Date(midnight + quarter * QUARTER_MS);
    if (localTime(instant, timeZone).date > day) return new Date(instant.getTime() - 1);
  }
  // After 9999-12-31, whose next day is no later text, the day has ended everywhere.
  return new Date(midnight + MOST_QUARTERS * QUARTER_MS);
}
