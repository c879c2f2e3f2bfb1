import { type EntityManager } from 'typeorm';
import { monotonicMs } from '../../kernel/clock';
import { isEmbedded } from '../database/connection/dialect';

/** Time for which it listens, and the shortest interval, in milliseconds. */
const LISTEN_MS = 20;
const EVERY_MS = 400;
/** Times it listened that count: requests come in bursts. */
const MAX_HEARD = 5;
/** Statements a second from which others are at work: some twenty requests. */
const MAX_A_SECOND = 150;

interface Heard {
  readonly statements: number;
  readonly ms: number;
}

/**
 * Finds out whether others use the database: it is silent for a moment, and counts the statements that come meanwhile.
 * The embedded database counts none, and its process serves requests too: there others are always taken to be at work.
 */
export class OtherWork {
  private heard: readonly Heard[] = [];
  private listenedAt = -Infinity;

  /**
   * @param pause waits for so many milliseconds, or less when the process stops
   * @param elapsed a clock in milliseconds that never goes back
   */
  constructor(
    private readonly pause: (ms: number) => Promise<void>,
    private readonly elapsed: () => number = monotonicMs,
  ) {}

  /** Whether others were at work lately; also before it listened. */
  get isThere(): boolean {
    const sum = (of: keyof Heard): number => this.heard.reduce((total, one) => total + one[of], 0);
    return this.heard.length === 0 || sum('statements') * 1_000 > sum('ms') * MAX_A_SECOND;
  }

  /** Listens, unless it just has. Called while the caller has no statement under way. */
  async listen(manager: EntityManager): Promise<void> {
    if (isEmbedded(manager) || this.elapsed() - this.listenedAt < EVERY_MS) return;
    const before = await statementsOf(manager);
    const from = this.elapsed();
    await this.pause(LISTEN_MS);
    const ms = this.elapsed() - from;
    // The second question is counted as well.
    const statements = (await statementsOf(manager)) - before - 1;
    this.listenedAt = this.elapsed();
    this.heard = [...this.heard, { statements, ms }].slice(-MAX_HEARD);
  }
}

/** Statements that clients have sent since the server started. */
async function statementsOf(manager: EntityManager): Promise<number> {
  const rows = await manager.query<{ Value: unknown }[]>("SHOW GLOBAL STATUS LIKE 'Questions'");
  return Number(rows[0]?.Value ?? 0);
}
