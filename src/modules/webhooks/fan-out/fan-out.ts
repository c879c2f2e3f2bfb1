import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Clock } from '../../../kernel/clock';
import { afterCommit } from '../../../platform/database/connection/after-commit';
import { Transactions } from '../../../platform/database/connection/transactions';
import { EventRow } from '../../../platform/events/event.entity';
import { lockSequence, readUnsequenced, sequence, type SequencedEvent } from '../../../platform/events/event-sequence';
import { StoreObjects } from '../../../platform/events/store-objects';
import { JobQueue, type Job } from '../../../platform/queue/job-queue.port';
import { type Span, Tracing } from '../../../platform/tracing/tracing';
import { existedAt, isEligible, type OfferedEvent, subscribes } from '../domain/eligibility';
import { DELIVERIES_QUEUE, EVENTS_QUEUE } from '../webhook-queues';
import { type Finder, processing, queueing } from '../webhook-spans';
import { type WebhookDelivery } from '../data/webhook-delivery.entity';
import { type Webhook } from '../data/webhook.entity';
import { type Told } from '../lanes/lanes';
import { NewDeliveries } from './new-deliveries';
import { type Subscription, Subscriptions } from './subscriptions';

/** Deliveries in one job: few enough that several workers share a burst. */
const IDS_A_JOB = 16;

/** Deliveries created in one transaction, unless one event has more: a second's work, and a few megabytes. */
const DELIVERIES_AT_ONCE = 10_000;

/** Events that get their position in one transaction: its locks last some milliseconds. */
const EVENTS_AT_ONCE = 200;

interface FannedOut {
  readonly events: readonly SequencedEvent[];
  readonly deliveries: readonly WebhookDelivery[];
  /** Those of ordered webhooks. */
  readonly ordered: readonly Told[];
  /** Whether there may be more that wait. */
  readonly isMore: boolean;
}

/** Creates the deliveries of events (webhooks.md 8). */
@Injectable()
export class FanOut {
  private readonly subscriptions: Subscriptions;

  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly queue: JobQueue,
    private readonly tracing: Tracing,
    private readonly objects: StoreObjects,
    private readonly newDeliveries: NewDeliveries,
  ) {
    this.subscriptions = new Subscriptions(objects);
  }

  /**
   * Gives every committed event its position in the feed, and creates one delivery for each enabled webhook that is eligible
   * for it. One process at a time does so (events.md 7): others wait for its transaction, and then find less to do.
   * @param isStopped asked after each transaction: true leaves the rest
   */
  async fanOut(isStopped: () => boolean = () => false): Promise<void> {
    while ((await this.fanOutBatch()) && !isStopped());
  }

  /** {@link fanOut} of at most 200 events, in one transaction. @returns whether there may be more */
  fanOutBatch(finder: Finder = 'job'): Promise<boolean> {
    return this.tracing.run(processing(EVENTS_QUEUE, finder), async (batch) => {
      const startedAt = this.clock.now();
      const done = await this.createDeliveries();
      batch.set({ 'messaging.batch.message_count': done.events.length });
      if (this.tracing.isOn) this.trace(batch, done, startedAt);
      return done.isMore;
    });
  }

  private createDeliveries(): Promise<FannedOut> {
    return this.transactions.run(async (tx) => {
      const { last, revision } = await lockSequence(tx);
      const found = await readUnsequenced(tx, EVENTS_AT_ONCE);
      if (found.length === 0) return { events: [], deliveries: [], ordered: [], isMore: false };
      const told = this.fitting(found, await this.subscriptions.of(tx, found, revision));
      const { events, deliveries, ordered } = told;
      await sequence(tx, events, last, this.clock.now());
      const due = await this.newDeliveries.add(tx, deliveries, ordered);
      await this.objects.consumers.consume(tx, events.filter(isWaiting));
      if (due.length > 0) afterCommit(tx, () => this.queueJobs(due));
      return { ...told, isMore: found.length >= EVENTS_AT_ONCE || events.length < found.length };
    });
  }

  /** Returns the deliveries of as many events, from the first on, as one transaction may hold; of one at least. */
  private fitting(
    found: readonly SequencedEvent[],
    subscribersOf: (event: SequencedEvent) => readonly Subscription[],
  ): Omit<FannedOut, 'isMore'> {
    const events: SequencedEvent[] = [];
    const deliveries: WebhookDelivery[] = [];
    const ordered: Told[] = [];
    for (const event of found) {
      const eligible = isWaiting(event) ? subscribersOf(event).filter((webhook) => existedAt(webhook, event)) : [];
      if (events.length > 0 && deliveries.length + eligible.length > DELIVERIES_AT_ONCE) break;
      events.push(event);
      for (const webhook of eligible) {
        const delivery = this.newDeliveries.make(event, webhook);
        deliveries.push(delivery);
        if (webhook.ordered === true) ordered.push({ delivery, event });
      }
    }
    return { events, deliveries, ordered };
  }

  /** Whether a webhook receives an event: it existed at the commit, selects the event and may read its object. */
  isEligible(webhook: Webhook, event: OfferedEvent & { readonly object: string }): boolean {
    return isEligible(webhook, event, this.objects.audienceOf(event.object, event.type));
  }

  /** Returns the types of events that a webhook receives. */
  typesOf(webhook: Webhook): string[] {
    return this.objects.catalogue().flatMap(({ type, object, change }) => {
      if (change === 'ping') return [];
      return subscribes(webhook, { type, event: change }, this.objects.audienceOf(object, type)) ? [type] : [];
    });
  }

  /** Returns the deliveries of events to a webhook, not yet inserted. */
  deliveriesOf(webhook: Webhook, events: readonly (OfferedEvent & { readonly id: string })[]): WebhookDelivery[] {
    return events.map((event) => this.newDeliveries.make(event, webhook));
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

  /** Counts the events that await fan-out. */
  countWaiting(): Promise<number> {
    return this.transactions.manager.countBy(EventRow, { position: IsNull() });
  }

  /** Returns ids of events that await fan-out, oldest first. */
  async nextWaiting(limit: number): Promise<string[]> {
    const rows = await this.transactions.manager.find(EventRow, {
      select: { id: true },
      where: { position: IsNull() },
      order: { id: 'ASC' },
      take: limit,
    });
    return rows.map(({ id }) => id);
  }
}

/** Whether its deliveries are still to be created; a worker of an older version creates them without giving a position. */
const isWaiting = ({ fannedOutAt }: SequencedEvent): boolean => fannedOutAt === null;

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
