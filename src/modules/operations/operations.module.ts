import { Module } from '@nestjs/common';
import { WebhooksModule } from '../webhooks/webhooks.module';
import { OperationsController } from './http/operations.controller';
import { OperationsService } from './operations.service';

/** Figures for operators: what waits, what works and what failed. */
@Module({ imports: [WebhooksModule], controllers: [OperationsController], providers: [OperationsService] })
export class OperationsModule {
  static readonly tags = { Operations: 'What the store is doing: deliveries, workers, events, clean-up.' };
}
