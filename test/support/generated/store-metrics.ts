import { type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { pino } from 'pino';
import { createApi } from '../../../src/app/create-api';
import { WorkerModule } from '../../../src/app/worker.module';
import { parseConfig } from '../../../src/platform/config/config';
import { type MetricFacts, Metrics } from '../../../src/platform/metrics/metrics';

/** A metric, and the processes that have it. */
export interface StoreMetric extends MetricFacts {
  readonly inApi: boolean;
  readonly inWorker: boolean;
}

/** Every metric of the store, by name; without those of the runtime, which a process adds when it is served. */
export async function storeMetrics(): Promise<StoreMetric[]> {
  const config = parseConfig({
    DATABASE_URL: 'sqlite::memory:',
    SECRETS_KEY: Buffer.alloc(32).toString('base64'),
    METRICS_ON_API: '1',
    LOG_LEVEL: 'silent',
  });
  const { app } = await createApi(config, pino({ level: 'silent' }));
  const worker = await NestFactory.createApplicationContext(WorkerModule.forRoot(config), { logger: false });
  const [inApi, inWorker] = [await metricsOf(app), await metricsOf(worker)];
  await Promise.all([app.close(), worker.close()]);
  return [...new Map([...inApi, ...inWorker])]
    .map(([name, facts]) => ({ ...facts, inApi: inApi.has(name), inWorker: inWorker.has(name) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function metricsOf(process: INestApplicationContext): Promise<Map<string, MetricFacts>> {
  const metrics = process.get(Metrics);
  metrics.tellBuild();
  return new Map((await metrics.list()).map((facts) => [facts.name, facts]));
}
