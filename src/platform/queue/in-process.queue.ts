import { AsyncLocalStorage } from 'node:async_hooks';
import { JobQueue, type OnLostWakeUp, type WakeUp, type WakeUpHandler } from './job-queue.port';

/** Wake-ups a queue holds before it loses further ones: the sweep finds their work, memory does not grow without end. */
const MAX_WAITING = 10_000;

interface Consumer {
  readonly concurrency: number;
  readonly handle: WakeUpHandler;
}

/** Wake-ups within the process: what the embedded store uses instead of Redis. */
export class InProcessQueue extends JobQueue {
  private readonly waiting = new Map<string, Map<string, WakeUp>>();
  private readonly consumers = new Map<string, Consumer>();
  private readonly running = new Map<string, Set<Promise<void>>>();
  private isStopped = false;
  /** Handlers must not run on in the async context of the request that told. */
  private readonly outside = AsyncLocalStorage.snapshot() as (act: () => void) => void;

  constructor(private readonly onLost: OnLostWakeUp) {
    super();
  }

  override tell(queue: string, wakeUps: readonly WakeUp[]): void {
    const waiting = this.waitingOf(queue);
    for (const wakeUp of wakeUps) {
      if (waiting.size >= MAX_WAITING) this.onLost(queue, new RangeError('the queue is full'));
      else if (!waiting.has(wakeUp.id)) waiting.set(wakeUp.id, wakeUp);
    }
    this.later(queue);
  }

  override consume(queue: string, concurrency: number, handle: WakeUpHandler): void {
    this.consumers.set(queue, { concurrency, handle });
    this.isStopped = false;
    this.later(queue);
  }

  override async stopConsuming(): Promise<void> {
    this.isStopped = true;
    await Promise.all([...this.running.values()].flatMap((running) => [...running]));
  }

  override complaints(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }

  private later(queue: string): void {
    this.outside(() => setImmediate(() => this.dispatch(queue)));
  }

  private dispatch(queue: string): void {
    const consumer = this.consumers.get(queue);
    if (consumer === undefined || this.isStopped) return;
    const running = this.runningOf(queue);
    for (const [id, wakeUp] of this.waitingOf(queue)) {
      if (running.size >= consumer.concurrency) return;
      this.waitingOf(queue).delete(id);
      const work = this.handle(queue, consumer.handle, wakeUp).finally(() => {
        running.delete(work);
        this.dispatch(queue);
      });
      running.add(work);
    }
  }

  private async handle(queue: string, handle: WakeUpHandler, wakeUp: WakeUp): Promise<void> {
    try {
      await handle(wakeUp);
    } catch (error) {
      this.onLost(queue, error);
    }
  }

  private waitingOf(queue: string): Map<string, WakeUp> {
    return getOrAdd(this.waiting, queue, () => new Map<string, WakeUp>());
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
