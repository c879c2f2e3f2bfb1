import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { randomToken } from '../../kernel/ids';
import { isDuplicate } from '../database/driver-faults';
import { Transactions } from '../database/transactions';
import { WorkerLease } from './worker-lease.entity';

/** Gives duties to one worker at a time, through the database that all of them share. */
@Injectable()
export class WorkerDuty {
  private readonly token = randomToken(16);

  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * Takes a duty, or keeps it.
   * @param ms how long it stays with this worker should it vanish
   * @returns whether it is this worker's for that long
   */
  hold(id: string, ms: number): Promise<boolean> {
    return this.transactions.repeatable((manager) => this.take(manager, id, ms));
  }

  /** Lets another worker take the duty at once. */
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
