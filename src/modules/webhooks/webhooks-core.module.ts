import { Module } from '@nestjs/common';
import { StoreObjects } from '../../platform/events/store-objects';
import { Webhook } from './data/webhook.entity';
import { webhookRecord } from './webhook.record';
import { WebhookSecrets } from './webhook-secrets';
import { WebhooksService } from './webhooks.service';

/** What the API and the workers both need of webhooks. */
@Module({ providers: [WebhookSecrets, WebhooksService], exports: [WebhookSecrets, WebhooksService] })
export class WebhooksCoreModule {
  constructor(objects: StoreObjects) {
    objects.register(Webhook, 'webhook', (rows) => rows.map(webhookRecord));
  }
}
