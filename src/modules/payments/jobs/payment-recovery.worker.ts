import { type Logger } from 'pino';
import { Loop } from '../../../platform/leases/loop';
import { type PaymentRecoveryService } from '../payment-recovery.service';

/** Interval of the search for payments without an outcome: due 20 s after their start, settled at most 60 s later. */
const REST_MS = 5_000;

/**
 * Looks for payments without an outcome. Several workers share them: a worker postpones a payment before it asks for
 * it.
 */
export class PaymentRecoveryWorker {
  private readonly passes = new Loop({ restMs: REST_MS, pass: () => this.pass() });

  constructor(
    private readonly recovery: PaymentRecoveryService,
    private readonly logger: Logger,
  ) {}

  /** Runs a pass now and then every 5 seconds. */
  start(): void {
    this.passes.start();
  }

  /** Waits for the pass under way. May be called more than once. */
  stop(): Promise<void> {
    return this.passes.stop();
  }

  /** Never throws: the next pass retries. */
  private async pass(): Promise<boolean> {
    try {
      while (!this.passes.isStopped && (await this.recovery.recoverDue()));
    } catch (error) {
      this.logger.error(
        { err: error },
        'the search for payments without an outcome failed; it is retried in 5 seconds',
      );
    }
    return true;
  }
}
