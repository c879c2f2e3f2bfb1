/** Where time comes from. Injected, so that tests hold it still; nothing else reads the machine's clock. */
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

/** An instant as the API shows it: `YYYY-MM-DD HH:MM:SS`, UTC. */
export function wireTime(instant: Date): string {
  return instant.toISOString().slice(0, 19).replace('T', ' ');
}
