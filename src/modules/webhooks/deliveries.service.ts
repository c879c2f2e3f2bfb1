import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { isId } from '../../kernel/ids';
import { afterCommit } from '../../platform/database/connection/after-commit';
import { conditionsOf, type ListQuery, type Page, requireSort } from '../../platform/database/lists/listing';
import { matching, readPage } from '../../platform/database/lists/page-reader';
import { Transactions } from '../../platform/database/connection/transactions';
import { insertRows } from '../../platform/database/rows/row-reader';
import { EventRow } from '../../platform/events/event.entity';
import { typePatterns } from '../../platform/events/type-patterns';
import { JobQueue } from '../../platform/queue/job-queue.port';
import { deliveryListing } from './data/delivery.listing';
import { deliveryJobs, dueNow } from './fan-out/fan-out';
import { NewDeliveries } from './fan-out/new-deliveries';
import { Lanes } from './lanes/lanes';
import { WebhookAttempt } from './data/webhook-attempt.entity';
import { WebhookDelivery } from './data/webhook-delivery.entity';
import { type Webhook } from './data/webhook.entity';
import {
  attemptRecord,
  deliveryRecord,
  type DeliveryRecord,
  type DeliveryWithAttemptsRecord,
  MAX_ATTEMPTS,
} from './delivery.record';
import { PING } from './domain/webhook-body';
import { DeliveryNotFound, EventGone, EventWithheld, WebhookDisabled } from './webhooks.errors';
import { DELIVERIES_QUEUE } from './webhook-queues';
import { WebhooksService } from './webhooks.service';

/** Reads the deliveries of a webhook and sends them again (webhooks.md 15). */
@Injectable()
export class DeliveriesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly webhooks: WebhooksService,
    private readonly newDeliveries: NewDeliveries,
    private readonly lanes: Lanes,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  /** Deliveries of a webhook; they may lag. @throws WebhookNotFound, ValidationFailed when since is no instant */
  async page(webhookId: string, list: ListQuery): Promise<Page<DeliveryRecord>> {
    await this.webhooks.row(this.transactions.manager, webhookId);
    requireSort(deliveryListing, list);
    const { filters, conditions: types } = typePatterns(list.filters, this.webhooks.deliveredTypes());
    const conditions = conditionsOf(deliveryListing, filters);
    if (conditions === undefined) return { rows: [], total: 0 };
    const where = [{ webhookId }, ...types, ...conditions];
    const page = await this.transactions.readLagging((manager) =>
      readPage(manager, matching<WebhookDelivery>(manager, WebhookDelivery, where), deliveryListing, list),
    );
    return { total: page.total, rows: page.rows.map((row) => this.record(row)) };
  }

  /** @throws WebhookNotFound, DeliveryNotFound */
  async get(webhookId: string, id: string): Promise<DeliveryWithAttemptsRecord> {
    const { manager } = this.transactions;
    await this.webhooks.row(manager, webhookId);
    const delivery = await this.row(manager, webhookId, id);
    const newest = { where: { deliveryId: id }, order: { id: 'DESC' }, take: MAX_ATTEMPTS } as const;
    const attempts = await manager.find(WebhookAttempt, newest);
    return { ...this.record(delivery), attempts: attempts.reverse().map(attemptRecord) };
  }

  /**
   * Sends a delivery again from the first step of the schedule, with the same `webhook-id` and the same bytes. A pending
   * delivery becomes due at once. One whose attempt is under way stays with its worker. On an ordered webhook it takes its turn.
   * @throws WebhookNotFound, DeliveryNotFound, WebhookDisabled, EventGone, EventWithheld
   */
  resend(webhookId: string, id: string): Promise<DeliveryRecord> {
    return this.transactions.run(async (tx) => {
      const webhook = requireEnabled(await this.webhooks.lock(tx, webhookId));
      const delivery = await this.row(tx, webhookId, id);
      if (delivery.type !== PING) await this.requireSendable(tx, webhook, delivery);
      const now = this.clock.now();
      await tx
        .createQueryBuilder()
        .update(WebhookDelivery)
        .set(dueNow(now))
        .where({ id })
        .andWhere('(lease_until IS NULL OR lease_until < :now)', { now })
        .execute();
      if (webhook.ordered === true) await this.lanes.join(tx, [id]);
      this.queueJobs(tx, [delivery]);
      return this.record(await this.row(tx, webhookId, id));
    });
  }

  /** Sends a test request like any delivery. @throws WebhookNotFound, WebhookDisabled */
  ping(webhookId: string): Promise<DeliveryRecord> {
    return this.transactions.run(async (tx) => {
      const webhook = requireEnabled(await this.webhooks.row(tx, webhookId));
      const delivery = this.newDeliveries.makePing(webhook);
      await insertRows(tx, WebhookDelivery, [delivery]);
      this.queueJobs(tx, [delivery]);
      return this.record(delivery);
    });
  }

  /** @throws EventGone, EventWithheld */
  private async requireSendable(tx: EntityManager, webhook: Webhook, { eventId }: WebhookDelivery): Promise<void> {
    const select = { id: true, type: true, object: true };
    const event = await tx.findOne(EventRow, { select, where: { id: eventId } });
    if (event === null) throw new EventGone();
    if (!this.webhooks.mayReceive(webhook, event)) throw new EventWithheld();
  }

  private record(delivery: WebhookDelivery): DeliveryRecord {
    return deliveryRecord(delivery, this.webhooks.steps);
  }

  private queueJobs(tx: EntityManager, deliveries: readonly WebhookDelivery[]): void {
    afterCommit(tx, () => this.queue.add(DELIVERIES_QUEUE, deliveryJobs(deliveries)));
  }

  private async row(manager: EntityManager, webhookId: string, id: string): Promise<WebhookDelivery> {
    const delivery = isId(id) ? await manager.findOneBy(WebhookDelivery, { id, webhookId }) : null;
    if (delivery === null) throw new DeliveryNotFound();
    return delivery;
  }
}

/** @throws WebhookDisabled */
function requireEnabled(webhook: Webhook): Webhook {
  if (!webhook.enabled) throw new WebhookDisabled();
  return webhook;
}
