import { Controller, Get, Param } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { AnswersList, AnswersOne } from '../http/openapi/answers';
import { single, type Single } from '../http/envelope';
import { listed, type Listed, type ListRequest } from '../http/pagination';
import { Scoped } from '../http/principal';
import { List } from '../http/fields/request-values';
import { EventRecord } from './event.record';
import { EventsService } from './events.service';

/** `/v1/events` (webhooks.md 3). */
@Scoped('events')
@ApiTags('Events')
@Controller('v1/events')
export class EventsController {
  constructor(private readonly events: EventsService) {}

  @Get()
  @AnswersList(EventRecord, { summary: 'List events, newest first' })
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
  async list(@List() list: ListRequest): Promise<Listed<EventRecord>> {
    return listed(await this.events.page(list), list);
  }

  @Get(':event_id')
  @AnswersOne(EventRecord, { summary: 'Get an event' })
  async get(@Param('event_id') id: string): Promise<Single<EventRecord>> {
    return single(await this.events.get(id));
  }
}
