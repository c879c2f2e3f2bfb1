import { Inject, Module } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../platform/config/config';
import { Transactions } from '../../platform/database/connection/transactions';
import { Retention } from '../../platform/retention/retention';
import { consoleCodesTask, consoleSessionsTask } from './jobs/console-sessions.tasks';
import { expiredTokensTask } from './jobs/expired-tokens.task';
import { storefrontOrdersTask } from './jobs/storefront-orders.task';

/** Registers the clean-up of access tokens and of what they own: in the worker process, or in the API process without Redis. */
@Module({})
export class AccessWorkerModule {
  constructor(retention: Retention, transactions: Transactions, clock: Clock, @Inject(CONFIG) config: Config) {
    retention.register(expiredTokensTask(transactions, clock, config));
    retention.register(storefrontOrdersTask(transactions, clock));
    retention.register(consoleSessionsTask(transactions, clock));
    retention.register(consoleCodesTask(transactions, clock));
  }
}
