import { createRequire } from 'node:module';
import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { type Logger } from 'pino';
import { CONFIG, type Config } from '../config/config';
import { LOGGER } from '../logging/logger';
import { Metrics } from '../metrics/metrics';
import { NoTracing } from './no-tracing';
import type * as OpenTelemetry from './open-telemetry';
import { Tracing } from './tracing';

/** Counts the batches of spans that were lost, and logs the first: a collector that is away would fill the log. */
function failureReport(logger: Logger, metrics: Metrics): (error: Error | undefined) => void {
  const failures = metrics.counter(
    'trace_export_failures_total',
    'Batches of spans that the collector did not accept.',
  );
  let isLogged = false;
  return (error) => {
    failures.inc();
    if (isLogged) return;
    isLogged = true;
    logger.warn({ reason: error?.message }, 'traces do not reach the collector. Further failures are only counted');
  };
}

function openTracing({ tracing }: Config, logger: Logger, metrics: Metrics): Tracing {
  const onFailure = failureReport(logger, metrics);
  const { endpoint } = tracing;
  if (endpoint === undefined) return new NoTracing();
  // Only now: a store that traces nothing does not load the SDK.
  const { OpenTelemetryTracing } = createRequire(__filename)('./open-telemetry') as typeof OpenTelemetry;
  return new OpenTelemetryTracing({ ...tracing, endpoint }, onFailure);
}

/** Traces of the process, where `OTEL_EXPORTER_OTLP_ENDPOINT` names a collector. */
@Global()
@Module({
  providers: [{ provide: Tracing, useFactory: openTracing, inject: [CONFIG, LOGGER, Metrics] }],
  exports: [Tracing],
})
export class TracingModule implements OnApplicationShutdown {
  constructor(@Inject(Tracing) private readonly tracing: Tracing) {}

  /** The last of the hooks: what other modules do while they stop is traced too. */
  async onApplicationShutdown(): Promise<void> {
    await this.tracing.close();
  }
}
