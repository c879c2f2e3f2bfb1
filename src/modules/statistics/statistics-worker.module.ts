import { Module } from '@nestjs/common';
import { afterCommit } from '../../platform/database/connection/after-commit';
import { StoreObjects } from '../../platform/events/store-objects';
import { Retention } from '../../platform/retention/retention';
import { statisticsTasks } from './jobs/statistics.tasks';
import { StatisticsCountingService } from './statistics-counting.service';
import { StatisticsModule } from './statistics.module';

/** Counts orders and customers into days: in the worker process, or in the API process without Redis. */
@Module({ imports: [StatisticsModule] })
export class StatisticsWorkerModule {
  constructor(counting: StatisticsCountingService, objects: StoreObjects, retention: Retention) {
    objects.consumers.register(async (tx, events) => {
      if (await counting.note(tx, events)) afterCommit(tx, () => retention.wake());
    });
    for (const task of statisticsTasks(counting)) retention.register(task);
  }
}
