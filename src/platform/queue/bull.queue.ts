import { setTimeout as pause } from 'node:timers/promises';
import Bull, { type Job as BullJob, type Queue } from 'bull';
import { JobQueue, type OnLostJob, type Job, type JobHandler } from './job-queue.port';
import { redisOptions } from './redis-options';
import { isRefusal } from './redis-reports';

/** Commands under way at once; further jobs are dropped rather than piled up in memory while Redis hangs. */
const MAX_PENDING = 1_000;
/** Longest wait for Redis to confirm a close. */
const CLOSE_MS = 2_000;
/** Longest wait of a closing worker for its handlers, and for Redis to confirm that they are done. */
const HANDLERS_MS = 15_000;
/** Wait of a consumer after a failed read, such as one that a master hands over in. Bull's own 5 s exceed a sweep. */
const RETRY_MS = 1_000;
/** A refusal has ended when none came for so long: Bull repeats what Redis refuses after at most 5 s. */
const REFUSAL_MS = 7_000;

type Data = Omit<Job, 'id'>;

/**
 * A job queue on Redis. Producers, one for each queue, are configured so that no command waits for a Redis that does not
 * respond; consumers have connections of their own with Bull's defaults, whose blocking reads a command time-out would
 * break. Bull's retries are not used: a job is removed when its handler ends, failed or not.
 */
export class BullQueue extends JobQueue {
  private readonly consumers = new Map<string, Queue<Data>>();
  /** Ends the refusal of the consumers, while there is one. */
  private quiet: NodeJS.Timeout | undefined;
  private isStopping = false;
  private pending = 0;
  /** The last error of a connection. */
  private fault: Error | undefined;

  constructor(
    private readonly redisUrl: string,
    private readonly producers: ReadonlyMap<string, Queue<Data>>,
    private readonly onLost: OnLostJob,
    /** Told why Redis refuses consumers, and undefined when it refuses them no more. */
    private readonly onRefusal: (error: Error | undefined) => void = () => undefined,
    private readonly handlersMs = HANDLERS_MS,
  ) {
    super();
    // Without a listener Node ends the process at the first lost connection. Lost jobs are counted where they are added.
    for (const producer of producers.values()) producer.on('error', (error) => (this.fault = error));
  }

  /**
   * Whether every producer is connected and every consumer may read. `RedisReport` keeps no producer connected to a server that
   * refuses all commands.
   */
  override get isUp(): boolean {
    return this.quiet === undefined && [...this.producers.values()].every(({ client }) => client.status === 'ready');
  }

  override add(queue: string, jobs: readonly Job[]): void {
    if (jobs.length === 0) return;
    if (this.pending >= MAX_PENDING) {
      this.dropJobs(queue, jobs.length, new RangeError('Redis does not respond'));
      return;
    }
    this.pending += 1;
    this.send(queue, jobs)
      .catch((error: unknown) => this.dropJobs(queue, jobs.length, error))
      .finally(() => {
        this.pending -= 1;
      })
      .catch(() => undefined);
  }

  override consume(queue: string, concurrency: number, handle: JobHandler): void {
    this.isStopping = false;
    const settings = { retryProcessDelay: RETRY_MS };
    const consumer = new Bull<Data>(queue, { redis: redisOptions(this.redisUrl), settings });
    withoutUnhandled(consumer);
    consumer.on('error', (error) => this.refuse(error));
    consumer.on('failed', (_job, error) => this.onLost(queue, error));
    this.consumers.set(queue, consumer);
    const process = (job: BullJob<Data>): Promise<void> => handle({ ...job.data, id: String(job.id) });
    // Settles when the consumer is closed. While Redis is away it only waits; a Redis that refuses its first commands ends it.
    consumer.process(concurrency, process).catch((error: unknown) => {
      this.onLost(queue, error);
      if (error instanceof Error) this.refuse(error);
      this.consumeLater(queue, consumer, () => this.consume(queue, concurrency, handle));
    });
  }

  override async stopConsuming(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.quiet);
    await Promise.all([...this.consumers.values()].map((queue) => closeConsumer(queue, this.handlersMs)));
    this.consumers.clear();
  }

  /** Closes the producers, also when Redis is away or refuses commands; Bull alone would wait for ever. */
  override async close(): Promise<void> {
    await this.stopConsuming();
    await Promise.all([...this.producers.values()].map(closeProducer));
  }

  override async serverWarnings(): Promise<readonly string[]> {
    const [producer] = this.producers.values();
    if (producer === undefined) return [];
    try {
      const policy = /^maxmemory_policy:(\S+)/m.exec(await producer.client.info('memory'))?.[1];
      if (policy === undefined || policy === 'noeviction') return [];
      return [
        `Redis has maxmemory-policy ${policy}: when it is full it drops queued jobs silently. Set it to noeviction; until then deliveries may wait for the next sweep.`,
      ];
    } catch (error) {
      const { message } = this.fault ?? (error as Error);
      return [`Redis cannot be reached (${message}): until it can, deliveries wait for the next sweep.`];
    }
  }

  /** Replaces a consumer that Redis has ended. */
  private consumeLater(queue: string, ended: Queue, consume: () => void): void {
    const again = (): void => {
      if (this.isStopping) return;
      // Its connections: it would wait for a Redis that refuses even to say goodbye.
      endConnections(ended, ended.close(true)).catch(() => undefined);
      consume();
    };
    if (!this.isStopping && this.consumers.get(queue) === ended) setTimeout(again, RETRY_MS).unref();
  }

  private refuse(error: Error): void {
    if (!isRefusal(error) || this.isStopping) return;
    clearTimeout(this.quiet);
    const admit = (): void => {
      this.quiet = undefined;
      this.onRefusal(undefined);
    };
    this.quiet = setTimeout(admit, REFUSAL_MS).unref();
    this.onRefusal(error);
  }

  private async send(queue: string, jobs: readonly Job[]): Promise<void> {
    const producer = this.producers.get(queue);
    if (producer === undefined) throw new TypeError(`no queue ${queue}`);
    const bulk = jobs.map(({ id, ...data }) => ({
      data,
      opts: { jobId: id, removeOnComplete: true, removeOnFail: true, attempts: 1 },
    }));
    const [only] = bulk;
    if (bulk.length === 1 && only !== undefined) await producer.add(only.data, only.opts);
    else await producer.addBulk(bulk);
  }

  private dropJobs(queue: string, count: number, error: unknown): void {
    for (let i = 0; i < count; i += 1) this.onLost(queue, error);
  }
}

/**
 * Keeps a consumer from what Bull and ioredis leave unhandled when Redis refuses it, which would end the process: naming its
 * connection, which is only informational, and the news of jobs with a delay, of which the store has none. ioredis would
 * repeat that subscription at every connection.
 */
function withoutUnhandled(consumer: Queue): void {
  const setName = consumer.setWorkerName.bind(consumer) as () => Promise<unknown>;
  consumer.setWorkerName = () => setName().catch(() => undefined);
  Object.assign(consumer, { _registerEvent: () => Promise.resolve() });
}

/** Waits for the handlers under way when Redis is there; ends every connection at once when it is not. */
async function closeConsumer(queue: Queue, handlersMs: number): Promise<void> {
  const isThere = queue.client.status === 'ready';
  const closed = queue.close(!isThere);
  // A Redis that hangs also has a ready connection.
  if (isThere && (await isInTime(closed, handlersMs))) return;
  await endConnections(queue, closed);
}

/** Closes a producer within 2 s: it has no handlers to wait for, and a Redis that refuses every command also seems ready. */
async function closeProducer(queue: Queue): Promise<void> {
  const closed = queue.close(true);
  if (queue.client.status === 'ready' && (await isInTime(closed, CLOSE_MS))) return;
  await endConnections(queue, closed);
}

async function endConnections(queue: Queue, closed: Promise<void>): Promise<void> {
  // Bull's own list of its connections, missing from its types.
  const { clients } = queue as unknown as { clients: Queue['client'][] };
  for (const client of clients) client.disconnect();
  if (await isInTime(closed, CLOSE_MS)) return;
  // ioredis emits no `end` for a connection that broke unnoticed, and Nest's own hook waits for the same promise.
  for (const client of clients) client.emit('end');
}

async function isInTime(closed: Promise<void>, ms: number): Promise<boolean> {
  const ended = new AbortController();
  const late = pause(ms, false, { signal: ended.signal }).catch(() => false);
  const result = await Promise.race([closed.then(() => true), late]);
  ended.abort();
  return result;
}
