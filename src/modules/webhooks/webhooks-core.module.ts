import { Module } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { StoreObjects } from '../../platform/events/store-objects';
import { FanOut } from './fan-out/fan-out';
import { NewDeliveries } from './fan-out/new-deliveries';
import { Lanes } from './lanes/lanes';
import { Webhook } from './data/webhook.entity';
import { WebhookPingRecord, WebhookRecord, webhookRecords } from './webhook.record';
import { ResealService } from './reseal.service';
import { WebhookSecrets } from './webhook-secrets';
import { WebhooksService } from './webhooks.service';

/** Provides the parts of webhooks that the API and the workers share. */
@Module({
  providers: [FanOut, Lanes, NewDeliveries, ResealService, WebhookSecrets, WebhooksService],
  exports: [FanOut, Lanes, NewDeliveries, ResealService, WebhookSecrets, WebhooksService],
})
export class WebhooksCoreModule {
  constructor(objects: StoreObjects, clock: Clock) {
    objects.register(Webhook, {
      object: 'webhook',
      since: '1.2',
      record: WebhookRecord,
      scope: 'webhooks',
      records: (manager, rows) => webhookRecords(manager, rows, clock.now()),
      happenings: {
        disabled: {
          when: 'The store disabled a webhook: its receiver returned 410, or failed for five days.',
          since: '1.2',
        },
        ping: {
          when: 'A webhook was tested with POST /v1/webhooks/{id}/ping. Only that webhook receives it.',
          since: '1.2',
          record: WebhookPingRecord,
          isPing: true,
        },
      },
    });
  }
}
