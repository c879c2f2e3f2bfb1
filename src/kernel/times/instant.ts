/** Words for an error message: the forms that {@link parseInstant} reads. */
export const INSTANT_FORM = 'a time such as 2026-03-31 21:59:59 or 2026-03-31T21:59:59+02:00';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const SECOND_MS = 1000;

/** Bounded repeats only: matching takes a time that grows with the text, of which a match has at most 29 characters. */
const INSTANT =
  /^(\d{4}-\d{2}-\d{2})(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d)((?::[0-5]\d(?:\.\d{1,3})?)?)(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?)?$/;

/**
 * Reads an instant: `2026-01-31`, `2026-01-31 12:00`, `2026-01-31 12:00:00` or `2026-01-31T12:00:00.000Z`. It is in UTC
 * unless it names an offset (`+02:00`); a day alone is its first instant. Undefined when the text is none of these, or
 * names a day that does not exist.
 */
export function parseInstant(text: string): Date | undefined {
  const match = INSTANT.exec(text);
  if (match === null) return undefined;
  const [, day = '', minutes = '00:00', seconds = '', offset = 'Z'] = match;
  return isDay(day) ? new Date(`${day}T${minutes}${seconds}${offset}`) : undefined;
}

/** Whether a text is a day that exists: `2026-01-31`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const midnight = new Date(`${text}T00:00:00Z`);
  // 2026-02-31 would be read as the third of March.
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text);
}

/**
 * Reads the last instant that a text of {@link parseInstant} names: of a day its last millisecond, of a minute or a second
 * likewise. Undefined for other texts.
 */
export function parseLastInstant(text: string): Date | undefined {
  const first = parseInstant(text);
  const [, , minutes, seconds] = INSTANT.exec(text) ?? [];
  if (first === undefined) return undefined;
  if (minutes === undefined) return new Date(first.getTime() + DAY_MS - 1);
  if (!seconds) return new Date(first.getTime() + MINUTE_MS - 1);
  return seconds.includes('.') ? first : new Date(first.getTime() + SECOND_MS - 1);
}
