import { setImmediate as nextRound } from 'node:timers/promises';

/**
 * Lets large carts be worked on one after the other, one in each round of the event loop. Without this, all of many requests at once
 * would take theirs in the same round, since SQLite answers at once, and health would wait for the sum of them.
 */
export class PricingTurns {
  private last: Promise<unknown> = Promise.resolve();

  /** Resolves in a round of the event loop in which nobody else has a turn. */
  take(): Promise<void> {
    const turn = this.last.then(() => nextRound());
    this.last = turn;
    return turn;
  }
}
