import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { randomToken } from '../../kernel/ids';
import { isDuplicate } from '../database/connection/driver-faults';
import { Transactions } from '../database/connection/transactions';
import { WorkerLease } from './worker-lease.entity';

/** Elects one worker at a time for a job, by a lease in the database that all of them share. */
@Injectable()
export class LeaderLease {
  private readonly token = randomToken(16);

  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * Takes a lease, or renews it.
   * @param id the name of the job
   * @param ms how long the lease lasts unless it is renewed
   * @returns whether this worker holds it for that long
   */
  hold(id: string, ms: number): Promise<boolean> {
    return this.transactions.repeatable((manager) => this.take(manager, id, ms));
  }

  /** Releases a lease, so that another worker can take it at once. */
  async release(id: string): Promise<void> {
    const mine = { id, token: this.token };
    await this.transactions.repeatable((manager) => manager.update(WorkerLease, mine, { leaseUntil: new Date(0) }));
  }

  private async take(manager: EntityManager, id: string, ms: number): Promise<boolean> {
    const now = this.clock.now();
    const mine = { token: this.token, leaseUntil: new Date(now.getTime() + ms) };
    const kept = await manager
      .createQueryBuilder()
      .update(WorkerLease)
      .set(mine)
      .where({ id })
      .andWhere('(token = :token OR lease_until < :now)', { token: this.token, now })
      .execute();
    if (kept.affected === 1) return true;
    if (await manager.existsBy(WorkerLease, { id })) return false;
    try {
      await manager.insert(WorkerLease, { id, ...mine });
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }
}
