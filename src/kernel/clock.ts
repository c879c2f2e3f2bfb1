/** The source of time. It is injected, so that tests can set it; nothing else reads the machine's clock. */
export abstract class Clock {
  /** The current instant. */
  abstract now(): Date;
}

/** The machine's own clock. */
export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}

/** Milliseconds on a clock that never goes back: for measuring how long something took, never for telling the time. */
export function monotonicMs(): number {
  return performance.now();
}

const DAY_MS = 86_400_000;
/** `00` to `59`. */
const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
/** The day that was shown last, in days since 1970, and its text: a list shows hundreds of times, of few days. */
let shownDay = NaN;
let dayText = '';

/** An instant as the API shows it: `YYYY-MM-DD HH:MM:SS`, UTC. @throws RangeError when it is none */
export function wireTime(instant: Date): string {
  const ms = instant.getTime();
  const day = Math.floor(ms / DAY_MS);
  if (day !== shownDay) {
    dayText = instant.toISOString().slice(0, -'T00:00:00.000Z'.length);
    shownDay = day;
  }
  const seconds = Math.floor((ms - day * DAY_MS) / 1000);
  const minutes = Math.floor(seconds / 60);
  const two = (part: number): string => TWO_DIGITS[part] ?? '';
  return `${dayText} ${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds % 60)}`;
}
