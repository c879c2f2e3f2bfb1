import {
  type CommittedDelivery,
  type CommittedEvent,
  type CommittedWebhook,
  enabledSince,
  selectedUpdates,
} from './committed';
import { type Ledger } from './ledger';

/** Whether everything that was committed has been carried out: the simulation may end. */
export function isSettled({ events, byPosition, deliveries }: Ledger): boolean {
  if (byPosition.length < events.size) return false;
  return [...deliveries.values()].every(({ state }) => state !== 'pending');
}

/** Checks the rules that hold once nothing is left to do. @param tries of a delivery, by its schedule */
export function checkEnd(ledger: Ledger, tries: number): void {
  for (const event of ledger.events.values()) {
    if (event.position === null) ledger.fail(`event ${event.id} never got a position`);
    for (const webhook of ledger.webhooks.values()) checkDelivery(ledger, event, webhook);
  }
  for (const delivery of ledger.deliveries.values()) checkState(ledger, delivery, tries);
}

/** Every event that was begun after a webhook was enabled for the last time has a delivery to it. */
function checkDelivery(ledger: Ledger, event: CommittedEvent, webhook: CommittedWebhook): void {
  const delivery = ledger.deliveryOf.get(`${event.id} ${webhook.id}`);
  const isBefore = event.committed <= webhook.begun;
  const since = enabledSince(webhook);
  const isSelected = event.kind !== 'update' || selectedUpdates(webhook, event) === true;
  const isAfter = since !== undefined && since <= event.begun && event.object === 'brand' && isSelected;
  if (delivery !== undefined && isBefore) ledger.fail(`delivery ${delivery.id} is of an event before its webhook`);
  if (delivery === undefined && isAfter) ledger.fail(`event ${event.id} has no delivery to webhook ${webhook.id}`);
}

function checkState(ledger: Ledger, delivery: CommittedDelivery, tries: number): void {
  const { id, state, error } = delivery;
  if (state === 'pending') ledger.fail(`delivery ${id} is pending for ever`);
  if (state === 'cancelled' && !hasEnded(ledger, delivery))
    ledger.fail(`delivery ${id} was cancelled, but its webhook goes on`);
  if (state !== 'dead' || error === 'lease_lost' || isEventGone(ledger, delivery)) return;
  if (delivery.tries !== tries)
    ledger.fail(`delivery ${id} is dead (${error}) after ${delivery.tries} of ${tries} tries`);
}

function hasEnded({ webhooks }: Ledger, { webhookId }: CommittedDelivery): boolean {
  return webhooks.get(webhookId)?.turns.some(({ isEnabled }) => !isEnabled) === true;
}

/** Whether a delivery that was sent again has lost its event meanwhile: see `removeToldEvents`. */
function isEventGone({ events }: Ledger, { error, again, eventId }: CommittedDelivery): boolean {
  return error === 'event_gone' && again > 0 && events.get(eventId)?.isRemoved === true;
}
