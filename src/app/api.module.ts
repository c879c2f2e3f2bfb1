import { type DynamicModule, Module } from '@nestjs/common';
import { CheckoutModule } from '../modules/checkout/checkout.module';
import { WEBHOOK_QUEUES } from '../modules/webhooks/webhook-queues';
import { ConfigModule } from '../platform/config/config.module';
import { type Config } from '../platform/config/config';
import { DatabaseModule } from '../platform/database/database.module';
import { EventsModule } from '../platform/events/events.module';
import { EventLogModule } from '../platform/events/event-log.module';
import { HealthModule } from '../platform/health/health.module';
import { HttpModule } from '../platform/http/http.module';
import { JobsModule } from '../platform/jobs/jobs.module';
import { LoggingModule } from '../platform/logging/logging.module';
import { MetricsModule } from '../platform/metrics/metrics.module';
import { QueueModule } from '../platform/queue/queue.module';
import { SecretsModule } from '../platform/secrets/secrets.module';
import { TracingModule } from '../platform/tracing/tracing.module';
import { entities } from './entities';
import { migrations } from './migrations';
import { OldRowsModule } from './old-rows.module';
import { storeModules } from './store-modules';
import { workerModules } from './worker-modules';

/** The API process. */
@Module({})
export class ApiModule {
  /**
   * @param withWorkers whether the workers run in this process too
   * @param connectAttempts to open a database server; left out, as many as a starting process makes
   */
  static forRoot(config: Config, withWorkers = false, connectAttempts?: number): DynamicModule {
    return {
      module: ApiModule,
      imports: [
        ConfigModule.forRoot(config),
        DatabaseModule.forRoot({ entities, migrations }, connectAttempts),
        EventsModule,
        EventLogModule,
        LoggingModule,
        SecretsModule,
        MetricsModule,
        TracingModule,
        QueueModule.forRoot(config, WEBHOOK_QUEUES),
        JobsModule,
        HttpModule,
        HealthModule,
        // Before carts, which the workers import: `POST /v1/carts/checkout` is not the cart `checkout`.
        CheckoutModule,
        OldRowsModule,
        ...(withWorkers ? workerModules : []),
        ...storeModules,
      ],
    };
  }
}
