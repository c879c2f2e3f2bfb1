import { Inject, Module } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../platform/config/config';
import { Transactions } from '../../platform/database/transactions';
import { StoreObjectRemoval } from '../../platform/events/store-object-removal';
import { Upkeep } from '../../platform/upkeep/upkeep';
import { CartsModule } from './carts.module';
import { oldCartsChore } from './jobs/old-carts.chore';

/** The upkeep of carts. Part of the worker process, or of the API's without Redis. */
@Module({ imports: [CartsModule] })
export class CartsWorkerModule {
  constructor(
    upkeep: Upkeep,
    transactions: Transactions,
    clock: Clock,
    @Inject(CONFIG) config: Config,
    removal: StoreObjectRemoval,
  ) {
    upkeep.add(oldCartsChore(transactions, clock, config, removal));
  }
}
