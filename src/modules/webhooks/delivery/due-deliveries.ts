import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock';
import { Transactions } from '../../../platform/database/connection/transactions';
import { storedTime } from '../../../platform/database/rows/stored-time';
import { WebhookDelivery } from '../data/webhook-delivery.entity';

/** Ids of a webhook's deliveries that are due and not under way. */
export interface DueIds {
  /** Never attempted. */
  readonly first: string[];
  readonly retries: string[];
}

/** The due deliveries of all webhooks at one moment. */
export interface Backlog {
  readonly webhookIds: string[];
  readonly pending: number;
  readonly oldest: Date | null;
}

const FREE = '(delivery.leaseUntil IS NULL OR delivery.leaseUntil < :now)';

/** Reads due deliveries from the database. */
@Injectable()
export class DueDeliveries {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** Returns the next deliveries of a webhook: first tries before retries, those due longest before others. */
  async nextOf(webhookId: string, limit: number): Promise<DueIds> {
    const first = await this.ids(webhookId, false, limit);
    const retries = first.length < limit ? await this.ids(webhookId, true, limit - first.length) : [];
    return { first, retries };
  }

  /** Returns the webhooks with due deliveries that no worker owns, how many these are and how long they have been due. */
  async backlog(): Promise<Backlog> {
    const rows = await this.transactions.manager
      .createQueryBuilder(WebhookDelivery, 'delivery')
      .select('delivery.webhookId', 'webhookId')
      .addSelect('COUNT(*)', 'pending')
      .addSelect('MIN(delivery.dueAt)', 'oldest')
      .where(`delivery.state = 'pending' AND delivery.dueAt <= :now AND ${FREE}`, { now: this.clock.now() })
      .groupBy('delivery.webhookId')
      .getRawMany<{ webhookId: string; pending: string | number; oldest: Date | string }>();
    const times = rows.map(({ oldest }) =>
      oldest instanceof Date ? oldest : new Date(`${oldest.replace(' ', 'T')}Z`),
    );
    return {
      webhookIds: rows.map(({ webhookId }) => webhookId),
      pending: rows.reduce((sum, { pending }) => sum + Number(pending), 0),
      oldest: times.reduce<Date | null>((least, time) => (least === null || time < least ? time : least), null),
    };
  }

  /** Whether a sweep may find anything, in one statement: an idle store is asked nothing else. */
  async isAny(): Promise<boolean> {
    const { manager } = this.transactions;
    const sql = `SELECT EXISTS (SELECT 1 FROM events WHERE position IS NULL)
      OR EXISTS (SELECT 1 FROM webhook_deliveries WHERE state = 'pending' AND due_at <= ?)
      OR EXISTS (SELECT 1 FROM webhook_lanes) AS found`;
    const [row] = await manager.query<{ found: unknown }[]>(sql, [storedTime(manager, this.clock.now())]);
    return Number(row?.found) === 1;
  }

  private async ids(webhookId: string, isRetry: boolean, limit: number): Promise<string[]> {
    const rows = await this.transactions.manager
      .createQueryBuilder(WebhookDelivery, 'delivery')
      .select('delivery.id', 'id')
      .where({ webhookId, state: 'pending', isRetry })
      .andWhere(`delivery.dueAt <= :now AND ${FREE}`, { now: this.clock.now() })
      .orderBy('delivery.dueAt', 'ASC')
      .limit(limit)
      .getRawMany<{ id: string | number }>();
    return rows.map(({ id }) => String(id));
  }
}
