import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiOkResponse, ApiParam, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { ValidationFailed } from '../../../kernel/errors';
import { removed, type Removed, single, type Single } from '../../http/envelope';
import { IfMatch, type IfMatchTags } from '../../http/fields/request-values';
import { AnswersChanged, AnswersOne, AnswersRemoved, envelope } from '../../http/openapi/answers';
import { Scoped } from '../../http/principal';
import { PutFeedConsumerDto } from './feed-consumer.dto';
import { FeedConsumerRecord } from './feed-consumer.record';
import { ConsumerNotFound } from './feed.errors';
import { consumerTerms, FeedConsumersService } from './feed-consumers.service';

const NAMED = ApiParam({
  name: 'consumer',
  description: 'Name of the consumer, which it chooses.',
  schema: { type: 'string' },
});
const NAME = /^[a-z0-9][a-z0-9_.-]{0,63}$/;

/** `/v1/events/consumers` (events.md 9). */
@Scoped('events')
@ApiTags('Events')
@Controller('v1/events/consumers')
export class FeedConsumersController {
  constructor(private readonly consumers: FeedConsumersService) {}

  @Get()
  @ApiOkResponse({
    description: 'Returns all consumers.',
    ...envelope('EventConsumersResponse', {
      result: { type: 'array', items: { $ref: getSchemaPath(FeedConsumerRecord) } },
    }),
  })
  @AnswersOne(FeedConsumerRecord, { name: 'getEventConsumers', summary: 'Get all consumers of the feed, by name' })
  async list(): Promise<Single<FeedConsumerRecord[]>> {
    return single(await this.consumers.all());
  }

  @Get(':consumer')
  @NAMED
  @AnswersOne(FeedConsumerRecord, { name: 'getEventConsumer', summary: 'Get a consumer of the feed' })
  async get(@Param('consumer') name: string): Promise<Single<FeedConsumerRecord>> {
    if (!NAME.test(name)) throw new ConsumerNotFound();
    return tagged(await this.consumers.get(name));
  }

  @Put(':consumer')
  @NAMED
  @AnswersChanged(FeedConsumerRecord, {
    name: 'putEventConsumer',
    summary: 'Keep the position of a consumer',
    description: 'Makes the consumer if there is none of this name. The position may go back, to read events again.',
  })
  async put(
    @Param('consumer') name: string,
    @Body() body: PutFeedConsumerDto,
    @IfMatch() tags: IfMatchTags,
  ): Promise<Single<FeedConsumerRecord>> {
    if (!NAME.test(name))
      throw ValidationFailed.of('name', 'must be 1 to 64 of a-z, 0-9, _, . and -, and begin with a letter or digit');
    return tagged(await this.consumers.put(name, body.position, tags));
  }

  @Delete(':consumer')
  @NAMED
  @AnswersRemoved({ name: 'removeEventConsumer', summary: 'Remove a consumer of the feed' })
  async remove(@Param('consumer') name: string, @IfMatch() tags: IfMatchTags): Promise<Removed> {
    if (!NAME.test(name)) throw new ConsumerNotFound();
    await this.consumers.remove(name, tags);
    return removed('Consumer');
  }
}

function tagged(consumer: FeedConsumerRecord): Single<FeedConsumerRecord> {
  return single(consumer, consumerTerms(consumer));
}
