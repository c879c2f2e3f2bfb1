import { BullModule, getQueueToken } from '@nestjs/bull';
import { type DynamicModule, type Provider } from '@nestjs/common';
import { type Queue } from 'bull';
import { type Logger } from 'pino';
import { LOGGER } from '../logging/logger';
import { Metrics } from '../metrics/metrics';
import { BullQueue } from './bull.queue';
import { JobQueue } from './job-queue.port';
import { lostJobs, reportConnection } from './queue-metrics';
import { producerOptions } from './redis-options';
import { RedisReport } from './redis-reports';

/** The queue over Redis, as Nest takes it. */
export interface RedisQueue {
  readonly imports: DynamicModule[];
  readonly provider: Provider;
}

/** The queue over Redis with its producers, which `imports` registers. */
export function redisQueue(redisUrl: string, names: readonly string[]): RedisQueue {
  const producers = names.map((name) => ({ name, redis: producerOptions(redisUrl) }));
  return { imports: [BullModule.registerQueue(...producers)], provider: overRedis(redisUrl, names) };
}

function overRedis(redisUrl: string, names: readonly string[]): Provider {
  return {
    provide: JobQueue,
    useFactory: (logger: Logger, metrics: Metrics, ...queues: Queue[]) => {
      const producers = new Map(queues.map((queue, i) => [names[i] ?? '', queue]));
      const report = new RedisReport(redisUrl, logger);
      const onRefusal = (error: Error | undefined): void => report.refused(error);
      const bull = new BullQueue(redisUrl, producers, lostJobs(logger, metrics, names), onRefusal);
      const [first] = queues;
      if (first !== undefined) report.watch(first.client);
      reportConnection(metrics, () => Number(bull.isUp));
      return bull;
    },
    inject: [LOGGER, Metrics, ...names.map((name) => getQueueToken(name))],
  };
}
