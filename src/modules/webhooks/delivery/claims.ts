import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { Clock } from '../../../kernel/clock';
import { rowsById } from '../../../platform/database/rows/reference-checks';
import { readableById, readBy } from '../../../platform/database/rows/row-reader';
import { Transactions } from '../../../platform/database/connection/transactions';
import { EventRow } from '../../../platform/events/event.entity';
import { judgeLostLease } from '../domain/delivery-verdict';
import { type FrozenEvent, PING, pingEvent } from '../domain/webhook-body';
import { type Death, DeadDeliveryMetrics } from './dead-delivery-metrics';
import { leaseToken } from './lease-token';
import { WorkerPulse } from './worker-pulse';
import { Lanes } from '../lanes/lanes';
import { WebhookDelivery } from '../data/webhook-delivery.entity';
import { Webhook } from '../data/webhook.entity';
import { WebhooksService } from '../webhooks.service';

/** The fields of a delivery that is released without a lost lease. */
const FREE = { leaseToken: null, leaseUntil: null };
const RETRY_ABANDON_MS = 250;

/** A delivery this worker owns, with everything its attempt needs. */
export interface ClaimedDelivery {
  readonly delivery: WebhookDelivery;
  readonly webhook: Webhook;
  readonly event: FrozenEvent;
  /** The trace its event was written in; null: none. */
  readonly traceParent: string | null;
}

/** Claims deliveries for this worker by leases (webhooks.md 9). */
@Injectable()
export class Claims {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly endings: DeadDeliveryMetrics,
    private readonly webhooks: WebhooksService,
    private readonly pulse: WorkerPulse,
    private readonly lanes: Lanes,
  ) {}

  /**
   * Claims those of these deliveries that are due and not under way, by one conditional UPDATE for all. If several workers
   * try, one of them gets each delivery. An expired lease means that its worker vanished: it is counted, but not as an attempt.
   */
  async claim(ids: readonly string[]): Promise<ClaimedDelivery[]> {
    const token = leaseToken(await this.pulse.alive());
    const isAny = await this.transactions.repeatable(async (manager, attempt) => {
      const affected = await this.lease(manager, ids, token);
      return affected > 0 || attempt > 1;
    });
    if (!isAny) return [];
    try {
      const { manager } = this.transactions;
      const rows = await readBy(manager, WebhookDelivery, 'id', ids);
      return await this.complete(
        manager,
        rows.filter(({ leaseToken: owner }) => owner === token),
      );
    } catch (error) {
      await this.abandon(ids, token);
      throw error;
    }
  }

  /**
   * Releases what was claimed and could not be read. Otherwise it would wait for the end of its lease, and count as lost:
   * five times in a row, and it would be dead without an attempt. Retries while the database is away, until the lease ends.
   */
  private async abandon(ids: readonly string[], token: string): Promise<void> {
    const until = this.clock.now().getTime() + this.pulse.leaseMs;
    const mine = { id: In([...ids]), leaseToken: token };
    while (this.clock.now().getTime() < until) {
      try {
        await this.transactions.repeatable((manager) => manager.update(WebhookDelivery, mine, FREE));
        return;
      } catch {
        await pause(RETRY_ABANDON_MS);
      }
    }
  }

  /** @returns how many this token owns now */
  private async lease(manager: EntityManager, ids: readonly string[], token: string): Promise<number> {
    const now = this.clock.now();
    const claimed = await manager
      .createQueryBuilder()
      .update(WebhookDelivery)
      .set({
        // Before the token: MySQL assigns from left to right.
        lostLeases: () => 'CASE WHEN lease_token IS NULL THEN lost_leases ELSE lost_leases + 1 END',
        leaseToken: token,
        leaseUntil: new Date(now.getTime() + this.pulse.leaseMs),
      })
      .where('id IN (:...ids)', { ids })
      .andWhere("state = 'pending' AND due_at <= :now AND (lease_until IS NULL OR lease_until < :now)", { now })
      .execute();
    return claimed.affected ?? 0;
  }

  /** Releases claimed deliveries whose attempts did not start: due again at once, without a lost lease. One statement for those claimed together. */
  async release(deliveries: readonly WebhookDelivery[]): Promise<void> {
    for (const token of new Set(deliveries.map((delivery) => delivery.leaseToken ?? ''))) {
      const ids = deliveries.filter(({ leaseToken: of }) => of === token).map(({ id }) => id);
      const mine = { id: In(ids), leaseToken: token };
      await this.transactions.repeatable((manager) => manager.update(WebhookDelivery, mine, FREE));
    }
  }

  /** Releases a delivery whose attempt could not start: due again after a pause, without a lost lease. */
  async postpone({ id, leaseToken: token }: WebhookDelivery, pauseMs: number): Promise<void> {
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
      // One event that cannot be read ends its own deliveries, not the claim of all.
      readableById(
        manager,
        EventRow,
        deliveries.map(({ eventId }) => eventId),
      ),
    ]);
    const ready: ClaimedDelivery[] = [];
    for (const delivery of deliveries) {
      const webhook = enabledOrNone(webhooks.get(delivery.webhookId));
      const row = events.rows.get(delivery.eventId);
      const event = delivery.type === PING ? pingOf(delivery) : row;
      const death = deathOf(delivery, event, events.unreadable);
      if (webhook === undefined) await this.end(delivery, 'cancelled', null);
      else if (!this.mayReceive(webhook, row)) await this.end(delivery, 'cancelled', 'scope_missing');
      else if (event === undefined || death !== null) await this.endAsDead(delivery, death ?? 'event_gone');
      else ready.push({ delivery, webhook, event, traceParent: row?.traceParent ?? null });
    }
    return ready;
  }

  /** Checked at every attempt: a client with fewer scopes may have changed the URL of the webhook. */
  private mayReceive(webhook: Webhook, event: EventRow | undefined): boolean {
    return event === undefined || this.webhooks.mayReceive(webhook, event);
  }

  private async endAsDead(delivery: WebhookDelivery, reason: Death): Promise<void> {
    await this.end(delivery, 'dead', reason);
    this.endings.deliveryDied(reason);
  }

  private async end(
    { id, leaseToken: token }: WebhookDelivery,
    state: 'cancelled' | 'dead',
    error: string | null,
  ): Promise<void> {
    const ended = { state, error, dueAt: null, leaseToken: null, leaseUntil: null, updatedAt: this.clock.now() };
    const mine = { id, leaseToken: token ?? '' };
    await this.transactions.run(async (tx) => {
      await tx.update(WebhookDelivery, mine, ended);
      await this.lanes.advance(tx, [id]);
    });
  }
}

const enabledOrNone = (webhook: Webhook | undefined): Webhook | undefined =>
  webhook?.enabled === true ? webhook : undefined;

/** Returns why a claimed delivery cannot be attempted any more; null if it can. */
function deathOf(
  { eventId, lostLeases }: WebhookDelivery,
  event: FrozenEvent | undefined,
  unreadable: ReadonlySet<string>,
): Death | null {
  if (unreadable.has(eventId)) return 'event_unreadable';
  if (event === undefined) return 'event_gone';
  if (Number.isNaN(event.occurredAt.getTime())) return 'event_unreadable';
  return judgeLostLease(lostLeases).state === 'dead' ? 'lease_lost' : null;
}

function pingOf({ eventId, webhookId, occurredAt }: WebhookDelivery): FrozenEvent {
  return pingEvent({ id: eventId, webhookId, occurredAt });
}
