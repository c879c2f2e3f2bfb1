import { once } from 'node:events';
import { type Response } from 'express';
import { HEARTBEAT_MS, mayGoOn } from '../../http/connections/long-answer';
import { SLOWEST_MS } from '../../http/connection-turns';
import { type FeedFilter } from './feed-filter';
import { type FeedTail, type StreamedEvent } from './feed-tail';

/** A stream ends after this time, and its reader connects again. */
const LONGEST_MS = 10 * 60_000;
/** Time after which a reader connects again. */
const RETRY_MS = 1_000;

/** The headers of a stream. */
export const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // Proxies that gather responses would hold events back.
  'X-Accel-Buffering': 'no',
};

/** One reader of the feed over Server-Sent Events (events.md 8). */
export class EventStream {
  private readonly ended = new AbortController();
  private wakeUp: () => void = () => undefined;
  private hasNews = true;

  /** @param position the last event that the reader has seen */
  constructor(
    private readonly response: Response,
    private readonly filter: FeedFilter,
    private position: number,
    private readonly tail: Pick<FeedTail, 'follow' | 'after'>,
  ) {}

  /**
   * Sends events until the reader leaves, is too slow, its token is no longer valid, or {@link end} is called; resolves when the
   * response is closed.
   */
  async run(): Promise<void> {
    const { response, ended } = this;
    // It left while its request was read: no `close` follows.
    if (response.closed) return;
    const closed = new Promise<void>((resolve) => response.once('close', resolve)).then(() => this.end());
    response.writeHead(200, STREAM_HEADERS);
    // The position at once: a reader that began with the next event, and breaks off before it comes, misses nothing.
    response.write(`retry: ${RETRY_MS}\nid: ${this.position}\n\n`);
    const unfollow = this.tail.follow(() => this.wake());
    const heartbeat = setInterval(() => void this.beat(), HEARTBEAT_MS);
    const longest = setTimeout(() => this.end(), LONGEST_MS);
    try {
      while (!ended.signal.aborted) await this.sendNext();
    } catch {
      // Events were removed meanwhile: the next request of the reader is told.
    } finally {
      unfollow();
      clearInterval(heartbeat);
      clearTimeout(longest);
      response.end();
    }
    await this.orCutOff(closed);
  }

  /** Ends the stream in order; its reader connects again, here or elsewhere. */
  end(): void {
    this.ended.abort();
    this.wakeUp();
  }

  private wake(): void {
    this.hasNews = true;
    this.wakeUp();
  }

  private async sendNext(): Promise<void> {
    this.hasNews = false;
    const from = this.position;
    const { events, last } = await this.tail.after(from);
    const matching = events.filter((each) => this.filter.matches(each));
    // Also between two heartbeats nothing is sent to a token that was revoked. A look mostly costs nothing: see KnownTokens.
    if (matching.length > 0 && !(await mayGoOn(this.response.req))) return this.end();
    for (const event of matching) await this.send(event);
    this.position = last;
    if (last === from) await this.news();
  }

  private async send({ text, position }: StreamedEvent): Promise<void> {
    if (this.ended.signal.aborted) return;
    const isTaken = this.response.write(text);
    this.position = position;
    if (isTaken) return;
    const drained = once(this.response, 'drain', { signal: this.ended.signal }).catch(() => undefined);
    await this.orCutOff(drained);
  }

  /** Waits until the reader has taken what was sent, and cuts it off when it is too slow: it goes on from where it was. */
  private async orCutOff(taken: Promise<unknown>): Promise<void> {
    const tooSlow = setTimeout(() => {
      this.end();
      this.response.destroy();
    }, SLOWEST_MS);
    await taken;
    clearTimeout(tooSlow);
  }

  /** Waits for new events. */
  private async news(): Promise<void> {
    if (this.hasNews || this.ended.signal.aborted) return;
    await new Promise<void>((resolve) => (this.wakeUp = resolve));
    this.wakeUp = () => undefined;
  }

  /** The id tells a reader, whose filter selects little, how far it has come. */
  private async beat(): Promise<void> {
    if (!(await mayGoOn(this.response.req))) this.end();
    if (this.ended.signal.aborted) return;
    if (!this.response.writableNeedDrain) this.response.write(`: heartbeat\nid: ${this.position}\n\n`);
  }
}
