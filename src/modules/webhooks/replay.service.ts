import { Injectable } from '@nestjs/common';
import { Between, type EntityManager, type FindOptionsWhere, In, MoreThan, Not } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { ValidationFailed } from '../../kernel/errors';
import { afterCommit } from '../../platform/database/connection/after-commit';
import { Transactions } from '../../platform/database/connection/transactions';
import { insertRows } from '../../platform/database/rows/row-reader';
import { EventRow } from '../../platform/events/event.entity';
import { JobQueue } from '../../platform/queue/job-queue.port';
import { dueNow, FanOut } from './fan-out/fan-out';
import { Lanes } from './lanes/lanes';
import { WebhookDelivery } from './data/webhook-delivery.entity';
import { type Webhook } from './data/webhook.entity';
import { type ReplayRecord } from './delivery.record';
import { type DeliveryState } from './domain/delivery-verdict';
import { PING } from './domain/webhook-body';
import { DELIVERIES_QUEUE } from './webhook-queues';
import { WebhookDisabled } from './webhooks.errors';
import { WebhooksService } from './webhooks.service';

/** Deliveries one replay sets in motion (webhooks.md 15). */
const MAX_REPLAYED = 10_000;
/** Ids of an IN list, events held in memory at once, and what a transaction does. */
const CHUNK = 500;

/** The events of a replay. */
interface Range {
  readonly occurredAt: ReturnType<typeof Between<Date>>;
  /** Only this one. */
  readonly event: string | null;
}

type DeliveryFilter = FindOptionsWhere<WebhookDelivery>;

/** Selection of the deliveries to send again: of events from `since` on and before `until`. */
export interface Replay {
  readonly since: Date;
  readonly until: Date | null;
  /** Id of the only event to send again. */
  readonly event?: string | null;
  /**
   * `missed`: events without a delivery, e.g. from a time when the webhook was disabled, and deliveries that were cancelled when
   * it was. Null: these, and every other delivery that has ended.
   */
  readonly state: Exclude<DeliveryState, 'pending'> | 'missed' | null;
}

interface MissedPart extends ReplayRecord {
  /** The last event looked at; undefined: there is none left. */
  readonly last: string | undefined;
}

/** Replays past events to a webhook, oldest first and at the webhook's own pace. */
@Injectable()
export class ReplayService {
  constructor(
    private readonly transactions: Transactions,
    private readonly webhooks: WebhooksService,
    private readonly fanOut: FanOut,
    private readonly lanes: Lanes,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  /**
   * Replays in parts, each in a transaction of its own: other writers can run in between, and finished parts stay.
   * @throws WebhookNotFound, WebhookDisabled, ValidationFailed when until is not after since
   */
  async replay(webhookId: string, replay: Replay): Promise<ReplayRecord> {
    const range = this.rangeOf(replay);
    // Without any part to replay, a missing webhook must still be reported.
    await this.part(webhookId, async () => ({ replayed: 0 }));
    const again = await this.sendAgain(webhookId, range, deliveriesOf(replay));
    return hasMissed(replay) && !again.has_more ? this.sendMissed(webhookId, range, again.replayed) : again;
  }

  /**
   * Counts what {@link replay} would send, also to a webhook that is disabled.
   * @throws WebhookNotFound, ValidationFailed when until is not after since
   */
  async count(webhookId: string, replay: Replay): Promise<ReplayRecord> {
    const range = this.rangeOf(replay);
    const { manager } = this.transactions;
    const webhook = await this.webhooks.row(manager, webhookId);
    const found = await this.endedDeliveries(webhookId, range, deliveriesOf(replay));
    let replayed = 0;
    for (const chunk of chunks(found.slice(0, MAX_REPLAYED)))
      replayed += (await this.sendable(manager, webhook, chunk)).length;
    if (found.length > MAX_REPLAYED) return { replayed, has_more: true };
    if (!hasMissed(replay)) return { replayed, has_more: false };
    for (let last: string | undefined = ''; last !== undefined && replayed <= MAX_REPLAYED;) {
      const events: EventRow[] = await this.missedEvents(manager, webhook, range, last);
      replayed += events.filter((event) => this.fanOut.isEligible(webhook, event)).length;
      last = events.at(-1)?.id;
    }
    return { replayed: Math.min(replayed, MAX_REPLAYED), has_more: replayed > MAX_REPLAYED };
  }

  private rangeOf({ since, until, event = null }: Replay): Range {
    if (until === null) return { occurredAt: Between(since, this.clock.now()), event };
    if (until <= since) throw ValidationFailed.of('until', 'must be after since');
    // Both ends of BETWEEN belong to it, but `until` does not.
    return { occurredAt: Between(since, new Date(until.getTime() - 1)), event };
  }

  /** Runs under the lock of the webhook, so that replays at the same time do not deliver the same missed event twice. */
  private part<T extends { readonly replayed: number }>(
    webhookId: string,
    work: (tx: EntityManager, webhook: Webhook) => Promise<T>,
  ): Promise<T> {
    return this.transactions.run(async (tx) => {
      const webhook = await this.webhooks.lock(tx, webhookId);
      if (!webhook.enabled) throw new WebhookDisabled();
      const done = await work(tx, webhook);
      const nudge = { id: `nudge-${webhookId}`, of: webhookId, ids: [] };
      if (done.replayed > 0) afterCommit(tx, () => this.queue.add(DELIVERIES_QUEUE, [nudge]));
      return done;
    });
  }

  private endedDeliveries(
    webhookId: string,
    { occurredAt, event }: Range,
    ended: DeliveryFilter,
  ): Promise<WebhookDelivery[]> {
    return this.transactions.manager.find(WebhookDelivery, {
      select: { id: true, eventId: true, type: true },
      where: { webhookId, occurredAt, ...(event !== null && { eventId: event }), ...ended },
      order: { id: 'ASC' },
      take: MAX_REPLAYED + 1,
    });
  }

  private async sendAgain(webhookId: string, range: Range, ended: DeliveryFilter): Promise<ReplayRecord> {
    const found = await this.endedDeliveries(webhookId, range, ended);
    let replayed = 0;
    for (const chunk of chunks(found.slice(0, MAX_REPLAYED))) {
      const part = await this.part(webhookId, async (tx, webhook) => ({
        replayed: await this.makeDue(tx, webhook, chunk, ended),
      }));
      replayed += part.replayed;
    }
    return { replayed, has_more: found.length > MAX_REPLAYED };
  }

  /** Makes deliveries due; those sent again meanwhile may be under way and are left alone. @returns how many are due now */
  private async makeDue(
    tx: EntityManager,
    webhook: Webhook,
    rows: readonly WebhookDelivery[],
    ended: DeliveryFilter,
  ): Promise<number> {
    const ids = await this.sendable(tx, webhook, rows);
    if (ids.length === 0) return 0;
    const { affected } = await tx.update(WebhookDelivery, { ...ended, id: In(ids) }, dueNow(this.clock.now()));
    if (webhook.ordered === true) await this.lanes.join(tx, ids);
    return affected ?? 0;
  }

  /** Returns the ids of deliveries whose event is kept, and of an object that the webhook may still read. */
  private async sendable(
    manager: EntityManager,
    webhook: Webhook,
    rows: readonly WebhookDelivery[],
  ): Promise<string[]> {
    const ofThem = { id: In(rows.map(({ eventId }) => eventId)) };
    const select = { id: true, type: true, object: true };
    const events = await manager.find(EventRow, { select, where: ofThem });
    const kept = new Set(events.filter((event) => this.webhooks.mayReceive(webhook, event)).map(({ id }) => id));
    return rows.filter(({ eventId, type }) => type === PING || kept.has(eventId)).map(({ id }) => id);
  }

  /** Creates deliveries for events that the webhook selects and that have none, one batch in memory at a time. */
  private async sendMissed(webhookId: string, range: Range, before: number): Promise<ReplayRecord> {
    let replayed = before;
    for (let last: string | undefined = ''; last !== undefined;) {
      const from: string = last;
      const room = MAX_REPLAYED - replayed;
      const part: MissedPart = await this.part(webhookId, async (tx, webhook) => {
        const events = await this.missedEvents(tx, webhook, range, from);
        const selected = events.filter((event) => this.fanOut.isEligible(webhook, event));
        const missed = this.fanOut.deliveriesOf(webhook, selected.slice(0, room));
        await insertRows(tx, WebhookDelivery, missed);
        const ids = missed.map(({ id }) => id);
        if (webhook.ordered === true) await this.lanes.join(tx, ids);
        return { replayed: missed.length, has_more: selected.length > room, last: events.at(-1)?.id };
      });
      replayed += part.replayed;
      if (part.has_more) return { replayed, has_more: true };
      last = part.last;
    }
    return { replayed, has_more: false };
  }

  /** Returns the next events of types that the webhook selects and without a delivery to it, in the order of their ids. */
  private async missedEvents(
    tx: EntityManager,
    webhook: Webhook,
    { occurredAt, event }: Range,
    after: string,
  ): Promise<EventRow[]> {
    const types = this.fanOut.typesOf(webhook);
    if (types.length === 0) return [];
    return tx
      .createQueryBuilder(EventRow, 'event')
      .select(['id', 'type', 'object', 'event', 'occurredAt', 'epoch'].map((name) => `event.${name}`))
      .where({ occurredAt, id: MoreThan(after), type: In(types) })
      .andWhere(event === null ? {} : { id: event })
      .andWhere('event.fannedOutAt IS NOT NULL')
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

/** Returns the condition of the deliveries that a replay sends again. A ping tells of nothing that could be missed. */
function deliveriesOf({ state }: Replay): DeliveryFilter {
  if (state === 'missed') return { state: 'cancelled', type: Not(PING) };
  return { state: state ?? Not('pending' as const) };
}

/** Whether a replay sends events without a delivery, too. */
const hasMissed = ({ state }: Replay): boolean => state === null || state === 'missed';

function* chunks<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let i = 0; i < rows.length; i += CHUNK) yield rows.slice(i, i + CHUNK);
}
