import { Clock } from '../../src/kernel/clock';

/** A clock that stands still until it is moved: minutes pass without waiting. */
export class MovedClock extends Clock {
  /** @param at the instant it begins at, ISO 8601 */
  constructor(at = '2026-03-01T12:00:00.000Z') {
    super();
    this.at = Date.parse(at);
  }

  private at: number;

  now(): Date {
    return new Date(this.at);
  }

  /** Moves it on, or back with a negative number. @returns the new instant */
  move(ms: number): Date {
    this.at += ms;
    return this.now();
  }
}
