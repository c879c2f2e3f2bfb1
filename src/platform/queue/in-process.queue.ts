import { AsyncLocalStorage } from 'node:async_hooks';
import { JobQueue, type OnLostJob, type Job, type JobHandler } from './job-queue.port';

/** Jobs a queue holds before it drops further ones, which bounds memory; the sweep finds their work. */
const MAX_WAITING = 10_000;

interface Consumer {
  readonly concurrency: number;
  readonly handle: JobHandler;
}

/** A job queue within the process, used without Redis. */
export class InProcessQueue extends JobQueue {
  override readonly isUp = true;
  private readonly waiting = new Map<string, Map<string, Job>>();
  private readonly consumers = new Map<string, Consumer>();
  private readonly running = new Map<string, Set<Promise<void>>>();
  private isStopped = false;
  /** Handlers must not run in the async context of the request that added the job. */
  private readonly outside = AsyncLocalStorage.snapshot() as (act: () => void) => void;

  constructor(private readonly onLost: OnLostJob) {
    super();
  }

  override add(queue: string, jobs: readonly Job[]): void {
    const waiting = this.waitingOf(queue);
    for (const job of jobs) {
      if (waiting.size >= MAX_WAITING) this.onLost(queue, new RangeError('the queue is full'));
      else if (!waiting.has(job.id)) waiting.set(job.id, job);
    }
    this.dispatchLater(queue);
  }

  override consume(queue: string, concurrency: number, handle: JobHandler): void {
    this.consumers.set(queue, { concurrency, handle });
    this.isStopped = false;
    this.dispatchLater(queue);
  }

  override async stopConsuming(): Promise<void> {
    this.isStopped = true;
    await Promise.all([...this.running.values()].flatMap((running) => [...running]));
  }

  override close(): Promise<void> {
    return this.stopConsuming();
  }

  override serverWarnings(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }

  private dispatchLater(queue: string): void {
    this.outside(() => setImmediate(() => this.dispatch(queue)));
  }

  private dispatch(queue: string): void {
    const consumer = this.consumers.get(queue);
    if (consumer === undefined || this.isStopped) return;
    const running = this.runningOf(queue);
    for (const [id, job] of this.waitingOf(queue)) {
      if (running.size >= consumer.concurrency) return;
      this.waitingOf(queue).delete(id);
      const work = this.handle(queue, consumer.handle, job).finally(() => {
        running.delete(work);
        this.dispatch(queue);
      });
      running.add(work);
    }
  }

  private async handle(queue: string, handle: JobHandler, job: Job): Promise<void> {
    try {
      await handle(job);
    } catch (error) {
      this.onLost(queue, error);
    }
  }

  private waitingOf(queue: string): Map<string, Job> {
    return getOrAdd(this.waiting, queue, () => new Map<string, Job>());
  }

  private runningOf(queue: string): Set<Promise<void>> {
    return getOrAdd(this.running, queue, () => new Set<Promise<void>>());
  }
}

function getOrAdd<V>(map: Map<string, V>, key: string, make: () => V): V {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}
