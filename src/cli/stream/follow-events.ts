import { setTimeout as pause } from 'node:timers/promises';
import { type FeedEventRecord } from '../../platform/events/feed/feed-event.record';
import { type StoreAccess } from './store-access';
import { fetchFrom, StoreRefused } from './store-response';
import { type Block, readBlocks } from './server-sent-events';

/** Waits before the first attempts to connect again; the last one goes on. */
const WAITS_MS = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000] as const;
/** Bounds the wait that `Retry-After` of a store asks for. */
const LONGEST_WAIT_MS = 60_000;

/** A stream to follow. */
export interface FollowOptions {
  readonly store: StoreAccess;
  /** Patterns of types; none: all. */
  readonly types: readonly string[];
  readonly say: (text: string) => void;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** Follows the stream of events of a store, over breaks and restarts. */
export class EventFollower {
  /** The event that was handled last, or the position that the store began after. */
  private position: string | undefined;
  private failures = 0;
  private hasBegun = false;
  private token: string | undefined;

  constructor(private readonly options: FollowOptions) {}

  /**
   * Returns the events from now on, each once. An event counts as handled when the next one is asked for.
   * @throws StoreRefused when the store refuses what connecting again cannot change
   */
  async *events(): AsyncGenerator<FeedEventRecord, void, undefined> {
    const { signal } = this.options;
    while (!signal.aborted) {
      let waitMs: number = WAITS_MS[0];
      try {
        yield* this.connection();
      } catch (error) {
        if (signal.aborted) return;
        waitMs = this.broken(error);
      }
      await pause(waitMs, undefined, { signal }).catch(() => undefined);
    }
  }

  private async *connection(): AsyncGenerator<FeedEventRecord, void, undefined> {
    for await (const { id, data } of await this.connect()) {
      this.connected(id);
      if (data !== undefined) yield JSON.parse(data) as FeedEventRecord;
      this.position = id ?? this.position;
    }
  }

  private async connect(): Promise<AsyncGenerator<Block, void, undefined>> {
    const { store, types, signal } = this.options;
    const query = types.length === 0 ? '' : `?${new URLSearchParams({ type: types.join(',') }).toString()}`;
    const isNew = this.token === undefined;
    this.token ??= await store.token();
    const headers: Record<string, string> = { accept: 'text/event-stream', authorization: `Bearer ${this.token}` };
    if (this.position !== undefined) headers['last-event-id'] = this.position;
    try {
      const { body } = await fetchFrom(`${store.url}/v1/events/stream${query}`, { headers, signal });
      return readBlocks(body ?? new ReadableStream({ start: (stream) => stream.close() }));
    } catch (error) {
      const isExpired = error instanceof StoreRefused && error.status === 401 && store.isRenewable && !isNew;
      if (!isExpired) throw error;
      this.token = undefined;
      return this.connect();
    }
  }

  private connected(id: string | undefined): void {
    const { say, store } = this.options;
    if (!this.hasBegun) say(`Listening to ${store.url}, from the next event on. Ctrl-C ends.`);
    else if (this.failures > 0) say(`Connected again. Goes on after position ${this.position ?? id}.`);
    this.hasBegun = true;
    this.failures = 0;
  }

  /** @returns after how long to connect again @throws StoreRefused when that changes nothing */
  private broken(error: unknown): number {
    const { say } = this.options;
    if (error instanceof StoreRefused && error.status === 410) {
      // Waiting does not bring them back, and a developer's database is often a new one.
      say(`Events were missed. ${error.message}`);
      this.position = undefined;
      return 0;
    }
    if (!this.mayPass(error)) throw error;
    if (this.failures === 0) say(`No connection to the store (${reasonOf(error)}). Trying again until there is one.`);
    const asked = error instanceof StoreRefused ? error.retryAfter : NaN;
    const waitMs = waitAfter(this.failures, asked);
    this.failures += 1;
    return waitMs;
  }

  /** `fetch` throws a TypeError when it does not reach the store. Others, before there was a stream, come of the options. */
  private mayPass(error: unknown): boolean {
    if (error instanceof StoreRefused) return error.isPassing;
    return this.hasBegun || error instanceof TypeError;
  }
}

/** @returns milliseconds to wait after so many failures before @param retryAfter seconds that the store asked for; NaN: none */
export function waitAfter(failures: number, retryAfter: number): number {
  const own = WAITS_MS[Math.min(failures, WAITS_MS.length - 1)] ?? LONGEST_WAIT_MS;
  return Number.isNaN(retryAfter) ? own : Math.min(Math.max(own, retryAfter * 1000), LONGEST_WAIT_MS);
}

/** `fetch` says no more than that it failed: the reason is in its cause, or in the first of several. */
function reasonOf(error: unknown): string {
  const cause: unknown = error instanceof Error ? (error.cause ?? error) : error;
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
  return first instanceof Error ? first.message : String(first);
}
