import { type Clock } from '../../../kernel/clock';
import { firstIdAt, firstUuidAt } from '../../../kernel/ids';
import { type Config } from '../../../platform/config/config';
import { type Transactions } from '../../../platform/database/transactions';
import { EventRow } from '../../../platform/events/event.entity';
import { type Chore, daysBefore } from '../../../platform/upkeep/chore';
import { OldRowsChore } from '../../../platform/upkeep/old-rows.chore';
import { removeEndedDeliveries, removeToldEvents } from '../data/old-deliveries';
import { WebhookAttempt } from '../data/webhook-attempt.entity';
import { WebhookDelivery } from '../data/webhook-delivery.entity';

/** Remove attempts, deliveries that have ended, and events that nobody has to be told of any more (webhooks.md 3). */
export function oldDeliveriesChores(
  transactions: Transactions,
  clock: Clock,
  { retention: { attemptDays, eventDays } }: Config,
): Chore[] {
  const before = (days: number): Date => daysBefore(clock.now(), days);
  return [
    new OldRowsChore(transactions, {
      kind: 'webhook_attempts',
      entity: WebhookAttempt,
      by: 'id',
      until: () => firstIdAt(before(attemptDays)),
    }),
    new OldRowsChore(transactions, {
      kind: 'webhook_deliveries',
      entity: WebhookDelivery,
      by: 'id',
      until: () => firstIdAt(before(eventDays)),
      remove: removeEndedDeliveries,
    }),
    new OldRowsChore(transactions, {
      kind: 'events',
      entity: EventRow,
      by: 'id',
      until: () => firstUuidAt(before(eventDays)),
      remove: removeToldEvents,
    }),
  ];
}
