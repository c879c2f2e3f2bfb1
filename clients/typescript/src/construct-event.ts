import { Webhook } from 'standardwebhooks';
import type { components } from './schema.js';

/** The body of a webhook: an event. A union by `type`. */
export type StoreEvent = components['schemas']['StoreEvent'];

/** Headers as `node:http`, `fetch` or a framework has them: names of an object may have any case. */
export type ReceivedHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The media type of the bodies that are read. */
const JSON_TYPE = 'application/json' satisfies components['schemas']['WebhookContentTypeChoice']['value'];

const NAMES = ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'content-type'] as const;

/**
 * Verifies a webhook and returns its event.
 * @param body the bytes as they arrived: JSON that was parsed and written again has another signature
 * @param secret of the webhook; while it is rotated, the old and the new one both verify
 * @throws WebhookVerificationError when a header is missing, the signature is wrong, or it is older than five minutes;
 *   TypeError when the secret is missing or the body is no JSON of a webhook
 */
export function constructEvent(body: string | Uint8Array, headers: ReceivedHeaders, secret: string): StoreEvent {
  const sent = headers instanceof Headers ? headers : headersOf(headers);
  const received = Object.fromEntries(NAMES.map((name) => [name, sent.get(name) ?? '']));
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  verifierOf(secret).verify(text, received, { jsonParse: false });
  const type = received['content-type'] ?? '';
  if (type !== '' && !type.startsWith(JSON_TYPE))
    throw new TypeError(`The webhook sends ${type}. Set its content_type to json.`);
  const [event] = JSON.parse(text) as readonly StoreEvent[];
  if (event === undefined) throw new TypeError('The webhook sent no event.');
  return event;
}

/** Checks a secret. @throws TypeError when it is none, as when a setting was forgotten */
export function verifierOf(secret: string): Webhook {
  if (typeof secret !== 'string' || secret === '') throw new TypeError('The secret of the webhook is missing');
  if (secret.startsWith('whsec_')) return new Webhook(secret);
  // A secret without the prefix is no base64: its UTF-8 bytes are the key. The library would take one byte of each character.
  return new Webhook(new TextEncoder().encode(secret), { format: 'raw' });
}

/** The headers of a webhook among others, which `Headers` might refuse. */
function headersOf(given: Exclude<ReceivedHeaders, Headers>): Headers {
  const wanted = Object.entries(given).filter(([name]) => NAMES.some((one) => one === name.toLowerCase()));
  return new Headers(wanted.map(([name, value]) => [name, [value ?? ''].flat().join(', ')]));
}
