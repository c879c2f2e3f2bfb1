import { createRequire } from 'node:module';
import { type DynamicModule, Global, Inject, Module, type OnModuleDestroy, type Provider } from '@nestjs/common';
import { type Logger } from 'pino';
import { type Config } from '../config/config';
import { LOGGER } from '../logging/logger';
import { Metrics } from '../metrics/metrics';
import { BackgroundWork } from './background-work';
import { InProcessQueue } from './in-process.queue';
import { JobQueue } from './job-queue.port';
import { lostJobs, reportConnection } from './queue-metrics';
import type * as RedisQueue from './redis-queue';

/** Provides the job queue of the process: Bull with `REDIS_URL`, in process without. */
@Global()
@Module({})
export class QueueModule implements OnModuleDestroy {
  constructor(@Inject(JobQueue) private readonly queue: JobQueue) {}

  /** @param names of all queues */
  static forRoot({ redisUrl }: Config, names: readonly string[]): DynamicModule {
    const { imports, provider } =
      redisUrl === undefined ? { imports: [], provider: inProcess(names) } : overRedis(redisUrl, names);
    return {
      module: QueueModule,
      imports,
      providers: [provider, BackgroundWork],
      exports: [JobQueue, BackgroundWork, ...imports],
    };
  }

  /** Before Bull's own hook, which would wait for a Redis that is away. */
  async onModuleDestroy(): Promise<void> {
    await this.queue.close();
  }
}

/** Loaded only here: Bull and its client are a sixth of what a process loads at start. */
function overRedis(redisUrl: string, names: readonly string[]): RedisQueue.RedisQueue {
  const { redisQueue } = createRequire(__filename)('./redis-queue') as typeof RedisQueue;
  return redisQueue(redisUrl, names);
}

function inProcess(names: readonly string[]): Provider {
  return {
    provide: JobQueue,
    useFactory: (logger: Logger, metrics: Metrics) => {
      reportConnection(metrics, () => undefined);
      return new InProcessQueue(lostJobs(logger, metrics, names));
    },
    inject: [LOGGER, Metrics],
  };
}
