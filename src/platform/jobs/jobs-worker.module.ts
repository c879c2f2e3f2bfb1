import { Global, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { Transactions } from '../database/connection/transactions';
import { BackgroundWork } from '../queue/background-work';
import { Retention } from '../retention/retention';
import { JobBatches } from './job-batches';
import { JobMetrics } from './job-metrics';
import { JobRunner } from './job-runner';
import { oldJobsTasks } from './old-jobs.task';

/** Works on jobs, in the worker process or, without Redis, in the API process. Worker modules register their kinds. */
@Global()
@Module({ providers: [JobRunner, JobBatches, JobMetrics], exports: [JobRunner] })
export class JobsWorkerModule implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(
    private readonly runner: JobRunner,
    private readonly work: BackgroundWork,
    retention: Retention,
    transactions: Transactions,
    clock: Clock,
  ) {
    work.onStop(() => runner.stop());
    for (const task of oldJobsTasks(transactions, clock)) retention.register(task);
  }

  onApplicationBootstrap(): void {
    this.work.begin(() => this.runner.start());
  }

  onModuleDestroy(): Promise<void> {
    return this.runner.stop();
  }
}
