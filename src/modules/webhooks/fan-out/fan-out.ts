import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { Clock } from '../../../kernel/clock';
import { IdGenerator } from '../../../kernel/ids';
import { afterCommit } from '../../../platform/database/connection/after-commit';
import { Transactions } from '../../../platform/database/connection/transactions';
import { insertRows } from '../../../platform/database/rows/row-reader';
import { EventRow } from '../../../platform/events/event.entity';
import { StoreObjects } from '../../../platform/events/store-objects';
import { JobQueue, type Job } from '../../../platform/queue/job-queue.port';
import { type Span, Tracing } from '../../../platform/tracing/tracing';
import { existedAt, isEligible, subscribes } from '../domain/eligibility';
import { DELIVERIES_QUEUE, EVENTS_QUEUE } from '../webhook-queues';
import { type Finder, processing, queueing } from '../webhook-spans';
import { WebhookDelivery } from '../data/webhook-delivery.entity';
import { Webhook } from '../data/webhook.entity';

/** Deliveries in one job: few enough that several workers share a burst. */
const IDS_A_JOB = 16;

/** Deliveries created in one transaction, unless one event has more: a second's work, and a few megabytes. */
const DELIVERIES_AT_ONCE = 10_000;

type Event = Pick<EventRow, 'id' | 'type' | 'object' | 'objectId' | 'event' | 'occurredAt' | 'epoch' | 'traceParent'>;

interface FannedOut {
  readonly events: readonly Event[];
  readonly deliveries: readonly WebhookDelivery[];
  /** Ids of the events left for the next transaction. */
  readonly left: readonly string[];
}

/** Creates the deliveries of events (webhooks.md 8). */
@Injectable()
export class FanOut {
  constructor(
    private readonly transactions: Transactions,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    private readonly queue: JobQueue,
    private readonly tracing: Tracing,
    private readonly objects: StoreObjects,
  ) {}

  /**
   * Creates one delivery for each of these events and each enabled webhook that is eligible for it. Skips events that
   * are done and those another worker holds.
   */
  async fanOut(eventIds: readonly string[], finder: Finder = 'job'): Promise<void> {
    await this.tracing.run(processing(EVENTS_QUEUE, eventIds.length, finder), async (batch) => {
      for (let left = eventIds; left.length > 0;) {
        const startedAt = this.clock.now();
        const done = await this.createDeliveries(left);
        if (this.tracing.isOn) this.trace(batch, done, startedAt);
        left = done.left;
      }
    });
  }

  private createDeliveries(eventIds: readonly string[]): Promise<FannedOut> {
    return this.transactions.run(async (tx) => {
      const found = await this.lock(tx, eventIds);
      if (found.length === 0) return { events: [], deliveries: [], left: [] };
      const webhooks = await tx.findBy(Webhook, { enabled: true });
      const { events, deliveries } = this.fitting(found, webhooks);
      await insertRows(tx, WebhookDelivery, deliveries);
      await this.objects.consumers.consume(tx, events);
      const ids = events.map(({ id }) => id);
      await tx
        .createQueryBuilder()
        .update(EventRow)
        .set({ fannedOutAt: this.clock.now() })
        .where('id IN (:...ids)', { ids })
        .execute();
      if (deliveries.length > 0) afterCommit(tx, () => this.queueJobs(deliveries));
      return { events, deliveries, left: found.slice(events.length).map(({ id }) => id) };
    });
  }

  /** Returns the deliveries of as many events, from the first on, as one transaction may hold; of one at least. */
  private fitting(found: readonly Event[], webhooks: readonly Webhook[]): Omit<FannedOut, 'left'> {
    const events: Event[] = [];
    const deliveries: WebhookDelivery[] = [];
    // Asked once a type: a batch of events times a thousand webhooks would take seconds.
    const subscribers = new Map<string, readonly Webhook[]>();
    for (const event of found) {
      const key = `${event.object} ${event.event} ${event.type}`;
      const ofType = subscribers.get(key) ?? this.subscribersOf(webhooks, event);
      subscribers.set(key, ofType);
      const eligible = ofType.filter((webhook) => existedAt(webhook, event));
      if (events.length > 0 && deliveries.length + eligible.length > DELIVERIES_AT_ONCE) break;
      events.push(event);
      for (const webhook of eligible) deliveries.push(this.newDelivery(event, webhook));
    }
    return { events, deliveries };
  }

  private subscribersOf(webhooks: readonly Webhook[], event: Event): Webhook[] {
    const audience = this.objects.audienceOf(event.object, event.type);
    return webhooks.filter((webhook) => subscribes(webhook, event, audience));
  }

  /** Whether a webhook receives an event: it existed at the commit, selects the event and may read its object. */
  isEligible(webhook: Webhook, event: Omit<Event, 'traceParent' | 'objectId'>): boolean {
    return isEligible(webhook, event, this.objects.audienceOf(event.object, event.type));
  }

  private queueJobs(deliveries: readonly WebhookDelivery[]): void {
    const span = this.tracing.start(queueing(DELIVERIES_QUEUE, deliveries.length));
    this.queue.add(DELIVERIES_QUEUE, deliveryJobs(deliveries));
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

  /** Counts the events that have not been fanned out. */
  countWaiting(): Promise<number> {
    return this.transactions.manager.countBy(EventRow, { fannedOutAt: IsNull() });
  }

  /** Returns ids of events that have not been fanned out, oldest first. */
  async nextWaiting(limit: number): Promise<string[]> {
    const rows = await this.transactions.manager.find(EventRow, {
      select: { id: true },
      where: { fannedOutAt: IsNull() },
      order: { id: 'ASC' },
      take: limit,
    });
    return rows.map(({ id }) => id);
  }

  /** Returns a new delivery, due now, not yet inserted. */
  newDelivery(
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
      .select(
        ['id', 'type', 'object', 'objectId', 'event', 'occurredAt', 'epoch', 'traceParent'].map(
          (name) => `event.${name}`,
        ),
      )
      .where('event.id IN (:...eventIds) AND event.fannedOutAt IS NULL', { eventIds })
      .orderBy('event.id', 'ASC');
    if (!this.transactions.isEmbedded) query.setLock('pessimistic_write').setOnLocked('skip_locked');
    return query.getMany();
  }
}

/** Returns the changes that make a delivery due now, from the first step of the schedule. */
export function dueNow(now: Date) {
  const free = { leaseToken: null, leaseUntil: null, lostLeases: 0 };
  return { state: 'pending', tries: 0, error: null, dueAt: now, updatedAt: now, ...free } as const;
}

/** Returns the jobs for these deliveries, each for one webhook. */
export function deliveryJobs(deliveries: readonly Pick<WebhookDelivery, 'id' | 'webhookId'>[]): Job[] {
  const idsOf = new Map<string, string[]>();
  for (const { id, webhookId } of deliveries) {
    const ids = idsOf.get(webhookId);
    if (ids === undefined) idsOf.set(webhookId, [id]);
    else ids.push(id);
  }
  return [...idsOf].flatMap(([of, all]) => {
    const jobs: Job[] = [];
    for (let i = 0; i < all.length; i += IDS_A_JOB) {
      const ids = all.slice(i, i + IDS_A_JOB);
      jobs.push({ id: ids[0] ?? '', of, ids });
    }
    return jobs;
  });
}
