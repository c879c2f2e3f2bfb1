import { setTimeout as pause } from 'node:timers/promises';
import { monotonicMs } from '../../kernel/clock';

interface Waiting<T> {
  readonly item: T;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Combines many small jobs into few batches: items that arrive while one batch is under way form the next. A single item
 * does not wait; under load one statement serves many. A batch that is full does not wait either.
 */
export class Batcher<T> {
  private readonly waiting: Waiting<T>[] = [];
  private isRunning = false;
  /** Ends the wait before a batch. */
  private endWait: () => void = () => undefined;
  /** When the next batch may begin, in milliseconds of the process. */
  private nextAt = 0;

  /**
   * @param size maximum number of items of a batch
   * @param gatherMs least time between the beginnings of two batches; 0: none
   */
  constructor(
    private readonly size: number,
    private readonly run: (items: T[]) => Promise<void>,
    private readonly gatherMs = 0,
  ) {}

  /** Resolves when the batch of the item is done, rejects when it failed. */
  add(item: T): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (this.waiting.length >= this.size) this.endWait();
      if (this.isRunning) return;
      this.isRunning = true;
      // After the other callbacks of this turn of the event loop, which may add more.
      setImmediate(() => void this.drain());
    });
  }

  private async drain(): Promise<void> {
    while (this.waiting.length > 0) {
      await this.gather(this.nextAt - monotonicMs());
      this.nextAt = monotonicMs() + this.gatherMs;
      const batch = this.waiting.splice(0, this.size);
      try {
        await this.run(batch.map(({ item }) => item));
        batch.forEach(({ resolve }) => resolve());
      } catch (error) {
        batch.forEach(({ reject }) => reject(error));
      }
    }
    this.isRunning = false;
  }

  private async gather(ms: number): Promise<void> {
    if (ms <= 0 || this.waiting.length >= this.size) return;
    const full = new AbortController();
    this.endWait = () => full.abort();
    await pause(ms, undefined, { signal: full.signal }).catch(() => undefined);
    this.endWait = () => undefined;
  }
}
