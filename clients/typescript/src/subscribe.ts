import { failureOf, StoreError } from './failures.js';
import type { components } from './schema.js';
import { readServerSentEvents } from './server-sent-events.js';
import { backOff, wait } from './waiting.js';

/** An event of the feed, with its position. A union by `type`. */
export type FeedEvent = components['schemas']['FeedEventRecord'];
/** Events, one after another. */
export type Subscription = AsyncGenerator<FeedEvent, void, undefined>;

/** Selection and start of the events. */
export interface SubscribeOptions {
  /** Position of the last event that you have handled; 0: from the oldest that is kept; left out: from now on. */
  readonly after?: number | undefined;
  /** Types or patterns such as `order.*`. */
  readonly type?: readonly string[] | undefined;
  /** Kinds of objects such as `order`. */
  readonly object?: readonly string[] | undefined;
  readonly objectId?: readonly string[] | undefined;
  /** Ends the subscription without an error. */
  readonly signal?: AbortSignal | undefined;
}

const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 30_000;
/** The store sends a comment every 15 seconds: a stream that is silent for three of them is broken. */
const SILENCE_MS = 45_000;

/** Position of a subscription. */
interface Place {
  after: number | undefined;
  /** Attempts since a stream last began. */
  failures: number;
}
type Send = (request: Request) => Promise<Response>;

/**
 * Reads the stream of events, connects again after each break and goes on from the last event that was taken.
 * @throws StoreError when the store refuses the subscription, such as 410 when events after the position were removed
 */
export async function* subscribe(url: string, send: Send, options: SubscribeOptions): Subscription {
  const place: Place = { after: options.after, failures: 0 };
  while (!options.signal?.aborted) {
    try {
      yield* stream(url, send, options, place);
    } catch (error) {
      if (options.signal?.aborted) return;
      if (isFinal(error)) throw error;
    }
    await wait(backOff(place.failures, FIRST_WAIT_MS, MAX_WAIT_MS), options.signal).catch(() => undefined);
    place.failures += 1;
  }
}

/** Reads one stream until it ends, and keeps the place. */
async function* stream(url: string, send: Send, options: SubscribeOptions, place: Place): Subscription {
  const own = new AbortController();
  const end = (): void => own.abort();
  options.signal?.addEventListener('abort', end, { once: true });
  try {
    const body = await open(send, addressOf(url, place.after, options), own.signal);
    place.failures = 0;
    for await (const { id, data } of readServerSentEvents(body, SILENCE_MS, own.signal)) {
      if (id !== undefined) place.after = Number(id);
      if (data !== undefined) yield JSON.parse(data) as FeedEvent;
    }
  } finally {
    options.signal?.removeEventListener('abort', end);
    own.abort();
  }
}

/** Whether the store would refuse the next attempt too. */
function isFinal(error: unknown): boolean {
  return error instanceof StoreError && error.status < 500 && error.status !== 429;
}

async function open(send: Send, address: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const response = await send(new Request(address, { headers: { accept: 'text/event-stream' }, signal }));
  if (!response.ok) throw failureOf(response, await response.json().catch(() => undefined));
  return response.body ?? new ReadableStream({ start: (controller) => controller.close() });
}

function addressOf(url: string, after: number | undefined, { type, object, objectId }: SubscribeOptions): string {
  const query = new URLSearchParams();
  if (after !== undefined) query.set('after', String(after));
  for (const [name, words] of Object.entries({ type, object, object_id: objectId })) {
    if (words !== undefined) query.set(name, words.join(','));
  }
  return `${url}/v1/events/stream?${query.toString()}`;
}
