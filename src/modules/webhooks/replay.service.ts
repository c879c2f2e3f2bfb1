import { Injectable } from '@nestjs/common';
import { Between, type EntityManager, In, MoreThan, Not } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { ValidationFailed } from '../../kernel/errors';
import { afterCommit } from '../../platform/database/after-commit';
import { Transactions } from '../../platform/database/transactions';
import { insertRows } from '../../platform/database/row-reader';
import { EventRow } from '../../platform/events/event.entity';
import { JobQueue } from '../../platform/queue/job-queue.port';
import { dueNow, FanOut } from './data/fan-out';
import { WebhookDelivery } from './data/webhook-delivery.entity';
import { type Webhook } from './data/webhook.entity';
import { type ReplayRecord } from './delivery.record';
import { type DeliveryState } from './domain/delivery-state';
import { selectsEvent } from './domain/event-pattern';
import { PING } from './domain/webhook-body';
import { DELIVERIES_QUEUE } from './webhook-queues';
import { WebhookDisabled } from './webhooks.errors';
import { WebhooksService } from './webhooks.service';

/** Deliveries one replay sets in motion (webhooks.md 15). */
const MAX_REPLAYED = 10_000;
/** Ids of an IN list, and events held in memory at once. */
const CHUNK = 500;

/** Which deliveries to send again: of events from `since` on and before `until`. */
export interface Replay {
  readonly since: Date;
  readonly until: Date | null;
  /** Null: every delivery that has ended, and events it was not told of, e.g. while it was disabled. */
  readonly state: Exclude<DeliveryState, 'pending'> | null;
}

/** Sends the past again, oldest first and at the webhook's own pace. */
@Injectable()
export class ReplayService {
  constructor(
    private readonly transactions: Transactions,
    private readonly webhooks: WebhooksService,
    private readonly fanOut: FanOut,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  /** @throws WebhookNotFound, WebhookDisabled, ValidationFailed when until is not after since */
  replay(webhookId: string, { since, until, state }: Replay): Promise<ReplayRecord> {
    const end = until ?? this.clock.now();
    if (until !== null && until <= since) throw ValidationFailed.of('until', 'must be after since');
    // Both ends of BETWEEN belong to it, but `until` does not.
    const within = Between(since, until === null ? end : new Date(end.getTime() - 1));
    return this.transactions.run(async (tx) => {
      const webhook = await this.webhooks.row(tx, webhookId);
      if (!webhook.enabled) throw new WebhookDisabled();
      const again = await this.sendAgain(tx, webhook, within, state);
      const missed =
        state === null && !again.has_more ? await this.sendMissed(tx, webhook, within, again.replayed) : again;
      afterCommit(tx, () => this.queue.tell(DELIVERIES_QUEUE, [{ id: `nudge-${webhookId}`, of: webhookId, ids: [] }]));
      return missed;
    });
  }

  private async sendAgain(
    tx: EntityManager,
    webhook: Webhook,
    within: ReturnType<typeof Between<Date>>,
    state: Replay['state'],
  ): Promise<ReplayRecord> {
    const found = await tx.find(WebhookDelivery, {
      select: { id: true, eventId: true, type: true },
      where: { webhookId: webhook.id, occurredAt: within, state: state ?? Not('pending') },
      order: { id: 'ASC' },
      take: MAX_REPLAYED + 1,
    });
    const rows = found.slice(0, MAX_REPLAYED);
    const changes = dueNow(this.clock.now());
    let replayed = 0;
    for (const chunk of chunks(rows)) {
      const kept = new Set(await this.keptEvents(tx, chunk));
      const ids = chunk.filter(({ eventId, type }) => type === PING || kept.has(eventId)).map(({ id }) => id);
      if (ids.length === 0) continue;
      await tx.update(WebhookDelivery, { id: In(ids) }, changes);
      replayed += ids.length;
    }
    return { replayed, has_more: found.length > MAX_REPLAYED };
  }

  private async keptEvents(tx: EntityManager, rows: readonly WebhookDelivery[]): Promise<string[]> {
    const events = await tx.find(EventRow, { select: { id: true }, where: { id: In(rows.map((row) => row.eventId)) } });
    return events.map(({ id }) => id);
  }

  /** Tells of events that the webhook selects and has no delivery of, a batch in memory at a time. */
  private async sendMissed(
    tx: EntityManager,
    webhook: Webhook,
    within: ReturnType<typeof Between<Date>>,
    before: number,
  ): Promise<ReplayRecord> {
    let replayed = before;
    for (let last: string | undefined = ''; last !== undefined;) {
      const events = await this.missedEvents(tx, webhook, within, last);
      const selected = events.filter((event) => selectsEvent(webhook, event));
      const room = MAX_REPLAYED - replayed;
      const missed = selected.slice(0, room).map((event) => this.fanOut.delivery(event, webhook));
      await insertRows(tx, WebhookDelivery, missed);
      replayed += missed.length;
      if (selected.length > room) return { replayed, has_more: true };
      last = events.at(-1)?.id;
    }
    return { replayed, has_more: false };
  }

  /** The next events since the webhook exists of which it has no delivery, in the order of their ids. */
  private missedEvents(
    tx: EntityManager,
    webhook: Webhook,
    within: ReturnType<typeof Between<Date>>,
    after: string,
  ): Promise<EventRow[]> {
    return tx
      .createQueryBuilder(EventRow, 'event')
      .select(['event.id', 'event.type', 'event.event', 'event.occurredAt'])
      .where({ occurredAt: within, id: MoreThan(after) })
      .andWhere('event.occurredAt >= :born AND event.fannedOutAt IS NOT NULL', { born: webhook.createdAt })
      .andWhere((query) => {
        const told = query
          .subQuery()
          .select('1')
          .from(WebhookDelivery, 'delivery')
          .where('delivery.eventId = event.id AND delivery.webhookId = :webhookId', { webhookId: webhook.id });
        return `NOT EXISTS ${told.getQuery()}`;
      })
      .setParameters({ webhookId: webhook.id })
      .orderBy('event.id', 'ASC')
      .limit(CHUNK)
      .getMany();
  }
}

function* chunks<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let i = 0; i < rows.length; i += CHUNK) yield rows.slice(i, i + CHUNK);
}
