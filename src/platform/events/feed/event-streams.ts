import { Injectable } from '@nestjs/common';
import { type Response } from 'express';
import { Lifecycle } from '../../http/lifecycle';
import { type AuthenticatedRequest } from '../../http/principal';
import { Metrics } from '../../metrics/metrics';
import { type FeedQuery } from './feed-filter';
import { EventStream, STREAM_HEADERS } from './event-stream';
import { FeedTail } from './feed-tail';
import { FeedService } from './feed.service';
import { TooManyStreams } from './feed.errors';

/** Streams of one process. Each holds a connection, and at most what its socket has not taken yet. */
const MAX_STREAMS = 1_000;
/** Streams of one client among them, so that it leaves some to others. */
const MAX_OF_CLIENT = 50;

/** Serves `GET /v1/events/stream` (events.md 8). */
@Injectable()
export class EventStreams {
  private open = 0;
  /** Open streams of each client, by its id; clients without any are left out. */
  private readonly shares = new Map<string, number>();

  constructor(
    private readonly feed: FeedService,
    private readonly tail: FeedTail,
    private readonly lifecycle: Lifecycle,
    metrics: Metrics,
  ) {
    metrics.gauge('event_streams', 'Open streams of events.', () => this.open);
  }

  /**
   * Streams events to a response until its reader leaves or the process stops.
   * @param after the last event that the reader has seen; undefined: those from now on
   * @throws ValidationFailed, PositionGone, PositionUnknown, TooManyStreams before the response has begun
   */
  async serve(response: Response, query: FeedQuery, after: number | undefined): Promise<void> {
    const filter = this.feed.filter(query);
    const leave = this.enter((response.req as AuthenticatedRequest).principal?.id ?? '');
    let forget = (): void => undefined;
    try {
      const position = after ?? (await this.feed.last());
      // The status tells whether the position is kept: it can only be set before the first event.
      if (after !== undefined) await this.feed.page(after, filter, 1);
      if (response.req.method === 'HEAD') {
        response.writeHead(200, STREAM_HEADERS).end();
        return;
      }
      const stream = new EventStream(response, filter, position, this.tail);
      forget = this.lifecycle.onDrain(() => stream.end());
      await stream.run();
    } finally {
      leave();
      forget();
    }
  }

  /** Takes a place. @returns gives it back @throws TooManyStreams when the process or the client has no more */
  private enter(client: string): () => void {
    const share = this.shares.get(client) ?? 0;
    if (this.open >= MAX_STREAMS) throw new TooManyStreams(`This process serves ${MAX_STREAMS} streams`);
    if (share >= MAX_OF_CLIENT) throw new TooManyStreams(`This process serves ${MAX_OF_CLIENT} streams to this client`);
    this.open += 1;
    this.shares.set(client, share + 1);
    return () => {
      this.open -= 1;
      const rest = (this.shares.get(client) ?? 1) - 1;
      if (rest === 0) this.shares.delete(client);
      else this.shares.set(client, rest);
    };
  }
}
