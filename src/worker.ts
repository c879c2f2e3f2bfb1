import 'reflect-metadata';
import { type AddressInfo } from 'node:net';
import { NestFactory } from '@nestjs/core';
import { WorkerModule } from './app/worker.module';
import { type Config, ConfigurationError, loadConfig } from './platform/config/config';
import { healthRoutes } from './platform/health/health.routes';
import { Readiness } from './platform/health/readiness';
import { Lifecycle } from './platform/http/lifecycle';
import { createLogger, NestLogger } from './platform/logging/logger';
import { Metrics } from './platform/metrics/metrics';
import { serveProcessMetrics } from './platform/metrics/metrics.server';

/** Starts the workers and serves until SIGTERM or SIGINT, then drains and exits 0. */
async function work(config: Config): Promise<void> {
  if (config.redisUrl === undefined) {
    throw new ConfigurationError(['REDIS_URL is required: without it the API process runs the workers itself']);
  }
  const logger = createLogger(config.logLevel);
  const worker = await NestFactory.createApplicationContext(WorkerModule.forRoot(config), {
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  const health = healthRoutes(worker.get(Readiness, { strict: false }));
  const server = await serveProcessMetrics(worker.get(Metrics), config, health);
  const { port: metricsPort } = (server?.address() ?? {}) as Partial<AddressInfo>;
  logger.info({ metricsPort }, 'working');
  let isStopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ signal }, 'draining');
    worker.get(Lifecycle).drain();
    await worker.close();
    server?.close();
    logger.info('stopped');
    process.exit(0);
  };
  process.on('SIGTERM', (signal) => void stop(signal));
  process.on('SIGINT', (signal) => void stop(signal));
}

function fail(error: unknown): void {
  const text =
    error instanceof ConfigurationError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`The worker cannot start. ${text ?? ''}\n`);
  process.exit(1);
}

try {
  work(loadConfig()).catch(fail);
} catch (error) {
  fail(error);
}
