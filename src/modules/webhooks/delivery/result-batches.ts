import { setTimeout as pause } from 'node:timers/promises';
import { type Logger } from 'pino';
import { type Clock } from '../../../kernel/clock';
import { Batcher } from '../../../platform/queue/batcher';
import { type AttemptResult, type AttemptSaver } from './attempt-saver';

/** Results saved in one transaction. While more than this wait to be saved, no further attempts begin. */
const RESULT_BATCH = 64;
const RETRY_SAVE_MS = 250;

/** Saves results of attempts in batches, and again while the database is away. */
export class ResultBatches {
  private readonly batches: Batcher<AttemptResult>;
  private saving = 0;

  constructor(
    private readonly results: AttemptSaver,
    private readonly clock: Pick<Clock, 'now'>,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {
    this.batches = new Batcher(RESULT_BATCH, (all) => this.saveAll(all), results.gatherMs);
  }

  /**
   * Resolves when a result is saved.
   * @param free called as soon as the receiver may have its next request
   */
  async save(result: AttemptResult, free: () => void): Promise<void> {
    this.saving += 1;
    const saved = this.batches.add(result);
    // The receiver may have it while this result is saved, unless the database falls behind.
    if (this.results.freesEarly && this.saving <= RESULT_BATCH) free();
    try {
      await saved;
    } finally {
      this.saving -= 1;
    }
  }

  /** Retries while the database is away, until the first lease ends: after that the results would not count. */
  private async saveAll(results: AttemptResult[]): Promise<void> {
    const until = Math.min(...results.map(({ delivery }) => delivery.leaseUntil?.getTime() ?? 0));
    for (;;) {
      try {
        await this.results.save(results);
        return;
      } catch (error) {
        if (this.clock.now().getTime() >= until) throw error;
        this.logger.warn({ err: error }, 'results of attempts could not be saved; retrying');
        await pause(RETRY_SAVE_MS);
      }
    }
  }
}
