import { Logger } from '@nestjs/common';
import { monotonicMs } from '../../../kernel/clock';

/** Time for which a replica is not asked after a read that it failed: the next ones would fail too. */
const REST_MS = 3_000;

/** Why a replica is not asked at the moment. Says so once in the log, and again when it has answered since. */
export class ReplicaFaults {
  private readonly logger = new Logger('Replicas');
  private restUntil = -Infinity;
  /** The reason that is in the log; undefined: the replica has answered since. */
  private said: string | undefined;

  /** @param name the replica's host and port */
  constructor(
    private readonly name: string,
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
    const reason = error instanceof Error ? error.message : String(error);
    if (this.said === reason) return;
    this.said = reason;
    this.logger.warn(`The replica ${this.name} is not asked: ${reason}. The primary answers instead`);
  }

  /** Notes that it has answered a read. */
  answered(): void {
    if (this.said !== undefined) this.logger.log(`The replica ${this.name} answers again`);
    this.said = undefined;
  }
}
