import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { IdGenerator } from '../../kernel/ids';
import { requireScope, type Scope } from '../../kernel/scopes';
import { CONFIG, type Config } from '../../platform/config/config';
import { Collection } from '../../platform/database/lists/collection';
import { type IfMatch } from '../../platform/database/rows/entity-tag';
import { type ListQuery, type Page } from '../../platform/database/lists/listing';
import { Transactions } from '../../platform/database/connection/transactions';
import { beginEpoch } from '../../platform/events/event-epochs';
import { beginRevision } from '../../platform/events/event-sequence';
import { type EventRow } from '../../platform/events/event.entity';
import { StoreObjects } from '../../platform/events/store-objects';
import { WebhookDelivery } from './data/webhook-delivery.entity';
import { WebhookHealth } from './data/webhook-health.entity';
import { countPending, MAX_PENDING } from './data/webhook-health.queries';
import { type DisabledReason, Webhook } from './data/webhook.entity';
import { webhookListing } from './data/webhook.listing';
import { mayReceive, narrowedScopes, scopesForSecret } from './domain/eligibility';
import { parseEventPatterns } from './domain/event-pattern';
import { pastTerms } from './domain/past-terms';
import { removeAll } from './lanes/lane-rows';
import { beginLanes, endLanes } from './lanes/settle-lanes';
import { PING } from './domain/webhook-body';
import { type WebhookContentType } from './domain/webhook-formats';
import { type WebhookRecord, webhookRecords, webhookTerms, type WebhookWithSecretRecord } from './webhook.record';
import { TooManyPending, TooManyWebhooks, WebhookNotFound } from './webhooks.errors';
import { WebhookSecrets } from './webhook-secrets';

/** The fields of a webhook that a caller can set. */
export interface WebhookFields {
  readonly name: string | null;
  readonly subject: string | null;
  readonly url: string;
  /** Null: a new webhook gets a generated one, an existing one keeps its own. */
  readonly secret: string | null;
  readonly contentType: WebhookContentType;
  readonly create: boolean;
  readonly update: boolean;
  readonly delete: boolean;
  readonly enabled: boolean;
  readonly ordered: boolean;
  readonly events: string[];
  readonly order: string[] | null;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The webhooks of the store (interface.md, webhooks.md 6, 7). A change that decides about events begins an epoch, by which
 * fan-out knows that the webhooks it holds are of before (events.md 13).
 */
@Injectable()
export class WebhooksService {
  private readonly webhooks: Collection<Webhook, WebhookRecord>;

  constructor(
    private readonly transactions: Transactions,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    private readonly secrets: WebhookSecrets,
    private readonly objects: StoreObjects,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    const kind = {
      entity: Webhook,
      listing: webhookListing,
      records: (manager: EntityManager, rows: readonly Webhook[]) => webhookRecords(manager, rows, clock.now()),
      tagged: webhookTerms,
      notFound: () => new WebhookNotFound(),
      ids: { isId: (text: string) => UUID.test(text), next: (made: IdGenerator) => made.nextUuid() },
    };
    this.webhooks = new Collection(kind, ids, clock);
  }

  /** Steps of the schedule: attempts of a delivery before it is given up. */
  get steps(): number {
    return this.config.webhooks.schedule.length;
  }

  /** Whether a webhook may read the object of an event. */
  mayReceive(webhook: Webhook, { object, type }: Pick<EventRow, 'object' | 'type'>): boolean {
    return mayReceive(webhook, this.objects.audienceOf(object, type));
  }

  /** The types that a delivery can have. */
  deliveredTypes(): string[] {
    return [...this.objects.eventTypes(), PING];
  }

  /** @throws WebhookNotFound */
  get(id: string): Promise<WebhookRecord> {
    return this.webhooks.get(this.transactions.manager, id);
  }

  /** A webhook's row. @throws WebhookNotFound */
  row(manager: EntityManager, id: string): Promise<Webhook> {
    return this.webhooks.row(manager, id);
  }

  /** A webhook's row, locked until the transaction ends. @throws WebhookNotFound */
  lock(tx: EntityManager, id: string): Promise<Webhook> {
    return this.webhooks.lock(tx, id);
  }

  page(list: ListQuery): Promise<Page<WebhookRecord>> {
    return this.webhooks.page(this.transactions.manager, list);
  }

  /**
   * Creates a webhook and returns the secret that was generated for it, unless the caller sent one.
   * @param scopes of the caller: the webhook receives only objects that these can read
   * @throws ValidationFailed naming an event pattern that matches no event type, TooManyWebhooks
   */
  create({ secret, ...fields }: WebhookFields, scopes: ReadonlySet<Scope>): Promise<WebhookWithSecretRecord> {
    const made = this.secrets.make();
    const events = this.eventPatterns(fields.events);
    return this.transactions.run(async (tx) => {
      // Locks the epoch, so that of creations at the same time each counts the ones before.
      const sinceEpoch = await beginEpoch(tx);
      const { limit } = this.config.webhooks;
      if ((await tx.count(Webhook)) >= limit) throw new TooManyWebhooks(limit);
      const id = this.ids.nextUuid();
      const sealed = this.secrets.seal(id, secret ?? made);
      const none = { previousSecret: null, previousSecretUntil: null, disabledReason: null, pastTerms: null };
      const reader = { sinceEpoch, scopes: [...scopes].sort() };
      await this.webhooks.insert(tx, { ...fields, ...none, ...reader, events, secret: sealed }, id);
      await tx.insert(WebhookHealth, { id, failures: 0, failingSince: null, lastSuccessAt: null, lastFailureAt: null });
      const record = await this.webhooks.get(tx, id);
      return secret === null ? { ...record, secret: made } : record;
    });
  }

  /**
   * Changes a webhook. Disabling it cancels its pending deliveries; enabling it resets its failures; `ordered` also holds for
   * deliveries that are pending. A new URL removes the scopes that the caller lacks, so that a client that may not read
   * customers cannot have them sent to its own URL. A new secret needs the scopes that the webhook has.
   * @throws WebhookNotFound, StaleRecord, ScopeMissing, TooManyPending, ValidationFailed naming an event pattern that matches no event type
   */
  update(
    id: string,
    { secret, ...fields }: Partial<WebhookFields>,
    scopes: ReadonlySet<Scope>,
    ifMatch: IfMatch,
  ): Promise<WebhookRecord> {
    const patch = fields.events === undefined ? fields : { ...fields, events: this.eventPatterns(fields.events) };
    return this.transactions.run(async (tx) => {
      if (fields.ordered !== undefined) await beginRevision(tx);
      const epoch = await beginEpoch(tx);
      return this.webhooks.change(tx, id, ifMatch, async (webhook) => {
        const before = { ...webhook };
        const isMoved = fields.url !== undefined && fields.url !== webhook.url;
        if (isMoved) webhook.scopes = narrowedScopes(webhook.scopes, scopes);
        Object.assign(webhook, patch);
        webhook.pastTerms = pastTerms(before, webhook, epoch);
        if (secret !== undefined && secret !== null) this.replaceSecret(webhook, secret, scopes);
        if (before.enabled && !webhook.enabled) await this.cancelPending(tx, id);
        if (!before.enabled && webhook.enabled) await this.forgive(tx, webhook);
        await this.orderAs(tx, webhook, before.ordered === true);
      });
    });
  }

  /**
   * Generates a new secret and returns it; the previous one still signs for a day.
   * @param scopes of the caller: all that the webhook has
   * @throws WebhookNotFound, ScopeMissing
   */
  async rotateSecret(id: string, scopes: ReadonlySet<Scope>): Promise<WebhookWithSecretRecord> {
    const secret = this.secrets.make();
    const record = await this.transactions.run((tx) =>
      this.webhooks.change(tx, id, undefined, (webhook) => {
        this.replaceSecret(webhook, secret, scopes);
      }),
    );
    return { ...record, secret };
  }

  /** Removes a webhook: its pending deliveries are cancelled, the others can no longer be read. @throws WebhookNotFound, StaleRecord */
  remove(id: string, ifMatch: IfMatch): Promise<void> {
    return this.transactions.run(async (tx) => {
      await beginEpoch(tx);
      await this.webhooks.remove(tx, id, ifMatch, async (_webhook) => {
        await this.cancelPending(tx, id);
        await tx.delete(WebhookHealth, { id });
      });
    });
  }

  /**
   * Disables a failing webhook, with an event `webhook.disabled`. A removed or disabled one is left as it is.
   * @returns whether it was disabled now
   */
  async disable(tx: EntityManager, id: string, reason: DisabledReason): Promise<boolean> {
    let isNow = false;
    const epoch = await beginEpoch(tx);
    try {
      await this.webhooks.change(tx, id, undefined, async (webhook) => {
        isNow = webhook.enabled;
        if (!isNow) return;
        webhook.pastTerms = pastTerms(webhook, { ...webhook, enabled: false }, epoch);
        webhook.enabled = false;
        webhook.disabledReason = reason;
        webhook.happening = 'disabled';
        await this.cancelPending(tx, id);
      });
    } catch (error) {
      if (!(error instanceof WebhookNotFound)) throw error;
    }
    return isNow;
  }

  /** @throws ScopeMissing naming the first scope of the webhook that the caller lacks */
  private replaceSecret(webhook: Webhook, secret: string, scopes: ReadonlySet<Scope>): void {
    for (const scope of scopesForSecret(webhook)) requireScope(scopes, scope);
    this.secrets.replace(webhook, secret, this.clock.now());
  }

  /** Cancels the pending deliveries of a webhook. The result of an attempt under way does not count (webhooks.md 9). */
  private async cancelPending(tx: EntityManager, webhookId: string): Promise<void> {
    const updatedAt = this.clock.now();
    const ended = { state: 'cancelled', dueAt: null, leaseToken: null, leaseUntil: null, updatedAt } as const;
    await tx.update(WebhookDelivery, { webhookId, state: 'pending' }, ended);
    await removeAll(tx, webhookId);
  }

  private async orderAs(tx: EntityManager, { id, ordered }: Webhook, wasOrdered: boolean): Promise<void> {
    if (ordered !== true && wasOrdered) await endLanes(tx, id, this.clock);
    if (ordered !== true || wasOrdered) return;
    const pending = (await countPending(tx, [id])).get(id) ?? 0;
    if (pending >= MAX_PENDING) throw new TooManyPending(MAX_PENDING);
    await beginLanes(tx, id, this.clock);
  }

  private eventPatterns(patterns: readonly string[]): string[] {
    return parseEventPatterns(patterns, this.objects.eventTypes());
  }

  private async forgive(tx: EntityManager, webhook: Webhook): Promise<void> {
    webhook.disabledReason = null;
    await tx.update(WebhookHealth, { id: webhook.id }, { failingSince: null, failures: 0 });
  }
}
