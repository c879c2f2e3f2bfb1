import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../../kernel/clock';
import { IdGenerator } from '../../../kernel/ids';
import { insertRows } from '../../../platform/database/rows/row-reader';
import { type SequencedEvent } from '../../../platform/events/event-sequence';
import { WebhookDelivery } from '../data/webhook-delivery.entity';
import { type Webhook } from '../data/webhook.entity';
import { PING } from '../domain/webhook-body';
import { Lanes, type Told } from '../lanes/lanes';

/** Makes and adds deliveries. */
@Injectable()
export class NewDeliveries {
  constructor(
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    private readonly lanes: Lanes,
  ) {}

  /** Returns a new delivery, due now, not yet inserted. */
  make(
    event: Pick<SequencedEvent, 'id' | 'type' | 'occurredAt'>,
    webhook: Pick<Webhook, 'id' | 'contentType'>,
  ): WebhookDelivery {
    const now = this.clock.now();
    return Object.assign(new WebhookDelivery(), {
      id: this.ids.next(),
      webhookId: webhook.id,
      eventId: event.id,
      type: event.type,
      occurredAt: event.occurredAt,
      contentType: webhook.contentType,
      state: 'pending' as const,
      tries: 0,
      attempts: 0,
      isRetry: false,
      dueAt: now,
      leaseToken: null,
      leaseUntil: null,
      lostLeases: 0,
      error: null,
      createdAt: now,
      updatedAt: now,
    });
  }

  /** Returns a delivery of a ping, which has an id of its own. */
  makePing(webhook: Pick<Webhook, 'id' | 'contentType'>): WebhookDelivery {
    return this.make({ id: this.ids.nextUuid(), type: PING, occurredAt: this.clock.now() }, webhook);
  }

  /**
   * Inserts the deliveries of fan-out.
   * @param ordered those of ordered webhooks @returns those that are due
   */
  async add(
    tx: EntityManager,
    deliveries: readonly WebhookDelivery[],
    ordered: readonly Told[],
  ): Promise<WebhookDelivery[]> {
    await this.lanes.follow(tx, ordered);
    await insertRows(tx, WebhookDelivery, deliveries);
    return deliveries.filter(({ dueAt }) => dueAt !== null);
  }
}
