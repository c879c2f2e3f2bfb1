import { Module } from '@nestjs/common';
import { EventBell } from '../../platform/events/event-bell';
import { JobQueue } from '../../platform/queue/job-queue.port';
import { DeliveriesService } from './deliveries.service';
import { DeliveriesController } from './http/deliveries.controller';
import { WebhooksController } from './http/webhooks.controller';
import { ReplayService } from './replay.service';
import { ResealService } from './reseal.service';
import { EVENTS_QUEUE } from './webhook-queues';
import { WebhooksCoreModule } from './webhooks-core.module';

/** Webhooks over the API, and the wake-up of the workers after each commit that made events. */
@Module({
  imports: [WebhooksCoreModule],
  controllers: [WebhooksController, DeliveriesController],
  providers: [DeliveriesService, ReplayService, ResealService],
})
export class WebhooksModule {
  constructor(bell: EventBell, queue: JobQueue) {
    bell.listen((ids) => queue.tell(EVENTS_QUEUE, [{ id: ids[0] ?? '', ids }]));
  }
}
