import { AccessToken } from '../modules/access/data/access-token.entity';
import { ApiClient } from '../modules/access/data/api-client.entity';
import { Currency } from '../modules/settings/data/currency.entity';
import { WebhookAttempt } from '../modules/webhooks/data/webhook-attempt.entity';
import { WebhookDelivery } from '../modules/webhooks/data/webhook-delivery.entity';
import { WebhookHealth } from '../modules/webhooks/data/webhook-health.entity';
import { Webhook } from '../modules/webhooks/data/webhook.entity';
import { WorkerLease } from '../modules/webhooks/data/worker-lease.entity';
import { EventRow } from '../platform/events/event.entity';
import { IdempotencyRecord } from '../platform/http/idempotency/idempotency-record.entity';

/** Every entity of the store. A test fails when a file under src declares one that is missing here. */
export const entities = [
  AccessToken,
  ApiClient,
  Currency,
  EventRow,
  IdempotencyRecord,
  Webhook,
  WebhookAttempt,
  WebhookDelivery,
  WebhookHealth,
  WorkerLease,
];
