import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { type Logger } from 'pino';
import { Gone } from '../../../kernel/errors';
import { LOGGER } from '../../logging/logger';
import { FeedFilter } from './feed-filter';
import { type FeedEventRecord } from './feed-event.record';
import { FeedService } from './feed.service';

/** Interval of the search for new events while there are streams: one indexed read for all streams of the process. */
const LOOK_MS = 40;
/** Pause after a failed search. */
const REST_MS = 1_000;
/** Events of one read. */
const PAGE = 200;
/** Bounds of what is kept for streams that are a little behind; others read their events from the database. */
const MAX_KEPT = 1_000;
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Bounds what one stream holds while its reader is slow, unless one event is longer. The rest is read again: a thousand slow
 * readers would otherwise keep a thousand pages.
 */
const MAX_AHEAD = 100;
const CHARACTERS_AHEAD = 128 * 1024;

/** An event as streams send it: its lines as Server-Sent Events, and what filters ask for. */
export interface StreamedEvent {
  readonly position: number;
  readonly type: string;
  readonly object: string;
  readonly objectId: string;
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
  private isLost = false;
  /** Whether a stream could not read its events since the last look that succeeded. */
  private isMissed = false;
  private hasBegun = false;
  private reading: Promise<unknown> = Promise.resolve();
  /** The last page that was read for streams that are behind. */
  private page: (NextEvents & { readonly from: number }) | undefined;

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
   * Returns the next events after a position, at most 100 and 128 Ki characters: from memory where they are kept, else from
   * the database, one stream of the process at a time; none while the database is away.
   * @throws PositionGone
   */
  async after(position: number): Promise<NextEvents> {
    if (this.hasBegun && position >= this.from && position <= this.last) {
      const at = this.kept.findLastIndex((event) => event.position <= position) + 1;
      return ahead(this.kept.slice(at, at + MAX_AHEAD + 1), this.last);
    }
    const read = this.reading.then(() => this.read(position));
    this.reading = read.catch(() => undefined);
    return read;
  }

  /** A stream that could not be read waits like one that has nothing new, until the next look that succeeds. */
  private async read(position: number): Promise<NextEvents> {
    try {
      return await this.readPage(position);
    } catch (error) {
      if (error instanceof Gone) throw error;
      this.lose(error);
      this.isMissed = true;
      return { events: [], last: position };
    }
  }

  /** Readers that connect again at the same time, and the next part of the same page, are served from the page last read. */
  private async readPage(position: number): Promise<NextEvents> {
    let { page } = this;
    if (page === undefined || position < page.from || position >= page.last) {
      const { events, last } = await this.feed.page(position, FeedFilter.none, MAX_AHEAD);
      const from = position === 0 ? wholeAfter(events, last) : position;
      page = this.page = { from, events: events.map(streamed), last };
    }
    return ahead(page.events.slice(page.events.findLastIndex((event) => event.position <= position) + 1), page.last);
  }

  /** Reads what is new until nobody follows. */
  private async look(): Promise<void> {
    this.isLooking = true;
    while (this.followers.size > 0) await pause(await this.readNew(), undefined, { ref: false });
    this.isLooking = false;
    this.hasBegun = false;
    this.page = undefined;
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
      if (this.isLost) this.logger.info('the feed can be read again');
      this.isLost = false;
      if (this.isMissed) this.wake();
      this.isMissed = false;
      return LOOK_MS;
    } catch (error) {
      this.hasBegun = false;
      this.lose(error);
      return REST_MS;
    }
  }

  /** Logs the first failure alone: a database that is away would fill the log. */
  private lose(error: unknown): void {
    if (this.isLost) return;
    this.isLost = true;
    const reason = error instanceof Error ? error.message : String(error);
    this.logger.warn({ reason }, 'the feed cannot be read; streams wait until it can');
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
    while (this.kept.length > MAX_KEPT || this.bytes > MAX_BYTES) {
      const oldest = this.kept.shift();
      if (oldest === undefined) break;
      this.bytes -= oldest.text.length;
      this.from = oldest.position;
    }
    this.wake();
  }

  private wake(): void {
    for (const wake of this.followers) wake();
  }
}

function streamed(event: FeedEventRecord): StreamedEvent {
  const { position, type, object, object_id: objectId } = event;
  return { position, type, object, objectId, text: `id: ${position}\ndata: ${JSON.stringify(event)}\n\n` };
}

/**
 * Removed events may be missing anywhere in a page that begins with the oldest: those that nobody waits for go first. A reader
 * that has not read them must be told, so the page is only for those who have read what is before its last gap.
 * @returns the position after which the page misses nothing
 */
function wholeAfter(events: readonly { readonly position: number }[], last: number): number {
  if (events.at(-1)?.position !== last) return last;
  const first = events.findLast(({ position }, at) => events[at - 1]?.position !== position - 1);
  return (first?.position ?? 1) - 1;
}

/** Cuts events down to what one stream may hold: at least one of them. */
function ahead(events: readonly StreamedEvent[], last: number): NextEvents {
  let characters = 0;
  const end = events.findIndex(({ text }, at) => {
    characters += text.length;
    return at === MAX_AHEAD || (at > 0 && characters > CHARACTERS_AHEAD);
  });
  if (end === -1) return { events, last };
  const next = events.slice(0, end);
  return { events: next, last: next.at(-1)?.position ?? last };
}
