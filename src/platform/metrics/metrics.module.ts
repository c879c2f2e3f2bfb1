import { Global, Module } from '@nestjs/common';
import { Metrics } from './metrics';

/** Provides the metrics of the process. `metrics.server.ts` serves them. */
@Global()
@Module({ providers: [Metrics], exports: [Metrics] })
export class MetricsModule {}
