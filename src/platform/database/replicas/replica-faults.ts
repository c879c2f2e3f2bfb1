import { type Logger } from 'pino';
import { monotonicMs } from '../../../kernel/clock';

/** Time for which a replica is not asked after a read that it failed: the next ones would fail too. */
const REST_MS = 3_000;
/** Time without a fault after which a replica is well again: one of several servers at its address may fail each second read. */
const WELL_MS = 10_000;

/** Reasons in the log until a replica is well: what its server writes may differ each time. */
const MAX_REASONS = 10;

/** Why a replica is not asked at the moment. Says each reason once in the log, and again when the replica was well since. */
export class ReplicaFaults {
  private restUntil = -Infinity;
  private lastAt = -Infinity;
  /** The reasons that are in the log; none: the replica is well. */
  private readonly said = new Set<string>();

  /** @param name the replica's host and port */
  constructor(
    private readonly name: string,
    private readonly logger: Pick<Logger, 'info' | 'warn'>,
    private readonly elapsed: () => number = monotonicMs,
  ) {}

  get isResting(): boolean {
    return this.elapsed() < this.restUntil;
  }

  /** Notes a failed read. */
  rest(error: unknown): void {
    this.restUntil = this.elapsed() + REST_MS;
    this.say(error);
  }

  /** Notes why it is not asked. */
  say(error: unknown): void {
    this.lastAt = this.elapsed();
    const reason = error instanceof Error ? error.message : String(error);
    if (this.said.has(reason) || this.said.size >= MAX_REASONS) return;
    this.said.add(reason);
    this.logger.warn(`The replica ${this.name} is not asked: ${reason}. The primary answers instead`);
  }

  /** Notes that it has answered a read, or a look at its lag. */
  answered(): void {
    if (this.said.size === 0 || this.elapsed() < this.lastAt + WELL_MS) return;
    this.said.clear();
    this.logger.info(`The replica ${this.name} answers again`);
  }
}
