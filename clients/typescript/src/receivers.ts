import { WebhookVerificationError } from 'standardwebhooks';
import { constructEvent, verifierOf, type ReceivedHeaders, type StoreEvent } from './construct-event.js';

/** Handles an event. When it throws, the store sends the event again later. */
export type HandleEvent = (event: StoreEvent) => unknown;

/** A request of `node:http`, or of Express. */
export interface ReceivedRequest extends AsyncIterable<Uint8Array> {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Set by a body parser of Express. */
  readonly body?: unknown;
}
/** A response of `node:http`, or of Express. */
export interface SentResponse {
  statusCode: number;
  end(text?: string): unknown;
}

/** Bytes of a body: the store's events are below 1 MiB. */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * A request listener of `node:http` that verifies webhooks. It answers 204 when the event was handled, 400 when the signature
 * is wrong, 413 to what is too long, and 500 when `handle` throws.
 * @param failed is told what `handle` threw; default: the console
 * @throws TypeError when the secret is missing
 */
export function nodeReceiver(
  secret: string,
  handle: HandleEvent,
  failed: (error: unknown) => void = (error) => console.error(error),
): (request: ReceivedRequest, response: SentResponse) => Promise<void> {
  verifierOf(secret);
  return async (request, response) => {
    const [status, text] = await receive(request, secret, handle).catch((error: unknown): [number, string] => {
      failed(error);
      return [500, 'The event could not be handled'];
    });
    response.statusCode = status;
    response.end(text);
  };
}

/**
 * Express middleware that verifies webhooks. Mount it before `express.json()`, or behind `express.raw({ type: '*\/*' })`.
 * It answers as {@link nodeReceiver}, but passes what `handle` throws on to Express, which answers 500.
 * @throws TypeError when the secret is missing
 */
export function expressReceiver(
  secret: string,
  handle: HandleEvent,
): (request: ReceivedRequest, response: SentResponse, next: (error: unknown) => void) => Promise<void> {
  verifierOf(secret);
  return async (request, response, next) => {
    try {
      const [status, text] = await receive(request, secret, handle);
      response.statusCode = status;
      response.end(text);
    } catch (error) {
      next(error);
    }
  };
}

async function receive(request: ReceivedRequest, secret: string, handle: HandleEvent): Promise<[number, string?]> {
  const body = await bodyOf(request);
  if (body === undefined) return [413, 'The body is too long'];
  const event = read(body, request.headers, secret);
  if (typeof event === 'string') return [400, event];
  await handle(event);
  return [204];
}

/** @returns the event, or what is wrong with the request */
function read(body: Uint8Array, headers: ReceivedHeaders, secret: string): StoreEvent | string {
  try {
    return constructEvent(body, headers, secret);
  } catch (error) {
    if (error instanceof WebhookVerificationError || error instanceof TypeError || error instanceof SyntaxError)
      return error.message;
    throw error;
  }
}

async function bodyOf(request: ReceivedRequest): Promise<Uint8Array | undefined> {
  if (request.body instanceof Uint8Array) return request.body;
  if (request.body !== undefined) {
    throw new Error('A body parser ran before the receiver: mount the receiver first, or use express.raw()');
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > MAX_BYTES) return undefined;
    chunks.push(chunk);
  }
  const body = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.length;
  }
  return body;
}
