import { Inject, Injectable } from '@nestjs/common';
import { DatabaseUnavailable } from '../database/database.errors';
import { Transactions } from '../database/transactions';
import { Draining } from '../http/http.errors';
import { Lifecycle } from '../http/lifecycle';

/** Whether a process, API or worker, can do its work. Redis is not asked: without it work is only found later. */
@Injectable()
export class Readiness {
  constructor(
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(Lifecycle) private readonly lifecycle: Lifecycle,
  ) {}

  /**
   * Resolves when the process is ready.
   * @throws Draining once it has begun to stop
   * @throws DatabaseUnavailable when the database does not answer
   */
  async check(): Promise<void> {
    if (this.lifecycle.isDraining) throw new Draining();
    try {
      await this.transactions.manager.query('SELECT 1');
    } catch {
      throw new DatabaseUnavailable();
    }
  }
}
