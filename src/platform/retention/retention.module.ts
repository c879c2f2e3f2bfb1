import { Global, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { BackgroundWork } from '../queue/background-work';
import { Retention } from './retention';
import { RetentionMetrics } from './retention-metrics';
import { LeaderLease } from '../leases/leader-lease';

/** Runs the clean-up of old rows, in the worker process or, without Redis, in the API process. Worker modules register tasks. */
@Global()
@Module({ providers: [Retention, RetentionMetrics, LeaderLease], exports: [Retention, LeaderLease] })
export class RetentionModule implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(
    private readonly retention: Retention,
    private readonly work: BackgroundWork,
  ) {
    work.onStop(() => retention.stop());
  }

  onApplicationBootstrap(): void {
    this.work.begin(() => this.retention.start());
  }

  onModuleDestroy(): Promise<void> {
    return this.retention.stop();
  }
}
