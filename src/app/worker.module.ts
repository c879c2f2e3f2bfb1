import { type DynamicModule, Module } from '@nestjs/common';
import { WEBHOOK_QUEUES } from '../modules/webhooks/webhook-queues';
import { type Config } from '../platform/config/config';
import { ConfigModule } from '../platform/config/config.module';
import { DatabaseModule } from '../platform/database/database.module';
import { EventsModule } from '../platform/events/events.module';
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
import { workerModules } from './worker-modules';

/** The worker process: no HTTP but its metrics and its health. */
@Module({})
export class WorkerModule {
  static forRoot(config: Config): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        ConfigModule.forRoot(config),
        LoggingModule,
        DatabaseModule.forRoot({ entities, migrations }),
        EventsModule,
        // Some imported modules need it for their controllers, which a worker does not serve.
        HttpModule,
        SecretsModule,
        MetricsModule,
        HealthModule,
        TracingModule,
        QueueModule.forRoot(config, WEBHOOK_QUEUES),
        JobsModule,
        ...workerModules,
      ],
    };
  }
}
