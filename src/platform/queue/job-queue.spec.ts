import { randomUUID } from 'node:crypto';
import Bull from 'bull';
import { leaveOut } from '../../../test/support/left-out';
import { RedisCluster } from '../../../test/support/redis-cluster';
import { BullQueue } from './bull.queue';
import { InProcessQueue } from './in-process.queue';
import { type JobQueue, type OnLostJob, type Job } from './job-queue.port';
import { producerOptions } from './redis-options';

const redisUrl = process.env['TEST_REDIS_URL'];

interface Adapter {
  readonly make: (queues: readonly string[], onLost: OnLostJob) => { queue: JobQueue; close: () => Promise<void> };
  /** Starts and stops its server, where the run has none. */
  readonly start?: () => Promise<void>;
  readonly stop?: () => Promise<void>;
}

const inProcess: Adapter = {
  make: (_, onLost) => {
    const queue = new InProcessQueue(onLost);
    return { queue, close: () => queue.stopConsuming() };
  },
};

const overRedis = (url: string): Adapter => ({
  make: (names, onLost) => {
    const producers = names.map((name) => [name, new Bull(name, { redis: producerOptions(url) })] as const);
    const queue = new BullQueue(url, new Map(producers), onLost);
    return { queue, close: () => queue.close() };
  },
});

let cluster: RedisCluster | undefined;
const overCluster: Adapter = {
  make: (...parts) => overRedis(cluster?.url ?? '').make(...parts),
  start: async () => void (cluster = await RedisCluster.start()),
  stop: async () => cluster?.stop(),
};

const adapters: [string, Adapter][] = [['in process', inProcess]];
if (redisUrl !== undefined) adapters.push(['Bull', overRedis(redisUrl)], ['Bull on a Redis Cluster', overCluster]);
else leaveOut(['redis'], '"the job queue (Bull)"');

/** Resolves by itself when told to. */
function gate(): { open: () => void; opened: Promise<void> } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

describe.each(adapters)('the job queue (%s)', (_, adapter) => {
  let lost: { queue: string; error: unknown }[];
  let made: { queue: JobQueue; close: () => Promise<void> };
  let name: string;
  beforeAll(() => adapter.start?.());
  afterAll(() => adapter.stop?.());
  beforeEach(() => {
    lost = [];
    name = `test-${randomUUID()}`;
    made = adapter.make([name, `${name}-other`], (queue, error) => lost.push({ queue, error }));
  });
  afterEach(() => made.close());

  /** Consumes into a list; `arrived` resolves when it is that long. */
  const collect = (concurrency = 8, handle: (job: Job) => Promise<void> = () => Promise.resolve()) => {
    const got: Job[] = [];
    const waiting = new Set<() => void>();
    made.queue.consume(name, concurrency, (job) => {
      got.push(job);
      waiting.forEach((look) => look());
      return handle(job);
    });
    const arrived = (count: number): Promise<void> =>
      new Promise((resolve) => {
        const look = (): void => void (got.length >= count && waiting.delete(look) && resolve());
        waiting.add(look);
        look();
      });
    return { got, arrived };
  };

  it('carries ids, and what they belong to, to the consumer of their queue', async () => {
    const { got, arrived } = collect();
    made.queue.add(`${name}-other`, [{ id: 'elsewhere', ids: ['9'] }]);
    made.queue.add(name, [{ id: '1', ids: ['1', '2'] }]);
    made.queue.add(name, [
      { id: '3', of: 'webhook', ids: ['3'] },
      { id: '4', of: 'webhook', ids: [] },
    ]);
    made.queue.add(name, []);
    await arrived(3);
    expect(got.map((job) => JSON.stringify(job, ['id', 'of', 'ids'])).sort()).toEqual([
      '{"id":"1","ids":["1","2"]}',
      '{"id":"3","of":"webhook","ids":["3"]}',
      '{"id":"4","of":"webhook","ids":[]}',
    ]);
    expect(lost).toEqual([]);
  });

  it('keeps what was told before there was a consumer', async () => {
    made.queue.add(name, [{ id: '1', ids: ['1'] }]);
    const { got, arrived } = collect();
    await arrived(1);
    expect(got).toEqual([{ id: '1', ids: ['1'] }]);
  });

  it('is one wake-up when the same is told again while it waits, and another afterwards', async () => {
    const first = gate();
    const { got, arrived } = collect(1, ({ id }) => (id === 'busy' ? first.opened : Promise.resolve()));
    made.queue.add(name, [{ id: 'busy', ids: [] }]);
    await arrived(1);
    for (let i = 0; i < 3; i += 1) made.queue.add(name, [{ id: 'same', ids: ['1'] }]);
    made.queue.add(name, [{ id: 'last', ids: [] }]);
    first.open();
    await arrived(3);
    expect(got.map(({ id }) => id)).toEqual(['busy', 'same', 'last']);
  });

  it('hands out at most as many at once as it was asked to', async () => {
    const doors = [gate(), gate(), gate(), gate()];
    let running = 0;
    let most = 0;
    const { arrived } = collect(2, async ({ id }) => {
      most = Math.max(most, (running += 1));
      await doors[Number(id)]?.opened;
      running -= 1;
    });
    made.queue.add(
      name,
      ['0', '1', '2', '3'].map((id) => ({ id, ids: [] })),
    );
    await arrived(2);
    doors.forEach(({ open }) => open());
    await arrived(4);
    expect(most).toBe(2);
  });

  it('loses a wake-up whose handler fails, says so, and goes on', async () => {
    const failure = new Error('no database');
    const { got, arrived } = collect(1, ({ id }) => (id === 'bad' ? Promise.reject(failure) : Promise.resolve()));
    made.queue.add(name, [{ id: 'bad', ids: [] }]);
    made.queue.add(name, [{ id: 'good', ids: [] }]);
    await arrived(2);
    expect(got.map(({ id }) => id)).toEqual(['bad', 'good']);
    expect(lost.map(({ queue, error }) => [queue, (error as Error).message])).toEqual([[name, 'no database']]);
  });

  it('stops: waits for the handler under way and hands out no more', async () => {
    const door = gate();
    let isDone = false;
    const { got, arrived } = collect(1, async () => {
      await door.opened;
      isDone = true;
    });
    made.queue.add(name, [{ id: '1', ids: [] }]);
    await arrived(1);
    const stopped = made.queue.stopConsuming();
    made.queue.add(name, [{ id: '2', ids: [] }]);
    door.open();
    await stopped;
    expect({ isDone, ids: got.map(({ id }) => id) }).toEqual({ isDone: true, ids: ['1'] });
  });

  it('has nothing to complain of', async () => {
    expect(await made.queue.serverWarnings()).toEqual([]);
  });
});
