import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { type Logger } from 'pino';
import { LOGGER } from '../../logging/logger';
import { FeedFilter } from './feed-filter';
import { type FeedEventRecord } from './feed-event.record';
import { FeedService } from './feed.service';

/** How often new events are looked for while somebody streams: one indexed read for all streams of the process. */
const LOOK_MS = 40;
/** How long a failed look is rested from. */
const REST_MS = 1_000;
/** Events of one read. */
const PAGE = 200;
/** Bounds of what is kept for streams that are a little behind; others read their events from the database. */
const MOST_KEPT = 1_000;
const MOST_BYTES = 4 * 1024 * 1024;

/** An event as streams send it. */
export interface StreamedEvent {
  readonly event: FeedEventRecord;
  /** Its lines, as Server-Sent Events. */
  readonly text: string;
}

/** The events that are next for a stream. */
export interface NextEvents {
  readonly events: readonly StreamedEvent[];
  /** The position to read on from. */
  readonly last: number;
}

/** Follows the end of the feed for all streams of the process: each event is read and written as text once, not once a stream. */
@Injectable()
export class FeedTail {
  private readonly followers = new Set<() => void>();
  private kept: StreamedEvent[] = [];
  private bytes = 0;
  /** Events after this position, up to {@link last}, are kept. */
  private from = 0;
  private last = 0;
  private isLooking = false;
  private hasBegun = false;
  private reading: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly feed: FeedService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Calls `wake` whenever there are new events. @returns how to stop that */
  follow(wake: () => void): () => void {
    this.followers.add(wake);
    if (!this.isLooking) void this.look();
    return () => void this.followers.delete(wake);
  }

  /**
   * Returns the events after a position: from memory where they are kept, else a page from the database, one stream of the
   * process at a time.
   * @throws PositionGone
   */
  async after(position: number): Promise<NextEvents> {
    if (this.hasBegun && position >= this.from && position <= this.last) {
      const at = this.kept.findLastIndex(({ event }) => event.position <= position);
      return { events: this.kept.slice(at + 1), last: this.last };
    }
    const read = this.reading.then(() => this.feed.page(position, FeedFilter.none, PAGE));
    this.reading = read.catch(() => undefined);
    const { events, last } = await read;
    return { events: events.map(streamed), last };
  }

  /** Reads what is new until nobody follows. */
  private async look(): Promise<void> {
    this.isLooking = true;
    while (this.followers.size > 0) await pause(await this.readNew(), undefined, { ref: false });
    this.isLooking = false;
    this.hasBegun = false;
  }

  /** @returns after how long to look again. Never throws: streams wait for a database that is away */
  private async readNew(): Promise<number> {
    try {
      if (!this.hasBegun) this.begin(await this.feed.last());
      for (let hasMore = true; hasMore;) {
        const page = await this.feed.page(this.last, FeedFilter.none, PAGE);
        ({ hasMore } = page);
        this.keep(page.events.map(streamed), page.last);
      }
      return LOOK_MS;
    } catch (error) {
      this.hasBegun = false;
      this.logger.warn({ reason: error instanceof Error ? error.message : String(error) }, 'the feed cannot be read');
      return REST_MS;
    }
  }

  private begin(position: number): void {
    this.hasBegun = true;
    this.from = this.last = position;
    this.kept = [];
    this.bytes = 0;
    this.wake();
  }

  private keep(events: readonly StreamedEvent[], last: number): void {
    this.last = last;
    if (events.length === 0) return;
    this.kept.push(...events);
    for (const { text } of events) this.bytes += text.length;
    while (this.kept.length > MOST_KEPT || this.bytes > MOST_BYTES) {
      const oldest = this.kept.shift();
      if (oldest === undefined) break;
      this.bytes -= oldest.text.length;
      this.from = oldest.event.position;
    }
    this.wake();
  }

  private wake(): void {
    for (const wake of this.followers) wake();
  }
}

function streamed(event: FeedEventRecord): StreamedEvent {
  return { event, text: `id: ${event.position}\ndata: ${JSON.stringify(event)}\n\n` };
}
