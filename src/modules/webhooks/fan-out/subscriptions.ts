import { type EntityManager } from 'typeorm';
import { requireById } from '../../../platform/database/rows/row-reader';
import { EPOCH_ROW, EventEpoch } from '../../../platform/events/event-epoch.entity';
import { type SequencedEvent } from '../../../platform/events/event-sequence';
import { type StoreObjects } from '../../../platform/events/store-objects';
import { Webhook } from '../data/webhook.entity';
import { subscribes } from '../domain/eligibility';
import { presentSince, termsAt } from '../domain/past-terms';

/** The fields of a webhook that fan-out asks for. */
const COLUMNS = {
  id: true,
  contentType: true,
  create: true,
  update: true,
  delete: true,
  ordered: true,
  events: true,
  enabled: true,
  pastTerms: true,
  sinceEpoch: true,
  scopes: true,
  createdAt: true,
} as const;

/** A webhook as fan-out holds it. */
export type Subscription = Readonly<Pick<Webhook, keyof typeof COLUMNS>>;

interface Held {
  /** The epoch of the event log, which was locked while the webhooks were read. */
  readonly epoch: number;
  /** The revision of the sequence at that moment, which is locked. */
  readonly revision: number;
  readonly webhooks: readonly Subscription[];
  /** The epoch from which on the present terms of all of them hold. */
  readonly presentSince: number;
  /** The webhooks that select events of a type, by type. There are as many types as modules registered. */
  readonly byType: Map<string, readonly Subscription[]>;
}

/**
 * The enabled webhooks, held in memory: events that nobody wants cost no read (events.md 13). Every change of a webhook begins
 * an epoch, in its transaction, and every event carries that of its own. So an event tells whether the webhooks that were
 * read are those of its moment, by the order of the database. At most `WEBHOOK_LIMIT` are held, of some hundred bytes each.
 */
export class Subscriptions {
  private held: Held | undefined;

  constructor(private readonly objects: StoreObjects) {}

  /**
   * Returns a function that finds the webhooks that select an event. Locks the epoch: a webhook changes before or after the transaction, so
   * one that is disabled meanwhile cancels the deliveries that it makes.
   * @param events all events that it is asked for @param revision of the sequence, which is locked
   */
  async of(
    tx: EntityManager,
    events: readonly SequencedEvent[],
    revision: number,
  ): Promise<(event: SequencedEvent) => readonly Subscription[]> {
    const { epoch } = await requireById(tx, EventEpoch, EPOCH_ROW, { lock: true });
    const isCurrent = this.held?.epoch === epoch && this.held.revision === revision && !changesWebhooks(events);
    const held = isCurrent && this.held !== undefined ? this.held : await read(tx, epoch, revision);
    this.held = held;
    return (event) => this.subscribersOf(held, event);
  }

  private subscribersOf(held: Held, event: SequencedEvent): readonly Subscription[] {
    const { webhooks, byType } = held;
    if (event.epoch !== null && event.epoch < held.presentSince) return this.subscribersThen(webhooks, event);
    const key = `${event.object} ${event.event} ${event.type}`;
    const known = byType.get(key);
    if (known !== undefined) return known;
    const audience = this.objects.audienceOf(event.object, event.type);
    const found = webhooks.filter((webhook) => subscribes(webhook, event, audience));
    byType.set(key, found);
    return found;
  }

  /** Those of an event that waited while a webhook was changed: each by its terms of then. */
  private subscribersThen(webhooks: readonly Subscription[], event: SequencedEvent): readonly Subscription[] {
    const audience = this.objects.audienceOf(event.object, event.type);
    return webhooks.filter((webhook) => {
      const then = termsAt(webhook, event.epoch);
      return then !== undefined && subscribes(then, event, audience);
    });
  }
}

/** An API of the version before begins an epoch only when it creates a webhook, but every change of one is an event. */
function changesWebhooks(events: readonly SequencedEvent[]): boolean {
  return events.some(({ object }) => object === 'webhook');
}

async function read(tx: EntityManager, epoch: number, revision: number): Promise<Held> {
  const webhooks = await tx.find(Webhook, { select: COLUMNS, where: { enabled: true } });
  return { epoch, revision, webhooks, presentSince: Math.max(0, ...webhooks.map(presentSince)), byType: new Map() };
}
