import Bull, { type Queue } from 'bull';
import { describeWith } from '../../../test/support/left-out';
import { type PrivateServer, startRedis } from '../../../test/support/private-servers';
import { redisCommand } from '../../../test/support/redis-command';
import { until } from '../../../test/support/until';
import { BullQueue } from './bull.queue';
import { producerOptions } from './redis-options';
import { RedisReport } from './redis-reports';

type Line = readonly [level: string, fields: object, message: string];

describeWith(['redis'], 'the log lines about Redis', () => {
  let server: PrivateServer;
  let lines: Line[];
  let lost: unknown[];
  let producer: Queue;
  let queue: BullQueue;
  let reconnections: number;
  beforeAll(async () => (server = await startRedis()));
  afterAll(() => server.stop());
  afterEach(() => queue.close());

  const over = (url: string): void => {
    [lines, lost, reconnections] = [[], [], 0];
    producer = new Bull('jobs', { redis: producerOptions(url) });
    const report = new RedisReport(url, {
      warn: (fields: object, message: string) => void lines.push(['warn', fields, message]),
      info: (fields: object, message: string) => void lines.push(['info', fields, message]),
    });
    report.watch(producer.client);
    producer.client.on('reconnecting', () => (reconnections += 1));
    queue = new BullQueue(
      url,
      new Map([['jobs', producer]]),
      (_, error) => lost.push(error),
      (error) => report.refused(error),
    );
  };
  const several = () => until('it has tried again several times', () => reconnections >= 4);

  it('are one when it is lost and one when it is back', async () => {
    over(server.url);
    await until('it is connected', () => queue.isUp);
    await server.kill('SIGKILL');
    await several();
    await server.restart();
    await until('it is back', () => lines.length === 2);
    const redis = `127.0.0.1:${server.port}`;
    expect([lines, queue.isUp]).toEqual([
      [
        ['warn', { redis, reason: 'the connection was closed' }, 'Redis cannot be used: work waits for the next sweep'],
        ['info', { redis }, 'Redis can be used again'],
      ],
      true,
    ]);
  });

  it('say that the server demands a password which REDIS_URL lacks, and it is not up', async () => {
    await redisCommand(server.url, 'CONFIG SET requirepass hush');
    over(server.url);
    await several();
    const redis = `127.0.0.1:${server.port}`;
    const refusal = [
      'warn',
      { redis, reason: 'NOAUTH Authentication required.' },
      'Redis cannot be used: work waits for the next sweep',
    ];
    expect(lines).toEqual([refusal]);
    await until('it is not up', () => !queue.isUp);
    await redisCommand(server.url.replace('//', '//:hush@'), 'CONFIG SET requirepass ""');
    await until('it is back', () => lines.length === 2);
    expect([lines, queue.isUp]).toEqual([[refusal, ['info', { redis }, 'Redis can be used again']], true]);
  });

  it('say that the server does not have the database of REDIS_URL, and no other is used', async () => {
    over(`${server.url}/5000`);
    queue.consume('jobs', 1, () => Promise.resolve());
    queue.add('jobs', [{ id: '1', ids: ['1'] }]);
    await several();
    await until('the job is lost', () => lost.length === 1);
    expect(lines).toEqual([
      [
        'warn',
        {
          redis: `127.0.0.1:${server.port}`,
          reason: 'REDIS_URL names the database 5000: ERR DB index is out of range',
        },
        'Redis cannot be used: work waits for the next sweep',
      ],
    ]);
    expect(await redisCommand(server.url, 'INFO keyspace')).not.toContain('keys=');
  });
});
