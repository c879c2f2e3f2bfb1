import { setTimeout as pause } from 'node:timers/promises';
import Bull, { type Job, type Queue } from 'bull';
import { JobQueue, type OnLostWakeUp, type WakeUp, type WakeUpHandler } from './job-queue.port';
import { redisOptions } from './redis-options';

/** Adds under way at once; more are lost rather than piled up in memory while Redis hangs. */
const MAX_PENDING = 1_000;
/** How long closing waits for Redis to say goodbye. */
const GOODBYE_MS = 2_000;
/** How long a closing worker waits for its handlers, and for the answer of Redis that they are done. */
const HANDLERS_MS = 15_000;

type Data = Omit<WakeUp, 'id'>;

/**
 * Wake-ups over Redis. The producers, one a queue, are made so that no command waits for a Redis that does not answer;
 * consumers have connections of their own with Bull's defaults, whose blocking reads a command time-out would break.
 * Bull's repeats are not relied on: a job is removed whatever becomes of it.
 */
export class BullQueue extends JobQueue {
  private readonly consumers = new Map<string, Queue<Data>>();
  private pending = 0;

  constructor(
    private readonly redisUrl: string,
    private readonly producers: ReadonlyMap<string, Queue<Data>>,
    private readonly onLost: OnLostWakeUp,
    private readonly handlersMs = HANDLERS_MS,
  ) {
    super();
    // Without a listener Node ends the process at the first lost connection. Lost wake-ups are counted where they are told.
    for (const producer of producers.values()) producer.on('error', () => undefined);
  }

  /** Whether every producer is connected. */
  get isUp(): boolean {
    return [...this.producers.values()].every(({ client }) => client.status === 'ready');
  }

  override tell(queue: string, wakeUps: readonly WakeUp[]): void {
    if (wakeUps.length === 0) return;
    if (this.pending >= MAX_PENDING) {
      this.lost(queue, wakeUps.length, new RangeError('Redis does not answer'));
      return;
    }
    this.pending += 1;
    this.add(queue, wakeUps)
      .catch((error: unknown) => this.lost(queue, wakeUps.length, error))
      .finally(() => {
        this.pending -= 1;
      })
      .catch(() => undefined);
  }

  override consume(queue: string, concurrency: number, handle: WakeUpHandler): void {
    const consumer = new Bull<Data>(queue, { redis: redisOptions(this.redisUrl) });
    forgiveNaming(consumer);
    consumer.on('error', () => undefined);
    consumer.on('failed', (_job, error) => this.onLost(queue, error));
    this.consumers.set(queue, consumer);
    const process = (job: Job<Data>): Promise<void> => handle({ ...job.data, id: String(job.id) });
    // Settles when the consumer is closed; Redis being away only makes it wait.
    consumer.process(concurrency, process).catch((error: unknown) => this.onLost(queue, error));
  }

  override async stopConsuming(): Promise<void> {
    await Promise.all([...this.consumers.values()].map((queue) => closeConsumer(queue, this.handlersMs)));
    this.consumers.clear();
  }

  /** Closes the producers, also when Redis is away or refuses, for which Bull itself would wait for ever. */
  async close(): Promise<void> {
    await this.stopConsuming();
    await Promise.all([...this.producers.values()].map(closeProducer));
  }

  override async complaints(): Promise<readonly string[]> {
    const [producer] = this.producers.values();
    if (producer === undefined) return [];
    try {
      const policy = /^maxmemory_policy:(\S+)/m.exec(await producer.client.info('memory'))?.[1];
      if (policy === undefined || policy === 'noeviction') return [];
      return [
        `Redis has maxmemory-policy ${policy}: when it is full it drops queued jobs silently. Set it to noeviction; until then deliveries may wait for the sweep.`,
      ];
    } catch {
      return ['Redis cannot be reached: deliveries wait for the sweep until it can.'];
    }
  }

  private async add(queue: string, wakeUps: readonly WakeUp[]): Promise<void> {
    const producer = this.producers.get(queue);
    if (producer === undefined) throw new TypeError(`no queue ${queue}`);
    const jobs = wakeUps.map(({ id, ...data }) => ({
      data,
      opts: { jobId: id, removeOnComplete: true, removeOnFail: true, attempts: 1 },
    }));
    const [only] = jobs;
    if (jobs.length === 1 && only !== undefined) await producer.add(only.data, only.opts);
    else await producer.addBulk(jobs);
  }

  private lost(queue: string, count: number, error: unknown): void {
    for (let i = 0; i < count; i += 1) this.onLost(queue, error);
  }
}

/**
 * Bull gives its connection a name and waits for nobody to hear of a failure: closed before Redis ever came, it would
 * end the process in the middle of its drain. The name is for people only.
 */
function forgiveNaming(consumer: Queue): void {
  const setName = consumer.setWorkerName.bind(consumer) as () => Promise<unknown>;
  consumer.setWorkerName = () => setName().catch(() => undefined);
}

/** Waits for the handlers under way when Redis is there; ends every connection at once when it is not. */
async function closeConsumer(queue: Queue, handlersMs: number): Promise<void> {
  const isThere = queue.client.status === 'ready';
  const closed = queue.close(!isThere);
  // One that hangs seems to be there too.
  if (isThere && (await isInTime(closed, handlersMs))) return;
  await endConnections(queue, closed);
}

/** Has no handlers to wait for, so its time is limited: a Redis that refuses every command seems to be there. */
async function closeProducer(queue: Queue): Promise<void> {
  const closed = queue.close(true);
  if (queue.client.status === 'ready' && (await isInTime(closed, GOODBYE_MS))) return;
  await endConnections(queue, closed);
}

async function endConnections(queue: Queue, closed: Promise<void>): Promise<void> {
  // Bull's own list of its connections, of which its types say nothing.
  const { clients } = queue as unknown as { clients: Queue['client'][] };
  for (const client of clients) client.disconnect();
  if (await isInTime(closed, GOODBYE_MS)) return;
  // ioredis says nothing of the end of a connection that broke unseen, and Nest's own hook waits for the same promise.
  for (const client of clients) client.emit('end');
}

async function isInTime(closed: Promise<void>, ms: number): Promise<boolean> {
  const ended = new AbortController();
  const late = pause(ms, false, { signal: ended.signal }).catch(() => false);
  const result = await Promise.race([closed.then(() => true), late]);
  ended.abort();
  return result;
}
