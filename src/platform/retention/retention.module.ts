import { Global, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { BackgroundWork } from '../queue/background-work';
import { Retention } from './retention';
import { RetentionBook } from './retention-book';
import { RetentionMetrics } from './retention-metrics';
import { LeaderLease } from '../leases/leader-lease';

/** Runs the clean-up of old rows, in the worker process or, without Redis, in the API process. Worker modules register tasks. */
@Global()
@Module({ providers: [Retention, RetentionBook, RetentionMetrics, LeaderLease], exports: [Retention, LeaderLease] })
export class RetentionModule implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(
    private readonly retention: Retention,
    private readonly work: BackgroundWork,
    book: RetentionBook,
  ) {
    retention.watchedBy(book);
    work.onStop(() => retention.stop());
  }

  onApplicationBootstrap(): void {
    this.work.begin(() => this.retention.start());
  }

  onModuleDestroy(): Promise<void> {
    return this.retention.stop();
  }
}
