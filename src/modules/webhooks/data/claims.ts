import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../../kernel/clock';
import { CONFIG, type Config } from '../../../platform/config/config';
import { rowsById } from '../../../platform/database/relations';
import { readBy } from '../../../platform/database/row-reader';
import { Transactions } from '../../../platform/database/transactions';
import { EventRow } from '../../../platform/events/event.entity';
import { judgeLostLease } from '../domain/delivery-state';
import { type FrozenEvent, PING, pingEvent } from '../domain/webhook-body';
import { type Death, EndingMetrics } from '../ending-metrics';
import { leaseToken } from './lease';
import { WebhookDelivery } from './webhook-delivery.entity';
import { Webhook } from './webhook.entity';

/** A delivery this worker owns, with all its attempt needs. */
export interface ClaimedDelivery {
  readonly delivery: WebhookDelivery;
  readonly webhook: Webhook;
  readonly event: FrozenEvent;
  /** The trace that its event was written in; null: none. */
  readonly traceParent: string | null;
}

/** Takes deliveries into the worker's hands (webhooks.md 9). */
@Injectable()
export class Claims {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly endings: EndingMetrics,
  ) {}

  /**
   * Claims what of these is due and not under way, by one conditional UPDATE for all; of several workers that try, one
   * gets each. A lease found expired was lost with its worker, which is counted and burns no attempt.
   */
  async claim(ids: readonly string[]): Promise<ClaimedDelivery[]> {
    const token = leaseToken();
    const isAny = await this.transactions.repeatable(async (manager, attempt) => {
      const affected = await this.take(manager, ids, token);
      return affected > 0 || attempt > 1;
    });
    if (!isAny) return [];
    const { manager } = this.transactions;
    const rows = await readBy(manager, WebhookDelivery, 'id', ids);
    return this.complete(
      manager,
      rows.filter(({ leaseToken: owner }) => owner === token),
    );
  }

  /** @returns how many are this token's now */
  private async take(manager: EntityManager, ids: readonly string[], token: string): Promise<number> {
    const now = this.clock.now();
    const claimed = await manager
      .createQueryBuilder()
      .update(WebhookDelivery)
      .set({
        // Before the token: MySQL assigns from left to right.
        lostLeases: () => 'CASE WHEN lease_token IS NULL THEN lost_leases ELSE lost_leases + 1 END',
        leaseToken: token,
        leaseUntil: new Date(now.getTime() + this.config.webhooks.leaseSeconds * 1000),
      })
      .where('id IN (:...ids)', { ids })
      .andWhere("state = 'pending' AND due_at <= :now AND (lease_until IS NULL OR lease_until < :now)", { now })
      .execute();
    return claimed.affected ?? 0;
  }

  /** Gives back what was claimed and not begun: due again at once, and not counted as lost. */
  async release(deliveries: readonly WebhookDelivery[]): Promise<void> {
    for (const { id, leaseToken: token } of deliveries) {
      const free = { leaseToken: null, leaseUntil: null };
      const mine = { id, leaseToken: token ?? '' };
      await this.transactions.repeatable((manager) => manager.update(WebhookDelivery, mine, free));
    }
  }

  /** Gives back what could not be begun: due again after a pause, and its worker was there all the time. */
  async putOff({ id, leaseToken: token }: WebhookDelivery, pauseMs: number): Promise<void> {
    const dueAt = new Date(this.clock.now().getTime() + pauseMs);
    const later = { dueAt, leaseToken: null, leaseUntil: null, lostLeases: 0 };
    const mine = { id, leaseToken: token ?? '' };
    await this.transactions.repeatable((manager) => manager.update(WebhookDelivery, mine, later));
  }

  private async complete(manager: EntityManager, deliveries: WebhookDelivery[]): Promise<ClaimedDelivery[]> {
    const [webhooks, events] = await Promise.all([
      rowsById(
        manager,
        Webhook,
        deliveries.map(({ webhookId }) => webhookId),
      ),
      rowsById(
        manager,
        EventRow,
        deliveries.map(({ eventId }) => eventId),
      ),
    ]);
    const ready: ClaimedDelivery[] = [];
    for (const delivery of deliveries) {
      const webhook = webhooks.get(delivery.webhookId);
      const row = events.get(delivery.eventId);
      const event = delivery.type === PING ? pingOf(delivery) : row;
      const verdict = judgeLostLease(delivery.lostLeases);
      if (webhook === undefined || !webhook.enabled) await this.end(delivery, 'cancelled', null);
      else if (event === undefined) await this.bury(delivery, 'event_gone');
      else if (verdict.state === 'dead') await this.bury(delivery, 'lease_lost');
      else ready.push({ delivery, webhook, event, traceParent: row?.traceParent ?? null });
    }
    return ready;
  }

  private async bury(delivery: WebhookDelivery, reason: Death): Promise<void> {
    await this.end(delivery, 'dead', reason);
    this.endings.died(reason);
  }

  private async end(
    { id, leaseToken: token }: WebhookDelivery,
    state: 'cancelled' | 'dead',
    error: string | null,
  ): Promise<void> {
    const ended = { state, error, dueAt: null, leaseToken: null, leaseUntil: null, updatedAt: this.clock.now() };
    const mine = { id, leaseToken: token ?? '' };
    await this.transactions.repeatable((manager) => manager.update(WebhookDelivery, mine, ended));
  }
}

function pingOf({ eventId, webhookId, occurredAt }: WebhookDelivery): FrozenEvent {
  return pingEvent({ id: eventId, webhookId, occurredAt });
}
