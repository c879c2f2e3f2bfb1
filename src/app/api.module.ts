import { type DynamicModule, Module } from '@nestjs/common';
import { AccessModule } from '../modules/access/access.module';
import { OrdersModule } from '../modules/orders/orders.module';
import { CartsModule } from '../modules/carts/carts.module';
import { CatalogModule } from '../modules/catalog/catalog.module';
import { CustomersModule } from '../modules/customers/customers.module';
import { PromotionsModule } from '../modules/promotions/promotions.module';
import { SettingsModule } from '../modules/settings/settings.module';
import { WEBHOOK_QUEUES } from '../modules/webhooks/webhook-queues';
import { WebhooksModule } from '../modules/webhooks/webhooks.module';
import { ConfigModule } from '../platform/config/config.module';
import { type Config } from '../platform/config/config';
import { DatabaseModule } from '../platform/database/database.module';
import { EventsModule } from '../platform/events/events.module';
import { EventLogModule } from '../platform/events/event-log.module';
import { HealthModule } from '../platform/health/health.module';
import { HttpModule } from '../platform/http/http.module';
import { LoggingModule } from '../platform/logging/logging.module';
import { MetricsModule } from '../platform/metrics/metrics.module';
import { QueueModule } from '../platform/queue/queue.module';
import { SecretsModule } from '../platform/secrets/secrets.module';
import { TracingModule } from '../platform/tracing/tracing.module';
import { entities } from './entities';
import { migrations } from './migrations';
import { workerModules } from './worker-modules';

/** The API process. */
@Module({})
export class ApiModule {
  /** @param withWorkers whether the workers run in this process too */
  static forRoot(config: Config, withWorkers = false): DynamicModule {
    return {
      module: ApiModule,
      imports: [
        ConfigModule.forRoot(config),
        DatabaseModule.forRoot({ entities, migrations }),
        EventsModule,
        EventLogModule,
        LoggingModule,
        SecretsModule,
        MetricsModule,
        TracingModule,
        QueueModule.forRoot(config, WEBHOOK_QUEUES),
        HttpModule,
        HealthModule,
        AccessModule,
        OrdersModule,
        PromotionsModule,
        SettingsModule,
        CustomersModule,
        WebhooksModule,
        ...(withWorkers ? workerModules : []),
        CatalogModule,
        CartsModule,
      ],
    };
  }
}
