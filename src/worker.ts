import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { runProcess, type RunningProcess } from './app/run-process';
import { WorkerModule } from './app/worker.module';
import { type Config, ConfigurationError } from './platform/config/config';
import { createLogger, NestLogger } from './platform/logging/logger';
import { Metrics } from './platform/metrics/metrics';
import { serveProcessMetrics } from './platform/metrics/metrics.server';

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
  const server = await serveProcessMetrics(worker.get(Metrics), config);
  logger.info('working');
  return {
    logger,
    stop: async () => {
      await worker.close();
      server?.close();
    },
  };
}

runProcess('The worker cannot start.', work);
