import { Inject, Injectable } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import { StoreError } from '../../kernel/errors';
import { DatabaseUnavailable } from '../database/connection/database.errors';
import { PendingMigrations } from '../database/connection/pending-migrations';
import { type StoreDataSource } from '../database/connection/store-data-source';
import { Transactions } from '../database/connection/transactions';
import { Draining } from '../http/http.errors';
import { Lifecycle } from '../http/lifecycle';

/** Tells whether a process, API or worker, can do its work. Redis is not checked: without it, jobs are only found later. */
@Injectable()
export class Readiness {
  constructor(
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(PendingMigrations) private readonly pending: PendingMigrations,
    @Inject(Lifecycle) private readonly lifecycle: Lifecycle,
    @Inject(getDataSourceToken()) private readonly dataSource: StoreDataSource,
  ) {}

  /**
   * Resolves when the process is ready.
   * @throws Draining once it has begun to stop
   * @throws DatabaseUnavailable when the database does not answer, or its disk takes no writes
   * @throws DatabaseReadOnly when its server takes no writes
   * @throws DatabaseNotMigrated while it lacks migrations of this version
   */
  async check(): Promise<void> {
    if (this.lifecycle.isLeaving) throw new Draining();
    try {
      await this.transactions.manager.query('SELECT 1');
      await this.pending.check();
      await this.dataSource.checkWritable();
    } catch (error) {
      throw error instanceof StoreError ? error : new DatabaseUnavailable(error);
    }
  }
}
