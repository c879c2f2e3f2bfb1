import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../../kernel/clock';
import { CONFIG, type Config } from '../../../platform/config/config';
import { isDuplicate } from '../../../platform/database/driver-faults';
import { Transactions } from '../../../platform/database/transactions';
import { leaseToken } from './lease';
import { WorkerLease } from './worker-lease.entity';

/** How long a duty stays with a worker that vanished: a part of the time that its deliveries do, 10 s of 60 s. */
const DUTY_OF_LEASE = 1 / 6;
/** Longer than it takes until the duty is next done and held again. */
const SHORTEST_DUTY_MS = 3_000;

/** Gives duties to one worker at a time, through the database that all of them share. */
@Injectable()
export class WorkerDuty {
  private readonly token = leaseToken();
  private readonly dutyMs: number;

  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    @Inject(CONFIG) { webhooks }: Config,
  ) {
    this.dutyMs = Math.max(SHORTEST_DUTY_MS, webhooks.leaseSeconds * 1000 * DUTY_OF_LEASE);
  }

  /** Takes a duty, or keeps it. @returns whether it is this worker's for the next seconds */
  hold(id: string): Promise<boolean> {
    return this.transactions.repeatable((manager) => this.take(manager, id));
  }

  /** Lets another worker take the duty at once. */
  async release(id: string): Promise<void> {
    const mine = { id, token: this.token };
    await this.transactions.repeatable((manager) => manager.update(WorkerLease, mine, { leaseUntil: new Date(0) }));
  }

  private async take(manager: EntityManager, id: string): Promise<boolean> {
    const now = this.clock.now();
    const mine = { token: this.token, leaseUntil: new Date(now.getTime() + this.dutyMs) };
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
