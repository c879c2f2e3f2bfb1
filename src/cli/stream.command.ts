import { randomBytes } from 'node:crypto';
import { SystemClock } from '../kernel/clock';
import { ValidationFailed } from '../kernel/errors';
import { MEDIA_TYPES, parseContentType } from '../modules/webhooks/domain/webhook-formats';
import { GENERATED_SECRET_BYTES, generatedSecret } from '../modules/webhooks/domain/webhook-signature';
import { type FeedEventRecord } from '../platform/events/feed/feed-event.record';
import { readable } from './listen';
import { EventFollower } from './stream/follow-events';
import { Forwarder } from './stream/forwarder';
import { storeAccess, type StoreOptions } from './stream/store-access';

/** The options of `store listen` for the stream of events. */
export interface StreamArguments extends StoreOptions {
  readonly forward?: string;
  readonly secret?: string;
  readonly contentType?: string;
  readonly events?: string;
  readonly verbose?: true;
}

/**
 * Prints the events of a store as they happen, and posts them on with `forward`, until the process is stopped (events.md 11).
 * @throws ValidationFailed naming the option; StoreRefused when the store refuses the stream
 */
export async function streamCommand(options: StreamArguments, say: (text: string) => void): Promise<void> {
  const show = options.verbose === true ? (text: string): void => say(`${text}\n`) : (): void => undefined;
  const store = storeAccess(options);
  const forwarder = forwarderOf(options, say);
  const ended = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.abort());
  const types = options.events?.split(',').map((pattern) => pattern.trim()) ?? [];
  const follower = new EventFollower({ store, types, say, signal: ended.signal });
  for await (const event of follower.events()) {
    if (forwarder === undefined) {
      say(
        `${event.type}  ${event.object} ${event.object_id}  version ${event.object_version}  position ${event.position}`,
      );
      show(JSON.stringify(event, null, 2));
    } else await forward(forwarder, event, say, (body) => show(readable(body, mediaType(options))));
  }
  await forwarder?.close();
}

function forwarderOf({ forward: url, secret, ...options }: StreamArguments, say: (text: string) => void) {
  if (url === undefined) {
    if (secret !== undefined) throw ValidationFailed.of('--secret', 'signs what --forward posts: add --forward');
    return undefined;
  }
  const used = secret ?? generatedSecret(randomBytes(GENERATED_SECRET_BYTES));
  const contentType = parseContentType(options.contentType ?? 'json');
  const forwarder = new Forwarder({ url, secret: used, contentType }, new SystemClock());
  if (secret === undefined) say(`Secret of the signatures: ${used}`);
  return forwarder;
}

async function forward(
  forwarder: Forwarder,
  event: FeedEventRecord,
  say: (text: string) => void,
  show: (body: Buffer) => void,
): Promise<void> {
  const { verdict, ms, body } = await forwarder.post(event);
  say(`${event.type}  ${verdict}  ${ms} ms  webhook-id ${event.id}`);
  show(body);
}

const mediaType = ({ contentType = 'json' }: StreamArguments): string => MEDIA_TYPES[parseContentType(contentType)];
