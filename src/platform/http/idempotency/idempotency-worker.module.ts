import { Inject, Module } from '@nestjs/common';
import { Clock } from '../../../kernel/clock';
import { CONFIG, type Config } from '../../config/config';
import { Transactions } from '../../database/transactions';
import { hoursBefore } from '../../upkeep/chore';
import { OldRowsChore } from '../../upkeep/old-rows.chore';
import { Upkeep } from '../../upkeep/upkeep';
import { IdempotencyRecord } from './idempotency-record.entity';

/** The upkeep of stored answers. Part of the worker process, or of the API's without Redis. */
@Module({})
export class IdempotencyWorkerModule {
  constructor(upkeep: Upkeep, transactions: Transactions, clock: Clock, @Inject(CONFIG) { retention }: Config) {
    upkeep.add(
      new OldRowsChore(transactions, {
        kind: 'idempotency_records',
        entity: IdempotencyRecord,
        by: 'createdAt',
        until: () => hoursBefore(clock.now(), retention.idempotencyHours),
      }),
    );
  }
}
