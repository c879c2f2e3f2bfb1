import './app/stop-signal';
import './app/source-maps';
import 'reflect-metadata';
import { type AddressInfo } from 'node:net';
import { NestFactory } from '@nestjs/core';
import { listening } from './app/cannot-listen';
import { requirePriceTax } from './app/check-price-tax';
import { runProcess, type RunningProcess } from './app/run-process';
import { warnOfUnreadableSecrets } from './app/secrets-key';
import { WorkerModule } from './app/worker.module';
import { type Config, ConfigurationError } from './platform/config/config';
import { healthRoutes } from './platform/health/health.routes';
import { Readiness } from './platform/health/readiness';
import { Lifecycle } from './platform/http/lifecycle';
import { createLogger, NestLogger } from './platform/logging/logger';
import { Metrics } from './platform/metrics/metrics';
import { serveProcessMetrics } from './platform/metrics/metrics.server';
import { RELEASE, VERSION } from './platform/version';

/** Starts the workers. */
async function work(config: Config): Promise<RunningProcess> {
  if (config.redisUrl === undefined) {
    throw new ConfigurationError(['REDIS_URL is required: without it the API process runs the workers itself']);
  }
  const logger = createLogger(config.logLevel);
  const worker = await NestFactory.createApplicationContext(WorkerModule.forRoot(config), {
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  await requirePriceTax(worker, config);
  await warnOfUnreadableSecrets(worker, logger);
  const health = healthRoutes(worker.get(Readiness, { strict: false }));
  const server = await listening('METRICS_PORT', serveProcessMetrics(worker.get(Metrics), config, health));
  const { port: metricsPort } = (server?.address() ?? {}) as Partial<AddressInfo>;
  logger.info({ version: VERSION, release: RELEASE, metricsPort }, 'working');
  return {
    logger,
    stop: async () => {
      worker.get(Lifecycle).drain();
      await worker.close();
      server?.close();
    },
  };
}

runProcess('The worker cannot start.', work);
