import { enabledSince, selectedUpdates } from './committed';
import { type Ledger } from './ledger';

/** Fan-out tells a webhook nothing of the time when it was disabled, or when it did not select it (events.md 13). */
export function checkFanOut(ledger: Ledger, eventId: string, webhookId: string): void {
  const [event, webhook] = [ledger.events.get(eventId), ledger.webhooks.get(webhookId)];
  if (event === undefined || webhook === undefined) return;
  const since = enabledSince(webhook);
  if (since !== undefined && event.committed < since)
    ledger.fail(`event ${eventId} has a delivery to webhook ${webhookId}, which was enabled later`);
  if (event.object === 'brand' && event.kind === 'update' && selectedUpdates(webhook, event) === false)
    ledger.fail(`event ${eventId} has a delivery to webhook ${webhookId}, which did not select it`);
}
