import { Inject, Module } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../platform/config/config';
import { Transactions } from '../../platform/database/connection/transactions';
import { StoreObjectRemoval } from '../../platform/events/store-object-removal';
import { Retention } from '../../platform/retention/retention';
import { CartsModule } from './carts.module';
import { oldCartsTask } from './jobs/old-carts.task';

/** Registers the clean-up of carts: in the worker process, or in the API process without Redis. */
@Module({ imports: [CartsModule] })
export class CartsWorkerModule {
  constructor(
    retention: Retention,
    transactions: Transactions,
    clock: Clock,
    @Inject(CONFIG) config: Config,
    removal: StoreObjectRemoval,
  ) {
    retention.register(oldCartsTask(transactions, clock, config, removal));
  }
}
