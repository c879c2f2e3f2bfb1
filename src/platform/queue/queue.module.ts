import { BullModule, getQueueToken } from '@nestjs/bull';
import { type DynamicModule, Global, Inject, Module, type OnModuleDestroy, type Provider } from '@nestjs/common';
import { type Queue } from 'bull';
import { type Logger } from 'pino';
import { type Config } from '../config/config';
import { LOGGER } from '../logging/logger';
import { Metrics } from '../metrics/metrics';
import { BackgroundWork } from './background-work';
import { BullQueue } from './bull.queue';
import { InProcessQueue } from './in-process.queue';
import { JobQueue, type OnLostWakeUp } from './job-queue.port';
import { producerOptions } from './redis-options';

/** Counts lost wake-ups, and logs the first of each kind: a Redis that is away would fill the log otherwise. */
function lostWakeUps(logger: Logger, metrics: Metrics, names: readonly string[]): OnLostWakeUp {
  const lost = metrics.counter('queue_wake_up_failures_total', 'Wake-ups that were lost; the sweep finds their work.', [
    'queue',
  ]);
  for (const queue of names) lost.inc({ queue }, 0);
  const logged = new Set<string>();
  return (queue, error) => {
    lost.inc({ queue });
    const kind = `${queue} ${error instanceof Error ? error.message : String(error)}`;
    if (logged.has(kind) || logged.size >= 100) return;
    logged.add(kind);
    logger.warn({ err: error, queue }, 'a wake-up was lost; the sweep finds its work. Further ones are only counted');
  };
}

function showConnection(metrics: Metrics, read: () => number | undefined): void {
  metrics.gauge('queue_redis_up', 'Whether the process is connected with Redis: 1 or 0.', read);
}

/** The queue of the process: Bull with `REDIS_URL`, in process without. */
@Global()
@Module({})
export class QueueModule implements OnModuleDestroy {
  constructor(@Inject(JobQueue) private readonly queue: JobQueue) {}

  /** @param names every queue there is */
  static forRoot({ redisUrl }: Config, names: readonly string[]): DynamicModule {
    const bull = redisUrl === undefined ? [] : [BullModule.registerQueue(...producers(redisUrl, names))];
    const queue = redisUrl === undefined ? inProcess(names) : overRedis(redisUrl, names);
    return {
      module: QueueModule,
      imports: bull,
      providers: [queue, BackgroundWork],
      exports: [JobQueue, BackgroundWork, ...bull],
    };
  }

  /** Before Bull's own hook, which would wait for a Redis that is away. */
  async onModuleDestroy(): Promise<void> {
    if (this.queue instanceof BullQueue) await this.queue.close();
  }
}

function producers(redisUrl: string, names: readonly string[]): { name: string; redis: object }[] {
  return names.map((name) => ({ name, redis: producerOptions(redisUrl) }));
}

function inProcess(names: readonly string[]): Provider {
  return {
    provide: JobQueue,
    useFactory: (logger: Logger, metrics: Metrics) => {
      showConnection(metrics, () => undefined);
      return new InProcessQueue(lostWakeUps(logger, metrics, names));
    },
    inject: [LOGGER, Metrics],
  };
}

function overRedis(redisUrl: string, names: readonly string[]): Provider {
  return {
    provide: JobQueue,
    useFactory: (logger: Logger, metrics: Metrics, ...queues: Queue[]) => {
      const producers = new Map(queues.map((queue, i) => [names[i] ?? '', queue]));
      const bull = new BullQueue(redisUrl, producers, lostWakeUps(logger, metrics, names));
      showConnection(metrics, () => Number(bull.isUp));
      return bull;
    },
    inject: [LOGGER, Metrics, ...names.map((name) => getQueueToken(name))],
  };
}
