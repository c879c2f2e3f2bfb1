import { Body, Controller, Get, HttpCode, Param } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { AnswersChanged, AnswersCreated, AnswersList, AnswersOne } from '../../../platform/http/openapi/answers';
import { single, type Single } from '../../../platform/http/envelope';
import { listed, type Listed, type ListRequest } from '../../../platform/http/pagination';
import { Post } from '../../../platform/http/post';
import { Scoped } from '../../../platform/http/principal';
import { List } from '../../../platform/http/fields/request-values';
import { DeliveriesService } from '../deliveries.service';
import { DeliveryRecord, DeliveryWithAttemptsRecord, ReplayRecord } from '../delivery.record';
import { ReplayService } from '../replay.service';
import { ReplayDto } from './replay.dto';

/** Serves the deliveries of a webhook, resends and replays (webhooks.md 15). */
@Scoped('webhooks')
@ApiTags('Webhooks')
@Controller('v1/webhooks/:webhook_id')
export class DeliveriesController {
  constructor(
    private readonly deliveries: DeliveriesService,
    private readonly replays: ReplayService,
  ) {}

  @Get('deliveries')
  @AnswersList(DeliveryRecord, { summary: 'List deliveries of a webhook' })
  @ApiQuery({
    name: 'since',
    required: false,
    description: 'Returns only events at or after this time: `YYYY-MM-DD HH:MM:SS`, UTC.',
    schema: { type: 'string' },
  })
  async list(@Param('webhook_id') id: string, @List() list: ListRequest): Promise<Listed<DeliveryRecord>> {
    return listed(await this.deliveries.page(id, list), list);
  }

  @Get('deliveries/:delivery_id')
  @AnswersOne(DeliveryWithAttemptsRecord, { summary: 'Get a delivery with its attempts' })
  async get(
    @Param('webhook_id') id: string,
    @Param('delivery_id') delivery: string,
  ): Promise<Single<DeliveryWithAttemptsRecord>> {
    return single(await this.deliveries.get(id, delivery));
  }

  @Post('deliveries/:delivery_id/resend')
  @HttpCode(200)
  @AnswersOne(DeliveryRecord, { name: 'resendDelivery', summary: 'Send a delivery again, with the same id and bytes' })
  async resend(
    @Param('webhook_id') id: string,
    @Param('delivery_id') delivery: string,
  ): Promise<Single<DeliveryRecord>> {
    return single(await this.deliveries.resend(id, delivery));
  }

  @Post('replay')
  @HttpCode(200)
  @AnswersChanged(ReplayRecord, {
    name: 'replayWebhook',
    summary: 'Replay past events to this webhook (up to 10,000 per request)',
  })
  async replay(@Param('webhook_id') id: string, @Body() body: ReplayDto): Promise<Single<ReplayRecord>> {
    const replay = body.toReplay();
    return single(await (body.dry_run === true ? this.replays.count(id, replay) : this.replays.replay(id, replay)));
  }

  @Post('ping')
  @AnswersCreated(DeliveryRecord, { name: 'pingWebhook', summary: 'Send a test request to the webhook' })
  async ping(@Param('webhook_id') id: string): Promise<Single<DeliveryRecord>> {
    return single(await this.deliveries.ping(id));
  }
}
