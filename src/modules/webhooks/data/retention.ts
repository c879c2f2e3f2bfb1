import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { firstIdAt } from '../../../kernel/ids';
import { Transactions } from '../../../platform/database/transactions';
import { EventRow } from '../../../platform/events/event.entity';
import { WebhookAttempt } from './webhook-attempt.entity';
import { WebhookDelivery } from './webhook-delivery.entity';

/** Rows of a batch: few enough that no request waits for it. */
const BATCH = 500;

/** Removes what is old: deliveries that have ended with their attempts, then events nobody has to be told of any more. */
@Injectable()
export class Retention {
  constructor(private readonly transactions: Transactions) {}

  /** One batch of each. @returns whether there may be more */
  async purge(before: Date): Promise<boolean> {
    const deliveries = await this.transactions.run((tx) => this.purgeDeliveries(tx, before));
    const events = await this.transactions.run((tx) => this.purgeEvents(tx, before));
    return deliveries === BATCH || events === BATCH;
  }

  private async purgeDeliveries(tx: EntityManager, before: Date): Promise<number> {
    const old = await tx
      .createQueryBuilder(WebhookDelivery, 'delivery')
      .select('delivery.id')
      .where(`delivery.id < :id AND delivery.state <> 'pending'`, { id: firstIdAt(before) })
      .orderBy('delivery.id', 'ASC')
      .limit(BATCH)
      .getMany();
    const ids = old.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await tx.delete(WebhookAttempt, { deliveryId: In(ids) });
    await tx.delete(WebhookDelivery, { id: In(ids) });
    return ids.length;
  }

  private async purgeEvents(tx: EntityManager, before: Date): Promise<number> {
    const old = await tx
      .createQueryBuilder(EventRow, 'event')
      .select('event.id')
      .where('event.occurredAt < :before AND event.fannedOutAt IS NOT NULL', { before })
      .andWhere((query) => {
        const waiting = query
          .subQuery()
          .select('1')
          .from(WebhookDelivery, 'delivery')
          .where(`delivery.eventId = event.id AND delivery.state = 'pending'`);
        return `NOT EXISTS ${waiting.getQuery()}`;
      })
      .orderBy('event.occurredAt', 'ASC')
      .limit(BATCH)
      .getMany();
    if (old.length > 0) await tx.delete(EventRow, { id: In(old.map(({ id }) => id)) });
    return old.length;
  }
}
