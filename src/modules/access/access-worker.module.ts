import { Inject, Module } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../platform/config/config';
import { Transactions } from '../../platform/database/transactions';
import { Upkeep } from '../../platform/upkeep/upkeep';
import { expiredTokensChore } from './jobs/expired-tokens.chore';

/** The upkeep of access tokens. Part of the worker process, or of the API's without Redis. */
@Module({})
export class AccessWorkerModule {
  constructor(upkeep: Upkeep, transactions: Transactions, clock: Clock, @Inject(CONFIG) config: Config) {
    upkeep.add(expiredTokensChore(transactions, clock, config));
  }
}
