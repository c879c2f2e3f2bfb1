import { wireTime } from '../../../kernel/clock';
import { ValidationFailed } from '../../../kernel/errors';
import { type EventKind } from './event-pattern';

/** The stored keys of `content_type` and the media type each stands for (webhooks.md 4). */
export const MEDIA_TYPES = { json: 'application/json', form: 'application/x-www-form-urlencoded' } as const;
export type WebhookContentType = keyof typeof MEDIA_TYPES;

const SPELLINGS: ReadonlyMap<string, WebhookContentType> = new Map([
  ['json', 'json'],
  [MEDIA_TYPES.json, 'json'],
  ['form', 'form'],
  ['form-urlencoded', 'form'],
  [MEDIA_TYPES.form, 'form'],
]);

/**
 * The stored key of a `content_type` as sent, in any case (webhooks.md 4).
 * @throws ValidationFailed for any other text
 */
export function parseContentType(text: string): WebhookContentType {
  const key = SPELLINGS.get(text.trim().toLowerCase());
  if (!key) throw ValidationFailed.of('content_type', `must be one of ${[...SPELLINGS.keys()].join(', ')}`);
  return key;
}

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

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

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

/**
 * The exact bytes of a call, the same for the same event on every attempt: a JSON array holding the event, or the
 * event's fields in bracket notation (webhooks.md 4, 5).
 */
export function webhookBody(event: FrozenEvent, contentType: WebhookContentType): Buffer {
  const json = JSON.stringify([wireEvent(event)]);
  return Buffer.from(contentType === 'json' ? json : formOf(json));
}

/** Builds the form from the JSON text, so that both bodies have the same values for any `data`. */
function formOf(json: string): string {
  const [fields] = JSON.parse(json) as [Record<string, Json>];
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) appendField(form, name, value);
  return form.toString();
}

/** `null`, `[]` and `{}` become an empty field: bracket notation cannot express them, and an omitted field tells less. */
function appendField(form: URLSearchParams, name: string, value: Json): void {
  if (value === null || typeof value !== 'object') {
    form.append(name, value === null ? '' : String(value));
    return;
  }
  const entries = Object.entries(value);
  if (entries.length === 0) form.append(name, '');
  for (const [key, inner] of entries) appendField(form, `${name}[${key}]`, inner);
}
