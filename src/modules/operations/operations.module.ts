import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.module';
import { WebhooksCoreModule } from '../webhooks/webhooks-core.module';
import { WebhooksModule } from '../webhooks/webhooks.module';
import { OperationsController } from './http/operations.controller';
import { OperationsService } from './operations.service';
import { SecretMetrics } from './secret-metrics';
import { StoreSetupService } from './store-setup.service';

/** Figures for operators: what waits, what works and what failed. */
@Module({
  imports: [WebhooksModule, WebhooksCoreModule, SettingsModule],
  controllers: [OperationsController],
  providers: [OperationsService, SecretMetrics, StoreSetupService],
})
export class OperationsModule {
  static readonly tags = { Operations: 'What the store is doing: deliveries, workers, events, clean-up.' };
}
