import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { type Response } from 'express';
import { type FeedFilter } from './feed-filter';
import { type FeedTail, type StreamedEvent } from './feed-tail';

/** How often a stream says that it is there, and where it is. */
const HEARTBEAT_MS = 15_000;
/** A reader that takes nothing for so long is cut off; it goes on from where it was. */
const SLOWEST_MS = 30_000;
/** A stream ends after this time, and its reader connects again: a token that was revoked reads no longer than this. */
const LONGEST_MS = 10 * 60_000;
/** How soon a reader connects again. */
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

  /** Sends events until the reader leaves, is too slow, or {@link end} is called. */
  async run(): Promise<void> {
    const { response, ended } = this;
    response.once('close', () => this.end());
    response.writeHead(200, STREAM_HEADERS);
    response.write(`retry: ${RETRY_MS}\n\n`);
    const unfollow = this.tail.follow(() => this.wake());
    const heartbeat = setInterval(() => this.beat(), HEARTBEAT_MS);
    const longest = setTimeout(() => this.end(), LONGEST_MS);
    try {
      while (!ended.signal.aborted) await this.sendNext();
    } catch {
      // A database that is away, or events that were removed meanwhile: the next request of the reader is told.
    } finally {
      unfollow();
      clearInterval(heartbeat);
      clearTimeout(longest);
      response.end();
    }
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
    const { events, last } = await this.tail.after(this.position);
    const wanted = events.filter(({ event }) =>
      this.filter.matches({ type: event.type, object: event.object, objectId: event.object_id }),
    );
    for (const event of wanted) await this.send(event);
    const hasMoved = last > this.position;
    this.position = last;
    if (!hasMoved) await this.news();
  }

  private async send({ text, event }: StreamedEvent): Promise<void> {
    if (this.ended.signal.aborted) return;
    const isTaken = this.response.write(text);
    this.position = event.position;
    if (isTaken) return;
    const { signal } = this.ended;
    const drained = once(this.response, 'drain', { signal });
    const tooSlow = pause(SLOWEST_MS, 'slow', { signal, ref: false });
    const outcome = await Promise.race([drained, tooSlow]).catch(() => undefined);
    if (outcome !== 'slow') return;
    this.end();
    this.response.destroy();
  }

  /** Waits for new events. */
  private async news(): Promise<void> {
    if (this.hasNews || this.ended.signal.aborted) return;
    await new Promise<void>((resolve) => (this.wakeUp = resolve));
    this.wakeUp = () => undefined;
  }

  /** The id tells a reader, whose filter selects little, how far it has come. */
  private beat(): void {
    if (!this.response.writableNeedDrain) this.response.write(`: heartbeat\nid: ${this.position}\n\n`);
  }
}
