import { Controller, Get, Param } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiQuery, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { AnswersList, AnswersOne, envelope } from '../http/openapi/answers';
import { single, type Single } from '../http/envelope';
import { listed, type Listed, type ListRequest } from '../http/pagination';
import { Scoped } from '../http/principal';
import { EventRecord } from './event.record';
import { EventsService } from './events.service';
import { AFTER, type FeedRequest, isFeed, ListOrFeed } from './feed/feed-request';
import { FeedEventRecord } from './feed/feed-event.record';
import { FeedService } from './feed/feed.service';

/** The response with a page of the feed. */
interface Fed {
  readonly status: true;
  readonly result: readonly FeedEventRecord[];
  readonly last: number;
  readonly has_more: boolean;
}

const FED = envelope('EventFeedResponse', {
  result: { type: 'array', items: { $ref: getSchemaPath(FeedEventRecord) } },
  last: { type: 'integer', description: 'Send it as `after` to read on.', example: 4711 },
  has_more: {
    type: 'boolean',
    description: 'Whether the log goes on after `last`. With a filter, a page may be empty and have more after it.',
  },
});
const LISTED = envelope('EventListResponse', {
  result: { type: 'array', items: { $ref: getSchemaPath(EventRecord) } },
  pagination: { $ref: '#/components/schemas/Pagination' },
});

/** `/v1/events` (webhooks.md 3, events.md 7). */
@Scoped('events')
@ApiTags('Events')
@Controller('v1/events')
export class EventsController {
  constructor(
    private readonly events: EventsService,
    private readonly feed: FeedService,
  ) {}

  @Get()
  @ApiOkResponse({
    description: 'Returns a page of events; with `after`, of the feed.',
    schema: { title: 'EventsResponse', oneOf: [LISTED.schema, FED.schema] },
  })
  @AnswersList(EventRecord, {
    summary: 'List events, newest first, or read the feed',
    description:
      'With `after` it is the feed: events in the order of their positions, oldest first, each with its `position`. A reader never finds a new event before the position it has reached. It takes `limit`, `type`, `object` and `object_id`, each of these one value or several with commas, and nothing else. 410 when events after the position were removed.',
  })
  @ApiExtraModels(FeedEventRecord)
  @ApiQuery(AFTER)
  @ApiQuery({
    name: 'since',
    required: false,
    description: 'Returns only events at or after this time: `YYYY-MM-DD HH:MM:SS`, UTC.',
    schema: { type: 'string' },
  })
  @ApiQuery({
    name: 'until',
    required: false,
    description: 'Returns only events before this time: `YYYY-MM-DD HH:MM:SS`, UTC.',
    schema: { type: 'string' },
  })
  async list(@ListOrFeed() request: ListRequest | FeedRequest): Promise<Listed<EventRecord> | Fed> {
    if (!isFeed(request)) return listed(await this.events.page(request), request);
    const filter = this.feed.filter(request.query);
    const { events, last, hasMore } = await this.feed.page(request.after, filter, request.limit);
    return { status: true, result: events, last, has_more: hasMore };
  }

  @Get(':event_id')
  @AnswersOne(EventRecord, { summary: 'Get an event' })
  async get(@Param('event_id') id: string): Promise<Single<EventRecord>> {
    return single(await this.events.get(id));
  }
}
