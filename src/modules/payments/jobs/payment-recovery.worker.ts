import { type Logger } from 'pino';
import { type PaymentRecoveryService } from '../payment-recovery.service';

/** Interval of the search for payments without an outcome: due 20 s after their start, settled at most 60 s later. */
const REST_MS = 5_000;

/**
 * Looks for payments without an outcome. Several workers share them: a worker postpones a payment before it asks for
 * it.
 */
export class PaymentRecoveryWorker {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private isStopped = false;

  constructor(
    private readonly recovery: PaymentRecoveryService,
    private readonly logger: Logger,
  ) {}

  /** Runs a pass now and then every 5 seconds. */
  start(): void {
    this.running = this.pass().finally(() => {
      if (!this.isStopped) this.timer = setTimeout(() => this.start(), REST_MS).unref();
    });
  }

  /** Waits for the pass under way. May be called more than once. */
  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /** Never throws: the next pass retries. */
  private async pass(): Promise<void> {
    try {
      while (!this.isStopped && (await this.recovery.recoverDue()));
    } catch (error) {
      this.logger.error(
        { err: error },
        'the search for payments without an outcome failed; it is retried in 5 seconds',
      );
    }
  }
}
