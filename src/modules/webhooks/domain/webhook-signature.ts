import { createHmac, timingSafeEqual } from 'node:crypto';
import { ValidationFailed } from '../../../kernel/errors';
import { MEDIA_TYPES, type WebhookContentType } from './webhook-formats';

const PREFIX = 'whsec_';
const MIN_SECRET_LENGTH = 8;
const MAX_SECRET_LENGTH = 255;

/** Standard base64, padded or not: what receivers' libraries decode. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/**
 * The signing key of a webhook's secret: the bytes after `whsec_` in base64, else the text's own bytes (webhooks.md 6).
 * @throws ValidationFailed naming `secret` when it is shorter than 8 characters (or bytes, once decoded), longer than
 *   255 characters, or no base64 after `whsec_`
 */
export function signingKey(secret: string): Buffer {
  const length = [...secret].length;
  if (length < MIN_SECRET_LENGTH || length > MAX_SECRET_LENGTH) {
    throw refused(`must have ${MIN_SECRET_LENGTH} to ${MAX_SECRET_LENGTH} characters`);
  }
  if (!secret.startsWith(PREFIX)) return Buffer.from(secret);
  const encoded = secret.slice(PREFIX.length);
  const key = Buffer.from(encoded, 'base64');
  if (!BASE64.test(encoded) || key.length < MIN_SECRET_LENGTH) {
    throw refused(`must be ${PREFIX} and at least ${MIN_SECRET_LENGTH} bytes in base64`);
  }
  return key;
}

function refused(message: string): ValidationFailed {
  return ValidationFailed.of('secret', message);
}

/** Bytes of a secret made for the user (webhooks.md 6). */
export const GENERATED_SECRET_BYTES = 32;

/** The secret shown once for 32 random bytes of the caller: `whsec_` and base64. */
export function generatedSecret(bytes: Uint8Array): string {
  return PREFIX + Buffer.from(bytes).toString('base64');
}

/** The signed content, and the secrets that sign it: the current one first, then one still valid (webhooks.md 6). */
export interface Signable {
  readonly id: string;
  /** Whole seconds since 1970, fresh each attempt. */
  readonly timestamp: number;
  readonly body: Uint8Array;
  readonly secrets: readonly string[];
}

/** The `webhook-signature` header: `v1,<base64>` once a secret, separated by spaces (Standard Webhooks). */
export function webhookSignature(signable: Signable): string {
  return signable.secrets.map((secret) => `v1,${digest(signable, secret).toString('base64')}`).join(' ');
}

function digest({ id, timestamp, body }: Omit<Signable, 'secrets'>, secret: string): Buffer {
  return createHmac('sha256', signingKey(secret)).update(`${id}.${timestamp}.`).update(body).digest();
}

/** One attempt, as its headers describe it. */
export interface SignedCall extends Omit<Signable, 'timestamp'> {
  readonly contentType: WebhookContentType;
  readonly sentAt: Date;
  /** 1 for the first try. */
  readonly attempt: number;
  readonly userAgent: string;
}

/** Every header that the receiver of a call may rely on (webhooks.md 4, 5). */
export function webhookHeaders(call: SignedCall): Record<string, string> {
  const timestamp = Math.floor(call.sentAt.getTime() / 1000);
  return {
    'content-type': MEDIA_TYPES[call.contentType],
    'user-agent': call.userAgent,
    'webhook-id': call.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': webhookSignature({ ...call, timestamp }),
    'webhook-attempt': String(call.attempt),
  };
}

/** Greatest difference between the clocks of receiver and sender (Standard Webhooks). */
const TOLERANCE_SECONDS = 5 * 60;

/** A call as it arrived; header names in lower case. */
export interface ReceivedCall {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Uint8Array;
}

/** `valid`, or the first thing wrong with a call. */
export type Verification = 'valid' | 'headers_missing' | 'timestamp_out_of_range' | 'signature_mismatch';

/** Checks a received call with the secret of its webhook, as a receiver should. Used by the `listen` command. */
export function verifyWebhook(call: ReceivedCall, secret: string, now: Date): Verification {
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => {
    const value = call.headers[name];
    return typeof value === 'string' ? value : '';
  });
  if (!id || !timestamp || !signature) return 'headers_missing';
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : NaN;
  const isFresh = Math.abs(Math.floor(now.getTime() / 1000) - seconds) <= TOLERANCE_SECONDS;
  if (!isFresh) return 'timestamp_out_of_range';
  const expected = digest({ id, timestamp: seconds, body: call.body }, secret);
  return signature.split(' ').some((part) => isSignature(part, expected)) ? 'valid' : 'signature_mismatch';
}

function isSignature(part: string, expected: Buffer): boolean {
  if (!part.startsWith('v1,')) return false;
  const sent = Buffer.from(part.slice('v1,'.length), 'base64');
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}
