import { Module } from '@nestjs/common';
import { OutboxNotifier } from '../../platform/events/outbox-notifier';
import { JobQueue } from '../../platform/queue/job-queue.port';
import { Webhook } from './data/webhook.entity';
import { WebhookHealth } from './data/webhook-health.entity';
import { WebhookDelivery } from './data/webhook-delivery.entity';
import { WebhookLaneEntry } from './data/webhook-lane.entity';
import { WebhookWorkerRow } from './data/webhook-worker.entity';
import { WebhookAttempt } from './data/webhook-attempt.entity';
import { DeliveryFiguresService } from './delivery-figures.service';
import { DeliveriesService } from './deliveries.service';
import { DeliveriesController } from './http/deliveries.controller';
import { WebhooksController } from './http/webhooks.controller';
import { ReplayService } from './replay.service';
import { EVENTS_QUEUE } from './webhook-queues';
import { WebhooksCoreModule } from './webhooks-core.module';

/** Serves webhooks over the API, and queues a fan-out job after each commit with events. */
@Module({
  imports: [WebhooksCoreModule],
  controllers: [WebhooksController, DeliveriesController],
  providers: [DeliveriesService, DeliveryFiguresService, ReplayService],
  exports: [DeliveryFiguresService],
})
export class WebhooksModule {
  static readonly entities = [
    Webhook,
    WebhookAttempt,
    WebhookDelivery,
    WebhookHealth,
    WebhookLaneEntry,
    WebhookWorkerRow,
  ];

  constructor(notifier: OutboxNotifier, queue: JobQueue) {
    notifier.onCommitted((ids) => queue.add(EVENTS_QUEUE, [{ id: ids[0] ?? '', ids }]));
  }
}
