import { type EntityManager, In, IsNull, Not } from 'typeorm';
import { removeRows } from '../../../platform/database/rows/row-removal';
import { noteRemoved } from '../../../platform/events/event-sequence';
import { EventRow } from '../../../platform/events/event.entity';
import { WebhookAttempt } from '../data/webhook-attempt.entity';
import { WebhookDelivery } from '../data/webhook-delivery.entity';

/** Ids of an IN list. */
const CHUNK = 500;

/** Removes those of these deliveries that have ended, with their attempts. @returns how many */
export async function removeEndedDeliveries(tx: EntityManager, ids: readonly string[]): Promise<number> {
  const ended = await tx.find(WebhookDelivery, {
    select: { id: true },
    where: { id: In([...ids]), state: Not('pending') },
  });
  const endedIds = ended.map(({ id }) => id);
  if (endedIds.length === 0) return 0;
  const attempts = await tx.find(WebhookAttempt, { select: { id: true }, where: { deliveryId: In(endedIds) } });
  for (let i = 0; i < attempts.length; i += CHUNK) {
    const keys = attempts.slice(i, i + CHUNK).map(({ id }) => id);
    await removeRows(tx, WebhookAttempt, { keys });
  }
  // One may have been sent again since it was looked at.
  return removeRows(tx, WebhookDelivery, { keys: endedIds, guard: { sql: `state <> 'pending'` } });
}

/**
 * Removes those of these events that have no pending delivery. A delivery that is sent again at the same moment may lose
 * its event: it ends as `event_gone`.
 * @returns how many
 */
export async function removeToldEvents(tx: EntityManager, ids: readonly string[]): Promise<number> {
  // In this order: its deliveries are committed together with the mark of an event.
  const fannedOut = await tx.find(EventRow, {
    select: { id: true, position: true },
    where: { id: In([...ids]), fannedOutAt: Not(IsNull()) },
  });
  const values = fannedOut.map(({ id }) => id);
  if (values.length === 0) return 0;
  const pending = await tx.find(WebhookDelivery, {
    select: { eventId: true },
    where: { eventId: In(values), state: 'pending' },
  });
  const waiting = new Set(pending.map(({ eventId }) => eventId));
  const told = fannedOut.filter(({ id }) => !waiting.has(id));
  if (told.length > 0) await noteRemoved(tx, Math.max(...told.map(({ position }) => position ?? 0)));
  return removeRows(tx, EventRow, { keys: told.map(({ id }) => id) });
}
