import { Module } from '@nestjs/common';
import { StoreObjects } from '../../platform/events/store-objects';
import { FanOut } from './fan-out/fan-out';
import { Webhook } from './data/webhook.entity';
import { webhookRecord } from './webhook.record';
import { WebhookSecrets } from './webhook-secrets';
import { WebhooksService } from './webhooks.service';

/** Provides the parts of webhooks that the API and the workers share. */
@Module({ providers: [FanOut, WebhookSecrets, WebhooksService], exports: [FanOut, WebhookSecrets, WebhooksService] })
export class WebhooksCoreModule {
  constructor(objects: StoreObjects) {
    objects.register(Webhook, {
      object: 'webhook',
      scope: 'webhooks',
      records: (_, rows) => rows.map(webhookRecord),
      happenings: ['disabled'],
    });
  }
}
