import { Global, Module } from '@nestjs/common';
import { Metrics } from './metrics';

/** What the process measures; `metrics.server.ts` shows it. */
@Global()
@Module({ providers: [Metrics], exports: [Metrics] })
export class MetricsModule {}
