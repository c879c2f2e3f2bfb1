import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { IdGenerator } from '../../kernel/ids';
import { Collection } from '../../platform/database/collection';
import { type IfMatch } from '../../platform/database/entity-tag';
import { type ListQuery, type Page } from '../../platform/database/listing';
import { Transactions } from '../../platform/database/transactions';
import { cancelPending } from './data/delivery.queries';
import { WebhookHealth } from './data/webhook-health.entity';
import { type DisabledReason, Webhook } from './data/webhook.entity';
import { webhookListing } from './data/webhook.listing';
import { type WebhookContentType } from './domain/webhook-body';
import { webhookRecord, type WebhookRecord, type WebhookWithSecretRecord } from './webhook.record';
import { WebhookNotFound } from './webhooks.errors';
import { WebhookSecrets } from './webhook-secrets';

/** The fields of a webhook that a caller can set. */
export interface WebhookFields {
  readonly name: string | null;
  readonly subject: string | null;
  readonly url: string;
  /** Null: one is made, or the present one stays. */
  readonly secret: string | null;
  readonly contentType: WebhookContentType;
  readonly create: boolean;
  readonly update: boolean;
  readonly delete: boolean;
  readonly enabled: boolean;
  readonly events: string[];
  readonly order: string[] | null;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The webhooks of the store (interface.md, webhooks.md 6, 7). */
@Injectable()
export class WebhooksService {
  private readonly webhooks: Collection<Webhook, WebhookRecord>;

  constructor(
    private readonly transactions: Transactions,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    private readonly secrets: WebhookSecrets,
  ) {
    const kind = {
      entity: Webhook,
      listing: webhookListing,
      records: async (rows: readonly Webhook[]) => rows.map(webhookRecord),
      notFound: () => new WebhookNotFound(),
      ids: { isId: (text: string) => UUID.test(text), next: (made: IdGenerator) => made.nextUuid() },
    };
    this.webhooks = new Collection(kind, transactions, ids, clock);
  }

  /** @throws WebhookNotFound */
  get(id: string): Promise<WebhookRecord> {
    return this.webhooks.get(id);
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
    return this.webhooks.page(list);
  }

  /** The answer shows the secret that was made, when the caller sent none. */
  create({ secret, ...fields }: WebhookFields): Promise<WebhookWithSecretRecord> {
    const made = this.secrets.make();
    return this.transactions.run(async (tx) => {
      const id = this.ids.nextUuid();
      const sealed = this.secrets.seal(id, secret ?? made);
      const none = { previousSecret: null, previousSecretUntil: null, disabledReason: null };
      const webhook = await this.webhooks.insert(tx, { ...fields, ...none, secret: sealed }, id);
      await tx.insert(WebhookHealth, { id: webhook.id, failingSince: null, failures: 0 });
      return secret === null ? { ...webhookRecord(webhook), secret: made } : webhookRecord(webhook);
    });
  }

  /** Disabling cancels what is pending; enabling begins with a clean slate. @throws WebhookNotFound, StaleRecord */
  update(id: string, { secret, ...fields }: Partial<WebhookFields>, ifMatch: IfMatch): Promise<WebhookRecord> {
    return this.webhooks.change(id, ifMatch, async (webhook, tx) => {
      const wasEnabled = webhook.enabled;
      Object.assign(webhook, fields);
      if (secret !== undefined && secret !== null) this.secrets.replace(webhook, secret, this.clock.now());
      if (wasEnabled && !webhook.enabled) await cancelPending(tx, id, this.clock.now());
      if (!wasEnabled && webhook.enabled) await this.forgive(webhook, tx);
    });
  }

  /** Makes a new secret and shows it; the one before signs for another day. @throws WebhookNotFound */
  async rotateSecret(id: string): Promise<WebhookWithSecretRecord> {
    const secret = this.secrets.make();
    const record = await this.webhooks.change(id, undefined, (webhook) => {
      this.secrets.replace(webhook, secret, this.clock.now());
    });
    return { ...record, secret };
  }

  /** What is pending is cancelled; what was sent can be read no more. @throws WebhookNotFound, StaleRecord */
  remove(id: string, ifMatch: IfMatch): Promise<void> {
    return this.webhooks.remove(id, ifMatch, async (_webhook, tx) => {
      await cancelPending(tx, id, this.clock.now());
      await tx.delete(WebhookHealth, { id });
    });
  }

  /**
   * Disables a webhook that fares badly, with an event `webhook.disabled`. One removed or disabled already is left alone.
   * @returns whether it was disabled now
   */
  async disable(id: string, reason: DisabledReason): Promise<boolean> {
    let isNow = false;
    try {
      await this.webhooks.change(id, undefined, async (webhook, tx) => {
        isNow = webhook.enabled;
        if (!isNow) return;
        webhook.enabled = false;
        webhook.disabledReason = reason;
        webhook.happening = 'disabled';
        await cancelPending(tx, id, this.clock.now());
      });
    } catch (error) {
      if (!(error instanceof WebhookNotFound)) throw error;
    }
    return isNow;
  }

  private async forgive(webhook: Webhook, tx: EntityManager): Promise<void> {
    webhook.disabledReason = null;
    await tx.update(WebhookHealth, { id: webhook.id }, { failingSince: null, failures: 0 });
  }
}
