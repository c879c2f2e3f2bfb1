import { applyDecorators, Controller, Get, Res } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation, ApiQuery, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { type Response } from 'express';
import { TYPE_WORDS } from '../type-patterns';
import { Scoped } from '../../http/principal';
import { EventStreams } from './event-streams';
import { FeedEventRecord } from './feed-event.record';
import { AFTER, Streamed, type StreamRequest } from './feed-request';

const TEXT = { type: 'string' };
const PARAMETERS = {
  type: {
    description: 'Types of events or patterns such as `order.*`, with commas between them.',
    schema: TYPE_WORDS.schema,
  },
  object: { description: 'Kinds of objects, with commas between them.', schema: TEXT },
  object_id: { description: 'Ids of objects, with commas between them.', schema: TEXT },
} as const;

const TakesParameters = (): MethodDecorator =>
  applyDecorators(
    ApiQuery(AFTER),
    ...Object.entries(PARAMETERS).map(([name, about]) => ApiQuery({ name, required: false, ...about })),
    ApiHeader({
      name: 'Last-Event-ID',
      required: false,
      description: 'Position to go on from, as `EventSource` sends it. It counts before `after`.',
      schema: { type: 'string', pattern: '^[0-9]+$', example: '4711' },
    }),
  );

/** `/v1/events/stream` (events.md 8). */
@Scoped('events')
@ApiTags('Events')
@Controller('v1/events/stream')
export class EventStreamController {
  constructor(private readonly streams: EventStreams) {}

  @Get()
  @ApiOperation({
    operationId: 'streamEvents',
    summary: 'Stream events as they happen',
    description:
      'Server-Sent Events: `id` is the position, `data` the event as the feed returns it. A comment comes every 15 seconds. A stream ends after 10 minutes at most; connect again with `Last-Event-ID` to go on from there. Filters are those of the feed.',
  })
  @TakesParameters()
  @ApiOkResponse({
    description: 'Streams events until the reader leaves. The schema is that of the `data` of each.',
    content: { 'text/event-stream': { schema: { $ref: getSchemaPath(FeedEventRecord) } } },
  })
  async stream(@Streamed() { query, after }: StreamRequest, @Res() response: Response): Promise<void> {
    await this.streams.serve(response, query, after);
  }
}
