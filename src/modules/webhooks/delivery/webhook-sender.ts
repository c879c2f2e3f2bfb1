import { Agent, type Dispatcher } from 'undici';
import { monotonicMs } from '../../../kernel/clock';
import { type AttemptOutcome, type ResponseOutcome } from '../domain/attempt-outcome';
import { parseWebhookUrl } from '../domain/webhook-url';
import { type AddressGuard, type ResolveHost } from './address-guard';
import { guardedConnector } from './guarded-connector';
import { SendFailure, sendErrorCode } from './send-failure';

/** Bytes of a response body that are read before the connection is dropped (webhooks.md 12). */
const MAX_READ_BYTES = 64 * 1024;
/** Bytes of a response body that are kept (webhooks.md 12). */
const MAX_KEPT_BYTES = 16 * 1024;
/** Bytes of a response header: Node's own default. */
const MAX_HEADER_BYTES = 16 * 1024;
/**
 * Informational responses (1xx) before the final one. A receiver that sends `103` for ever cost 2.3 s of CPU per
 * attempt.
 */
const MAX_INFORMATIONAL = 5;

const DEFAULT_DEADLINE_MS = 15_000;
const DEFAULT_CONNECT_TIMEOUT_MS = 10_000;
/** An idle connection is worth keeping for the next few events, not for a receiver that may close it mid-request. */
const KEEP_ALIVE_MS = 4_000;
const KEEP_ALIVE_MAX_MS = 30_000;

export interface WebhookSenderOptions {
  /** Which addresses may be called. */
  readonly guard: Pick<AddressGuard, 'isAllowed'>;
  readonly resolve: ResolveHost;
  /** A clock in milliseconds that never goes back. */
  readonly elapsed?: () => number;
  /** Milliseconds over connect, headers and body; 15 s unless told (webhooks.md 12). */
  readonly deadlineMs?: number;
  /** Milliseconds over name, TCP and TLS, within the deadline; 10 s unless told. */
  readonly connectTimeoutMs?: number;
  /** Certificate authorities in PEM to trust instead of the built-in ones. */
  readonly authorities?: string;
}

/** One call of a webhook: the exact bytes, and the headers that go with them. */
export interface WebhookCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * Sends webhooks over connections of its own: to allowed addresses only, within one deadline, without following
 * redirects, inflating answers or reading proxies from the environment (webhooks.md 12, 17). One a process.
 */
export class WebhookSender {
  private readonly agent: Agent;
  private readonly elapsed: () => number;
  private readonly deadlineMs: number;
  private closing: Promise<void> | null = null;

  constructor(options: WebhookSenderOptions) {
    this.elapsed = options.elapsed ?? monotonicMs;
    this.deadlineMs = options.deadlineMs ?? DEFAULT_DEADLINE_MS;
    this.agent = new Agent({
      connect: guardedConnector({
        guard: options.guard,
        resolve: options.resolve,
        connectTimeoutMs: Math.min(options.connectTimeoutMs ?? DEFAULT_CONNECT_TIMEOUT_MS, this.deadlineMs),
        authorities: options.authorities,
      }),
      maxHeaderSize: MAX_HEADER_BYTES,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MAX_MS,
      // The one deadline covers both.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /** Makes one attempt. Never throws: a failure is an outcome too. */
  async send(call: WebhookCall): Promise<AttemptOutcome> {
    const startedAt = this.elapsed();
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(new SendFailure('deadline')), this.deadlineMs);
    try {
      const answer = await this.exchange(call, controller);
      return { outcome: 'response', ...answer, ms: this.since(startedAt) };
    } catch (error) {
      return { outcome: 'error', code: sendErrorCode(error), ms: this.since(startedAt) };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Waits for the attempts under way, each within its deadline, then closes the idle connections. Can be repeated. */
  close(): Promise<void> {
    this.closing ??= this.agent.close();
    return this.closing;
  }

  private since(startedAt: number): number {
    return Math.round(this.elapsed() - startedAt);
  }

  private async exchange(
    call: WebhookCall,
    controller: AbortController,
  ): Promise<Omit<ResponseOutcome, 'outcome' | 'ms'>> {
    const { origin, pathname, search } = sendableUrl(call.url);
    let informational = 0;
    const response = await this.agent.request({
      origin,
      path: pathname + search,
      method: 'POST',
      headers: { ...call.headers, 'accept-encoding': 'identity' },
      body: call.body,
      signal: controller.signal,
      onInfo: () => {
        informational += 1;
        if (informational > MAX_INFORMATIONAL) controller.abort(new SendFailure('bad_response'));
      },
    });
    const { 'retry-after': retryAfter = null } = response.headers;
    return {
      status: response.statusCode,
      retryAfter: Array.isArray(retryAfter) ? (retryAfter[0] ?? null) : retryAfter,
      head: readableHead(await readUpTo(MAX_READ_BYTES, response.body)),
    };
  }
}

/** A stored URL was checked when it came in; one that no longer passes is refused like an address. */
function sendableUrl(text: string): URL {
  try {
    return parseWebhookUrl(text);
  } catch (error) {
    throw new SendFailure('address_refused', error);
  }
}

/** Reads the first bytes of a body. The rest of a longer one is dropped together with its connection. */
async function readUpTo(limit: number, body: Dispatcher.ResponseData['body']): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  // Dropping the rest makes the body fail as aborted, after the last reader of that failure has gone.
  body.on('error', () => undefined);
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= limit) break;
  }
  return Buffer.concat(chunks);
}

/**
 * Bytes of unknown meaning as text that any column and any reader can take: at most 16 KiB of UTF-8, no character cut
 * in half, no NUL, at which one of the database drivers would end the text.
 */
function readableHead(bytes: Buffer): string {
  const isCut = bytes.length > MAX_KEPT_BYTES;
  const decoded = new TextDecoder().decode(bytes.subarray(0, MAX_KEPT_BYTES), { stream: isCut });
  const text = decoded.replaceAll('\0', '\ufffd');
  // No byte becomes more than the three of a replacement character.
  if (bytes.length * 3 <= MAX_KEPT_BYTES) return text;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(MAX_KEPT_BYTES));
  return text.slice(0, read);
}
