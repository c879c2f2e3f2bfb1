import { region } from '../text/locale';

/** Reads a time of the API: `2026-01-31 12:00:00`, UTC. Undefined: it is none. */
export function readTime(text: string): Date | undefined {
  const time = new Date(`${text.replace(' ', 'T').replace(/Z?$/, '')}Z`);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** The time of a browser's field, which is in the viewer's zone, as the API writes it. Empty: it is none. */
export function apiTime(local: string): string {
  const time = new Date(local);
  return Number.isNaN(time.getTime()) ? '' : wireTime(time);
}

/** A time as the API writes it. */
export const wireTime = (time: Date): string => time.toISOString().slice(0, 19).replace('T', ' ');

/** The time 24 hours ago, as a browser's field takes it. */
export function dayAgo(): string {
  const time = new Date();
  time.setDate(time.getDate() - 1);
  time.setSeconds(0);
  return fieldTime(time);
}

/** A time as a browser's field takes it: in the viewer's zone, to the second. */
export function fieldTime(time: Date): string {
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

/** Whether a time of the API is still to come. */
export const isToCome = (text: string): boolean => (readTime(text)?.getTime() ?? 0) > Date.now();

const shown = new Intl.DateTimeFormat(region(), { dateStyle: 'medium', timeStyle: 'short' });
const shownExactly = new Intl.DateTimeFormat(region(), { dateStyle: 'medium', timeStyle: 'medium' });
const shownDay = new Intl.DateTimeFormat(region(), { dateStyle: 'medium', timeZone: 'UTC' });
const shownShortDay = new Intl.DateTimeFormat(region(), { day: 'numeric', month: 'short', timeZone: 'UTC' });
const shownClock = new Intl.DateTimeFormat(region(), { timeStyle: 'short' });
const relative = new Intl.RelativeTimeFormat(region(), { numeric: 'auto' });

/** A time in the viewer's zone. */
export const localTime = (time: Date): string => shown.format(time);
/** A time in the viewer's zone, to the second. */
export const exactTime = (time: Date): string => shownExactly.format(time);
/** A day of the API, `2026-01-31`. */
export const dayText = (day: string): string => shownDay.format(new Date(`${day}T00:00:00Z`));
/** A day without its year, for an axis. */
export const shortDay = (day: string): string => shownShortDay.format(new Date(`${day}T00:00:00Z`));

/** A day of the API begins within so many hours of its midnight in UTC. */
const FURTHEST_MS = 14 * 3_600_000;
const QUARTER_MS = 900_000;

/** When a day of a time zone begins, as the API writes times. */
export function dayStart(day: string, timeZone: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  let at = midnight - FURTHEST_MS;
  // Zones differ by whole quarters of an hour.
  while (at < midnight + FURTHEST_MS && shown.format(at) < day) at += QUARTER_MS;
  return wireTime(new Date(at));
}

/** The time of day in the viewer's zone, of a time of the API. */
export const clockText = (text: string): string => {
  const time = readTime(text);
  return time === undefined ? text : shownClock.format(time);
};

/** A time in UTC, as shown beside the local one. */
export function utcTime(time: Date): string {
  return `${wireTime(time)} UTC`;
}

/** Days from now in words: `today`, `tomorrow`, `in 5 days`. */
export const inDaysText = (days: number): string => relative.format(days, 'day');

/** A duration in words: `850 ms`, `12 s`, `3 min`, `5 h`, `2 d`. */
export function durationText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} d`;
}
