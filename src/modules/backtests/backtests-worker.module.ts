import { Module } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { Transactions } from '../../platform/database/connection/transactions';
import { StoreObjectRemoval } from '../../platform/events/store-object-removal';
import { JobRunner } from '../../platform/jobs/job-runner';
import { Retention } from '../../platform/retention/retention';
import { OrdersModule } from '../orders/orders.module';
import { PromotionsModule } from '../promotions/promotions.module';
import { SettingsModule } from '../settings/settings.module';
import { BacktestsModule } from './backtests.module';
import { BacktestJob } from './jobs/backtest.job';
import { oldBacktestTasks } from './jobs/old-backtests.tasks';

/** Runs back-tests and removes old ones: in the worker process, or in the API process without Redis. */
@Module({ imports: [BacktestsModule, OrdersModule, PromotionsModule, SettingsModule], providers: [BacktestJob] })
export class BacktestsWorkerModule {
  constructor(
    runner: JobRunner,
    job: BacktestJob,
    retention: Retention,
    transactions: Transactions,
    clock: Clock,
    removal: StoreObjectRemoval,
  ) {
    runner.register(job);
    for (const task of oldBacktestTasks(transactions, clock, removal)) retention.register(task);
  }
}
