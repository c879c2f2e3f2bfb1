import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { Clock } from '../../../kernel/clock';
import { IdGenerator } from '../../../kernel/ids';
import { afterCommit } from '../../../platform/database/after-commit';
import { Transactions } from '../../../platform/database/transactions';
import { insertRows } from '../../../platform/database/row-reader';
import { EventRow } from '../../../platform/events/event.entity';
import { JobQueue, type WakeUp } from '../../../platform/queue/job-queue.port';
import { type Span, Tracing } from '../../../platform/tracing/tracing';
import { selectsEvent } from '../domain/event-pattern';
import { DELIVERIES_QUEUE, EVENTS_QUEUE } from '../webhook-queues';
import { type Finder, processing, wakingUp } from '../webhook-spans';
import { WebhookDelivery } from './webhook-delivery.entity';
import { Webhook } from './webhook.entity';

/** Deliveries a wake-up names: few enough that several workers share an avalanche. */
const IDS_A_WAKE_UP = 16;

/** Deliveries of a transaction, unless one event has more: a second's work, and a few megabytes. */
const DELIVERIES_AT_ONCE = 10_000;

type Event = Pick<EventRow, 'id' | 'type' | 'event' | 'occurredAt' | 'traceParent'>;

interface FannedOut {
  readonly events: readonly Event[];
  readonly deliveries: readonly WebhookDelivery[];
  /** Ids of the events that were too many for the transaction. */
  readonly left: readonly string[];
}

/** Turns events into deliveries (webhooks.md 8). */
@Injectable()
export class FanOut {
  constructor(
    private readonly transactions: Transactions,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    private readonly queue: JobQueue,
    private readonly tracing: Tracing,
  ) {}

  /**
   * Writes one delivery for each of these events and each enabled webhook that selects it and existed when it happened.
   * Events that are done, or in the hands of another worker, are passed over.
   */
  async run(eventIds: readonly string[], finder: Finder = 'wake-up'): Promise<void> {
    await this.tracing.run(processing(EVENTS_QUEUE, eventIds.length, finder), async (batch) => {
      for (let left = eventIds; left.length > 0;) {
        const startedAt = this.clock.now();
        const done = await this.write(left);
        if (this.tracing.isOn) this.trace(batch, done, startedAt);
        left = done.left;
      }
    });
  }

  private write(eventIds: readonly string[]): Promise<FannedOut> {
    return this.transactions.run(async (tx) => {
      const found = await this.lock(tx, eventIds);
      if (found.length === 0) return { events: [], deliveries: [], left: [] };
      const webhooks = await tx.findBy(Webhook, { enabled: true });
      const { events, deliveries } = this.fitting(found, webhooks);
      await insertRows(tx, WebhookDelivery, deliveries);
      const ids = events.map(({ id }) => id);
      await tx
        .createQueryBuilder()
        .update(EventRow)
        .set({ fannedOutAt: this.clock.now() })
        .where('id IN (:...ids)', { ids })
        .execute();
      if (deliveries.length > 0) afterCommit(tx, () => this.wake(deliveries));
      return { events, deliveries, left: found.slice(events.length).map(({ id }) => id) };
    });
  }

  /** As many of the events, from the first on, as a transaction may have deliveries; one at least. */
  private fitting(found: readonly Event[], webhooks: readonly Webhook[]): Omit<FannedOut, 'left'> {
    const events: Event[] = [];
    const deliveries: WebhookDelivery[] = [];
    for (const event of found) {
      const told = webhooks.filter((hook) => hook.createdAt <= event.occurredAt && selectsEvent(hook, event));
      if (events.length > 0 && deliveries.length + told.length > DELIVERIES_AT_ONCE) break;
      events.push(event);
      for (const webhook of told) deliveries.push(this.delivery(event, webhook));
    }
    return { events, deliveries };
  }

  private wake(deliveries: readonly WebhookDelivery[]): void {
    const span = this.tracing.start(wakingUp(DELIVERIES_QUEUE, deliveries.length));
    this.queue.tell(DELIVERIES_QUEUE, wakeUpsOf(deliveries));
    span.end();
  }

  /** A span in the trace of each event, and links both ways between those and the batch. */
  private trace(batch: Span, { events, deliveries }: FannedOut, startedAt: Date): void {
    for (const { id, type, traceParent } of events) {
      if (traceParent === null) continue;
      batch.link(traceParent);
      const count = deliveries.filter(({ eventId }) => eventId === id).length;
      const attributes = { 'storekeeper.event.type': type, 'storekeeper.event.deliveries': count };
      const links = batch.traceParent === null ? [] : [batch.traceParent];
      this.tracing
        .start({ name: 'fan out', kind: 'internal', parent: traceParent, links, attributes, startedAt })
        .end();
    }
  }

  /** How many events have not been fanned out. */
  count(): Promise<number> {
    return this.transactions.manager.countBy(EventRow, { fannedOutAt: IsNull() });
  }

  /** Ids of events that have not been fanned out, oldest first. */
  async waiting(limit: number): Promise<string[]> {
    const rows = await this.transactions.manager.find(EventRow, {
      select: { id: true },
      where: { fannedOutAt: IsNull() },
      order: { id: 'ASC' },
      take: limit,
    });
    return rows.map(({ id }) => id);
  }

  /** A delivery that is due now. */
  delivery(
    event: Pick<Event, 'id' | 'type' | 'occurredAt'>,
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

  private lock(tx: EntityManager, eventIds: readonly string[]): Promise<Event[]> {
    const query = tx
      .createQueryBuilder(EventRow, 'event')
      .select(['event.id', 'event.type', 'event.event', 'event.occurredAt', 'event.traceParent'])
      .where('event.id IN (:...eventIds) AND event.fannedOutAt IS NULL', { eventIds })
      .orderBy('event.id', 'ASC');
    if (!this.transactions.isEmbedded) query.setLock('pessimistic_write').setOnLocked('skip_locked');
    return query.getMany();
  }
}

/** The changes that make a delivery due now, from the first step of the schedule. */
export function dueNow(now: Date) {
  const free = { leaseToken: null, leaseUntil: null, lostLeases: 0 };
  return { state: 'pending', tries: 0, error: null, dueAt: now, updatedAt: now, ...free } as const;
}

/** Wake-ups that name these deliveries, a webhook's by themselves. */
export function wakeUpsOf(deliveries: readonly Pick<WebhookDelivery, 'id' | 'webhookId'>[]): WakeUp[] {
  const idsOf = new Map<string, string[]>();
  for (const { id, webhookId } of deliveries) idsOf.set(webhookId, [...(idsOf.get(webhookId) ?? []), id]);
  return [...idsOf].flatMap(([of, all]) => {
    const wakeUps: WakeUp[] = [];
    for (let i = 0; i < all.length; i += IDS_A_WAKE_UP) {
      const ids = all.slice(i, i + IDS_A_WAKE_UP);
      wakeUps.push({ id: ids[0] ?? '', of, ids });
    }
    return wakeUps;
  });
}
