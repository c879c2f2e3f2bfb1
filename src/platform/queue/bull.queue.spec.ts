import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import Bull, { type Queue } from 'bull';
import { Gate } from '../../../test/support/database';
import { describeWith } from '../../../test/support/left-out';
import { startRedis } from '../../../test/support/private-servers';
import { BullQueue } from './bull.queue';
import { producerOptions, redisOptions } from './redis-options';

/** Nobody listens there. */
const NOWHERE = 'redis://127.0.0.1:1';
const NO_SENTINELS = 'redis+sentinel://127.0.0.1:1,127.0.0.1:2/store';
const NO_CLUSTER = 'redis+cluster://127.0.0.1:1,127.0.0.1:2';

function over(
  url: string,
  handlersMs?: number,
): { queue: BullQueue; producer: Queue; lost: Promise<string>; count: () => number } {
  let count = 0;
  let tell: (name: string) => void = () => undefined;
  const lost = new Promise<string>((resolve) => (tell = resolve));
  const producer = new Bull('jobs', { redis: producerOptions(url) });
  const queue = new BullQueue(
    url,
    new Map([['jobs', producer]]),
    (name) => {
      count += 1;
      tell(name);
    },
    undefined,
    handlersMs,
  );
  return { queue, producer, lost, count: () => count };
}

describe('Bull without its Redis (webhooks.md 10)', () => {
  it.each([NOWHERE, NO_SENTINELS, NO_CLUSTER])('returns at once, counts what is lost, and closes: %s', async (url) => {
    const { queue, lost, count } = over(url);
    queue.consume('jobs', 1, () => Promise.resolve());
    queue.add('jobs', [
      { id: '1', ids: ['1'] },
      { id: '2', ids: ['2'] },
    ]);
    expect(count()).toBe(0);
    expect([await lost, count()]).toEqual(['jobs', 2]);
    expect(await queue.serverWarnings()).toEqual([
      expect.stringMatching(
        /^Redis cannot be reached \((?:connect ECONNREFUSED|All sentinels are unreachable).*\): until it can, deliveries wait for the next sweep\.$/,
      ),
    ]);
    await queue.close();
  });

  it('loses wake-ups rather than pile them up', async () => {
    const { queue, count } = over(NOWHERE);
    for (let i = 0; i < 1500; i += 1) queue.add('jobs', [{ id: String(i), ids: [] }]);
    expect(count()).toBe(500);
    await queue.close();
  });
});

describe('Bull over a Redis that refuses every command', () => {
  it('loses wake-ups, and closes for Nest too', async () => {
    const refusing = createServer((socket) => {
      socket
        .on('error', () => undefined)
        .on('data', () => socket.end('-DENIED Redis is running in protected mode\r\n'));
    }).listen(0, '127.0.0.1');
    await once(refusing, 'listening');
    const { port } = refusing.address() as AddressInfo;
    const { queue, producer, lost } = over(`redis://127.0.0.1:${port}`);
    queue.add('jobs', [{ id: '1', ids: ['1'] }]);
    expect(await lost).toBe('jobs');
    await queue.close();
    await producer.close();
    refusing.close();
  });
});

describeWith(['redis'], 'Bull over a Redis that hangs', () => {
  it('closes a consumer whose job it never hears the end of', async () => {
    const server = await startRedis();
    const { queue } = over(server.url, 100);
    const [begun, hung] = [new Gate(), new Gate()];
    queue.consume('jobs', 1, async () => {
      begun.open();
      await hung.passed;
    });
    queue.add('jobs', [{ id: '1', ids: ['1'] }]);
    await begun.passed;
    await server.kill('SIGSTOP');
    hung.open();
    await expect(queue.close()).resolves.toBeUndefined();
    await server.stop();
  });
});

describeWith(['redis'], 'Bull over a Redis that may drop jobs', () => {
  it('says what is wrong with it', async () => {
    const server = await startRedis({ args: ['--maxmemory-policy', 'allkeys-lru'] });
    const { queue } = over(server.url);
    expect(await queue.serverWarnings()).toEqual([
      'Redis has maxmemory-policy allkeys-lru: when it is full it drops queued jobs silently. Set it to noeviction; until then deliveries may wait for the next sweep.',
    ]);
    await queue.close();
    await server.stop();
  });
});

describe('the address of a Redis', () => {
  it('is taken apart', () => {
    const { retryStrategy, reconnectOnError, ...options } = redisOptions('rediss://me:p%40ss@redis.example:7000/3');
    expect(options).toEqual({
      host: 'redis.example',
      port: 7000,
      username: 'me',
      password: 'p@ss',
      db: 3,
      tls: {},
      disconnectTimeout: 100,
    });
    expect([1, 5, 1000].map((times) => retryStrategy?.(times))).toEqual([100, 500, 1000]);
    const refusals = [
      'ERR DB index is out of range',
      'ERR SELECT is not allowed in cluster mode',
      "NOPERM User me has no permissions to run the 'select' command",
      'ERR unknown command',
    ];
    expect(refusals.map((message) => reconnectOnError?.(new Error(message)))).toEqual([true, true, true, false]);
    expect(redisOptions('redis://localhost')).toMatchObject({ host: 'localhost', port: 6379 });
  });

  it('is that of its Sentinels', () => {
    const address = 'rediss+sentinel://me:p%40ss@s1,s2:26380/store/3';
    const { retryStrategy, reconnectOnError, sentinelRetryStrategy, ...options } = redisOptions(address);
    expect(options).toEqual({
      sentinels: [
        { host: 's1', port: 26379 },
        { host: 's2', port: 26380 },
      ],
      name: 'store',
      username: 'me',
      password: 'p@ss',
      db: 3,
      tls: {},
      enableTLSForSentinelMode: true,
      connectTimeout: 1000,
      sentinelCommandTimeout: 1000,
      disconnectTimeout: 100,
      failoverDetector: true,
    });
    expect([retryStrategy?.(5), sentinelRetryStrategy?.(1000)]).toEqual([500, 1000]);
    expect(reconnectOnError?.(new Error('ERR DB index is out of range'))).toBe(true);
    expect(redisOptions('redis+sentinel://s1/store')).toMatchObject({ name: 'store' });
  });

  it('is that of the nodes of a cluster', () => {
    const { Connector, reconnectOnError, retryStrategy, ...options } = redisOptions(
      'rediss+cluster://me:p%40ss@r1,r2/a',
    );
    expect(options).toEqual({
      keyPrefix: '{a}',
      username: 'me',
      password: 'p@ss',
      tls: {},
      connectTimeout: 1000,
      disconnectTimeout: 100,
    });
    const errors = ['MOVED 9263 10.0.0.2:6379', 'CLUSTERDOWN The cluster is down', 'ERR unknown command'];
    expect(errors.map((message) => reconnectOnError?.(new Error(message)))).toEqual([true, true, false]);
    expect([typeof Connector, retryStrategy?.(5)]).toEqual(['function', 500]);
    expect(redisOptions('redis+cluster://r1')).toMatchObject({ keyPrefix: '{bull}' });
  });
});
