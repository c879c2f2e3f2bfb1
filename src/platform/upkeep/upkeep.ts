import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { type Logger } from 'pino';
import { monotonicMs } from '../../kernel/clock';
import { CONFIG, type Config } from '../config/config';
import { LOGGER } from '../logging/logger';
import { type Chore } from './chore';
import { ChorePace } from './chore-pace';
import { UpkeepMetrics } from './upkeep-metrics';
import { WorkerDuty } from './worker-duty';

/** How often old rows are looked for, and how often a worker without the duty asks for it. */
const REST_MS = 5_000;
const DUTY = 'upkeep';
/** How long the duty stays with a worker that vanished: longer than its rests. */
const DUTY_MS = 10_000;
/** How often the duty is held again while there is much to remove. */
const HOLD_MS = 1_000;

interface PacedChore {
  readonly chore: Chore;
  readonly pace: ChorePace;
}

/**
 * Removes what is old, in one worker at a time. Modules add their chores; each gets a batch in turn, with a pause after
 * it that leaves the database to others for the rest of the time. A chore that fails stops no other and is tried again.
 */
@Injectable()
export class Upkeep {
  /** Milliseconds on a clock that never goes back; tests put another in its place. */
  elapsed: () => number = monotonicMs;
  private readonly chores: PacedChore[] = [];
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private heldAt = -Infinity;
  private isHolder: boolean | undefined;
  private readonly pausesPerWork: number;

  constructor(
    @Inject(CONFIG) { upkeepLoadPercent }: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly duty: WorkerDuty,
    private readonly metrics: UpkeepMetrics,
  ) {
    this.pausesPerWork = 100 / upkeepLoadPercent - 1;
  }

  /** @throws Error when there is a chore of that kind already */
  add(chore: Chore): void {
    if (this.chores.some(({ chore: { kind } }) => kind === chore.kind)) throw new Error(`two chores of ${chore.kind}`);
    this.chores.push({ chore, pace: new ChorePace(chore) });
  }

  /** Looks now and then every few seconds. */
  start(): void {
    void this.settle().finally(() => {
      if (!this.isStopped) this.timer = setTimeout(() => this.start(), REST_MS).unref();
    });
  }

  /** Waits for the batch under way and lets another worker go on. Can be asked more than once. */
  async stop(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    await this.running;
    await this.duty.release(DUTY).catch(() => undefined);
  }

  /**
   * Removes all that is old now, after what is under way. Does nothing when another worker has the duty. Never throws:
   * the next time tries again.
   */
  settle(): Promise<void> {
    this.running = this.running.then(() => this.pass());
    return this.running;
  }

  private get isStopped(): boolean {
    return this.stopping.signal.aborted;
  }

  private async pass(): Promise<void> {
    const failed = new Set<Chore>();
    try {
      while (await this.round(failed));
    } catch (error) {
      this.logger.error({ err: error }, 'upkeep failed; it is tried again');
    }
  }

  /** A batch of each chore that has not failed in this pass. @returns whether any may have more */
  private async round(failed: Set<Chore>): Promise<boolean> {
    let isMore = false;
    for (const paced of this.chores) {
      if (failed.has(paced.chore)) continue;
      if (this.isStopped || !(await this.hold())) return false;
      isMore = (await this.batch(paced, failed)) || isMore;
    }
    return isMore;
  }

  private async hold(): Promise<boolean> {
    const now = this.elapsed();
    if (now - this.heldAt < HOLD_MS) return true;
    const isHeld = await this.duty.hold(DUTY, DUTY_MS);
    if (isHeld !== this.isHolder) this.logger.info(isHeld ? 'upkeep is done here' : 'upkeep is done elsewhere');
    this.isHolder = isHeld;
    this.heldAt = isHeld ? now : -Infinity;
    if (isHeld) this.metrics.held(this.chores.map(({ chore: { kind } }) => kind));
    return isHeld;
  }

  /** @returns whether there may be more */
  private async batch({ chore, pace }: PacedChore, failed: Set<Chore>): Promise<boolean> {
    const { kind } = chore;
    const from = this.elapsed();
    try {
      const { rows, isMore } = await chore.batch(pace.limit);
      const until = this.elapsed();
      this.metrics.done(kind, rows);
      if (rows > 0) this.logger.debug({ kind, rows }, 'old rows were removed');
      if (pace.took(from, until, isMore)) {
        this.logger.warn({ kind }, 'upkeep falls behind: more grows old than is removed, see UPKEEP_LOAD_PERCENT');
      }
      await this.rest((until - from) * this.pausesPerWork);
      return isMore;
    } catch (error) {
      failed.add(chore);
      this.logger.error({ err: error, kind }, 'old rows could not be removed; it is tried again');
      return false;
    }
  }

  /** Ends at once when the process stops. */
  private async rest(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}
