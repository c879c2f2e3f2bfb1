import { Inject, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type Logger } from 'pino';
import { LOGGER } from '../../platform/logging/logger';
import { BackgroundWork } from '../../platform/queue/background-work';
import { PaymentRecoveryWorker } from './jobs/payment-recovery.worker';
import { PaymentRecoveryService } from './payment-recovery.service';
import { PaymentsModule } from './payments.module';

/** Runs the recovery of payments: in the worker process, or in the API process without Redis. */
@Module({ imports: [PaymentsModule] })
export class PaymentsWorkerModule implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly worker: PaymentRecoveryWorker;

  constructor(
    recovery: PaymentRecoveryService,
    @Inject(LOGGER) logger: Logger,
    private readonly work: BackgroundWork,
  ) {
    this.worker = new PaymentRecoveryWorker(recovery, logger);
    work.onStop(() => this.worker.stop());
  }

  onApplicationBootstrap(): void {
    this.work.begin(() => this.worker.start());
  }

  async onModuleDestroy(): Promise<void> {
    await this.worker.stop();
  }
}
