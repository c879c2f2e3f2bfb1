import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config/config';
import { PendingMigrations } from '../../platform/database/connection/pending-migrations';
import { Transactions } from '../../platform/database/connection/transactions';
import { JobQueue } from '../../platform/queue/job-queue.port';
import { type OperationsRecord } from './operations.record';

/** Tells which database and which queue the store has, and their state. */
@Injectable()
export class StoreSetupService {
  constructor(
    private readonly transactions: Transactions,
    private readonly jobs: JobQueue,
    @Inject(PendingMigrations) private readonly pending: PendingMigrations,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async database(): Promise<OperationsRecord['database']> {
    const migrations = await this.pending.names();
    return { engine: this.engine(), version: await this.version(), migrations_missing: migrations.length };
  }

  queue(): OperationsRecord['queue'] {
    const kind = this.config.redisUrl === undefined ? 'in_process' : 'redis';
    return { kind, state: this.jobs.isUp ? 'up' : 'down' };
  }

  private engine(): 'sqlite' | 'mysql' | 'mariadb' {
    if (this.transactions.isEmbedded) return 'sqlite';
    return this.config.database.url.startsWith('mariadb:') ? 'mariadb' : 'mysql';
  }

  private async version(): Promise<string> {
    const sql = this.transactions.isEmbedded ? 'SELECT sqlite_version() AS version' : 'SELECT VERSION() AS version';
    const [row] = await this.transactions.manager.query<{ version: string }[]>(sql);
    return row?.version ?? 'unknown';
  }
}
