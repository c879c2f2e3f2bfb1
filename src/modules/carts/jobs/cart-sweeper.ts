import { type Logger } from 'pino';
import { type Clock } from '../../../kernel/clock';
import { type CartsService } from '../carts.service';

/** How often old carts are looked for. */
const SWEEP_MS = 10 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** What the sweep works with. */
export interface CartSweeperParts {
  readonly carts: Pick<CartsService, 'purge'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly retentionDays: number;
}

/** Removes carts that nobody has written to for long (carts.md 11). Several at once do no harm: each row is locked. */
export class CartSweeper {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private isStopped = false;

  constructor(private readonly parts: CartSweeperParts) {}

  /** Sweeps now and then every ten minutes. */
  start(): void {
    this.running = this.sweep().finally(() => {
      if (!this.isStopped) this.timer = setTimeout(() => this.start(), SWEEP_MS).unref();
    });
  }

  /** Waits for the batch under way. */
  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /** One sweep, in batches. Never throws: the next one tries again. */
  async sweep(): Promise<void> {
    const { carts, clock, logger, retentionDays } = this.parts;
    try {
      const before = new Date(clock.now().getTime() - retentionDays * DAY_MS);
      let isMore = true;
      while (isMore && !this.isStopped) isMore = await carts.purge(before);
    } catch (error) {
      logger.error({ err: error }, 'old carts could not be removed; it is tried again');
    }
  }
}
