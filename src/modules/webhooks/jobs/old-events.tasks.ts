import { type Clock } from '../../../kernel/clock';
import { firstIdAt, firstUuidAt } from '../../../kernel/ids';
import { type Config } from '../../../platform/config/config';
import { type Transactions } from '../../../platform/database/connection/transactions';
import { EventRow } from '../../../platform/events/event.entity';
import { type RetentionTask, daysBefore, secondsOfDays } from '../../../platform/retention/retention-task';
import { OldRowsTask } from '../../../platform/retention/old-rows.task';
import { removeEndedDeliveries, removeToldEvents } from './old-events';
import { WebhookAttempt } from '../data/webhook-attempt.entity';
import { WebhookDelivery } from '../data/webhook-delivery.entity';

/** Returns the tasks that remove old attempts, ended deliveries, and events without pending deliveries (webhooks.md 3). */
export function oldEventsTasks(
  transactions: Transactions,
  clock: Clock,
  { retention: { attemptDays, eventDays } }: Config,
): RetentionTask[] {
  const before = (days: number): Date => daysBefore(clock.now(), days);
  return [
    new OldRowsTask(transactions, {
      kind: 'webhook_attempts',
      entity: WebhookAttempt,
      by: 'id',
      keptSeconds: secondsOfDays(attemptDays),
      until: () => firstIdAt(before(attemptDays)),
    }),
    new OldRowsTask(transactions, {
      kind: 'webhook_deliveries',
      entity: WebhookDelivery,
      by: 'id',
      keptSeconds: secondsOfDays(eventDays),
      until: () => firstIdAt(before(eventDays)),
      remove: removeEndedDeliveries,
    }),
    new OldRowsTask(transactions, {
      kind: 'events',
      entity: EventRow,
      by: 'id',
      keptSeconds: secondsOfDays(eventDays),
      until: () => firstUuidAt(before(eventDays)),
      remove: removeToldEvents,
    }),
  ];
}
