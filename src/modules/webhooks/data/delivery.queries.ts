import { type EntityManager } from 'typeorm';
import { WebhookDelivery } from './webhook-delivery.entity';

/** Cancels what is pending for a webhook, what is under way included: its result will not count (webhooks.md 9). */
export async function cancelPending(tx: EntityManager, webhookId: string, now: Date): Promise<void> {
  const ended = { state: 'cancelled', dueAt: null, leaseToken: null, leaseUntil: null, updatedAt: now } as const;
  await tx.update(WebhookDelivery, { webhookId, state: 'pending' }, ended);
}
