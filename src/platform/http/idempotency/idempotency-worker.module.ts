import { Inject, Module } from '@nestjs/common';
import { Clock } from '../../../kernel/clock';
import { CONFIG, type Config } from '../../config/config';
import { Transactions } from '../../database/connection/transactions';
import { hoursBefore, secondsOfHours } from '../../retention/retention-task';
import { OldRowsTask } from '../../retention/old-rows.task';
import { Retention } from '../../retention/retention';
import { IdempotencyRecord } from './idempotency-record.entity';

/** Registers the clean-up of stored answers: in the worker process, or in the API process without Redis. */
@Module({})
export class IdempotencyWorkerModule {
  constructor(retention: Retention, transactions: Transactions, clock: Clock, @Inject(CONFIG) config: Config) {
    retention.register(
      new OldRowsTask(transactions, {
        kind: 'idempotency_records',
        entity: IdempotencyRecord,
        by: 'createdAt',
        keptSeconds: secondsOfHours(config.retention.idempotencyHours),
        until: () => hoursBefore(clock.now(), config.retention.idempotencyHours),
      }),
    );
  }
}
