import { type Seeded } from './seeded';

/** A fault of the database or of the network before it. */
export type StatementFault = 'lost' | 'lost after' | 'deadlock' | undefined;

/** Probabilities of faults in one run, by its seed: some runs have many of one kind and none of another. */
interface Chances {
  readonly lost: number;
  readonly deadlock: number;
  readonly slow: number;
  readonly death: number;
  readonly freeze: number;
  readonly lostJob: number;
  readonly repeatedJob: number;
}

const SLOW_MS = 2_000;

/** Decides which faults happen, until it is quiet. */
export class Faults {
  isQuiet = false;
  readonly chances: Chances;

  constructor(private readonly random: Seeded) {
    const chance = (most: number): number => (random.chance(0.4) ? 0 : random.next() * most);
    this.chances = {
      lost: chance(0.03),
      deadlock: chance(0.02),
      slow: chance(0.02),
      death: chance(0.003),
      freeze: chance(0.001),
      lostJob: random.chance(0.2) ? 0.9 : chance(0.5),
      repeatedJob: chance(0.3),
    };
  }

  /** Milliseconds that a message needs. */
  latency(): number {
    if (this.happens('slow')) return this.random.next() * SLOW_MS;
    return this.random.next() * 2;
  }

  /** The fault of a statement that arrives. */
  statement(sql: string): StatementFault {
    if (sql === 'ROLLBACK') return undefined;
    if (this.happens('deadlock') && /^(?:UPDATE|INSERT|DELETE)/.test(sql)) return 'deadlock';
    // A commit is the moment that matters: nobody knows whether it was carried out.
    const isLost = this.happens('lost') || (sql === 'COMMIT' && this.happens('lost'));
    if (!isLost) return undefined;
    return sql !== 'BEGIN TRANSACTION' && this.random.chance(0.5) ? 'lost after' : 'lost';
  }

  happens(kind: keyof Chances): boolean {
    return !this.isQuiet && this.random.chance(this.chances[kind]);
  }

  /** Returns the time for which a process is down after its death, or stands still. */
  absence(): number {
    return this.random.between(100, 6_000);
  }
}
