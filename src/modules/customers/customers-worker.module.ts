import { Module } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { Transactions } from '../../platform/database/connection/transactions';
import { Retention } from '../../platform/retention/retention';
import { expiredCustomerTokensTask } from './jobs/expired-customer-tokens.task';

/** Registers the clean-up of customers' tokens: in the worker process, or in the API process without Redis. */
@Module({})
export class CustomersWorkerModule {
  constructor(retention: Retention, transactions: Transactions, clock: Clock) {
    retention.register(expiredCustomerTokensTask(transactions, clock));
  }
}
