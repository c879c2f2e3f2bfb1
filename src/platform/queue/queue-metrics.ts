import { type Logger } from 'pino';
import { type Metrics } from '../metrics/metrics';
import { type OnLostJob } from './job-queue.port';

/** Counts lost jobs, and logs the first of each kind: a Redis that is away would fill the log otherwise. */
export function lostJobs(logger: Logger, metrics: Metrics, names: readonly string[]): OnLostJob {
  const lost = metrics.counter(
    'queue_wake_up_failures_total',
    'Jobs that were lost; the next sweep finds their work.',
    ['queue'],
  );
  for (const queue of names) lost.inc({ queue }, 0);
  const logged = new Set<string>();
  return (queue, error) => {
    lost.inc({ queue });
    const kind = `${queue} ${error instanceof Error ? error.message : String(error)}`;
    if (logged.has(kind) || logged.size >= 100) return;
    logged.add(kind);
    logger.warn(
      { err: error, queue },
      'a job was lost; the next sweep finds its work. Further losses are only counted',
    );
  };
}

/** Reports whether the process is connected to Redis. @param read undefined: there is no Redis */
export function reportConnection(metrics: Metrics, read: () => number | undefined): void {
  metrics.gauge('queue_redis_up', 'Whether the process is connected to Redis: 1 or 0.', read);
}
