import { wireTime } from '../../../kernel/clock';
import { type EventKind } from './event-pattern';
import { WEBHOOK_FORMATS, type WebhookContentType } from './webhook-formats';

/** A frozen event, as the events table holds it (webhooks.md 2). */
export interface FrozenEvent {
  readonly id: string;
  readonly type: string;
  readonly object: string;
  readonly objectId: string;
  readonly objectVersion: number;
  /** `ping` for a test request: nothing happened. */
  readonly event: EventKind | 'ping';
  readonly occurredAt: Date;
  /** The record as the API would return it: any JSON value. */
  readonly data: unknown;
}

/** The event type of a test request. */
export const PING = 'webhook.ping';

/** The body of a ping: the webhook's id, and no data (webhooks.md 15). */
export function pingEvent(ping: Pick<FrozenEvent, 'id' | 'occurredAt'> & { readonly webhookId: string }): FrozenEvent {
  const { id, occurredAt, webhookId } = ping;
  return {
    id,
    type: PING,
    object: 'webhook',
    objectId: webhookId,
    objectVersion: 0,
    event: 'ping',
    occurredAt,
    data: {},
  };
}

/** The event in the words and the order of the wire. The order is part of the signed bytes: append, never reorder. */
function wireEvent(event: FrozenEvent): Record<string, unknown> {
  return {
    id: event.id,
    type: event.type,
    object: event.object,
    object_id: event.objectId,
    object_version: event.objectVersion,
    event: event.event,
    occurred_at: wireTime(event.occurredAt),
    data: event.data,
  };
}

/** The exact bytes of a call, the same for the same event on every attempt (webhooks.md 4, 5). */
export function webhookBody(event: FrozenEvent, contentType: WebhookContentType): Buffer {
  return Buffer.from(WEBHOOK_FORMATS[contentType].write(wireEvent(event)));
}
