import { makeDatabase } from '../support/database';
import { startDatabase } from '../support/database-server';
import { describeWith } from '../support/left-out';
import { type PrivateServer, startRedis } from '../support/private-servers';
import { redisCommand } from '../support/redis-command';
import { TEST_SECRETS_KEY } from '../support/store';
import { emptyFolder, ensureBuilt, runCommand, StoreProcess } from '../support/store.process';
import { until } from '../support/until';

const LOST = 'Redis cannot be used: work waits for the next sweep';
const BACK = 'Redis can be used again';

/** The lines about Redis. */
const linesOf = ({ lines }: StoreProcess): unknown[] =>
  lines.map(({ msg }) => msg).filter((msg) => msg === LOST || msg === BACK);

interface Refusal {
  readonly title: string;
  /** Commands that make Redis refuse, and those that end it. */
  readonly refuse: string;
  readonly admit: string;
  /** Undefined: the store does not need what is refused. */
  readonly reason: RegExp | undefined;
}

/** Each is what every connection of ioredis meets when it comes back. */
const REFUSALS: readonly Refusal[] = [
  {
    title: 'a password',
    ...{ refuse: 'CONFIG SET requirepass hush', admit: 'CONFIG SET requirepass ""', reason: /^NOAUTH / },
  },
  {
    title: 'no subscriptions',
    ...{ refuse: 'ACL SETUSER default -@pubsub', admit: 'ACL SETUSER default +@all', reason: undefined },
  },
  {
    title: 'no blocking reads',
    ...{
      refuse: 'ACL SETUSER default -brpoplpush',
      admit: 'ACL SETUSER default +@all',
      reason: /^NOPERM .*brpoplpush/,
    },
  },
  {
    title: 'no scripts',
    ...{ refuse: 'ACL SETUSER default -@scripting', admit: 'ACL SETUSER default +@all', reason: /^NOPERM .*eval/ },
  },
];

beforeAll(ensureBuilt);

describeWith(['mariadb', 'redis'], 'a worker and an API whose Redis refuses them (webhooks.md 10)', () => {
  let database: PrivateServer;
  let redis: PrivateServer;
  let folder: string;
  let env: Record<string, string>;
  let processes: readonly StoreProcess[];
  const start = async (): Promise<void> => {
    const worker = new StoreProcess('worker.js', folder, { ...env, METRICS_PORT: '0' });
    processes = [worker, await StoreProcess.api(folder, { ...env, METRICS_PORT: '0' })];
    await worker.line(({ msg }) => msg === 'working');
  };
  const asAdmin = (isLocked: boolean) => (isLocked ? redis.url.replace('//', '//:hush@') : redis.url);
  const up = async (process: StoreProcess): Promise<string | undefined> => {
    const { metricsPort } = await process.line((line) => line['metricsPort'] !== undefined);
    const text = await (await fetch(`http://127.0.0.1:${String(metricsPort)}/metrics`)).text();
    return /^queue_redis_up (\d)$/m.exec(text)?.[1];
  };
  const areUp = (expected: string) => async () =>
    (await Promise.all(processes.map(up))).every((value) => value === expected);

  beforeAll(async () => {
    [database, redis, folder] = [await startDatabase(), await startRedis(), emptyFolder()];
    await makeDatabase(database.url, 'shop');
    env = { DATABASE_URL: `${database.url}/shop`, REDIS_URL: redis.url, SECRETS_KEY: TEST_SECRETS_KEY };
    await runCommand(folder, env, 'migrate');
  });
  afterEach(() => StoreProcess.stopAll());
  afterAll(() => Promise.all([database.stop(), redis.stop()]));

  const worker = (): StoreProcess => processes[0] as StoreProcess;
  const stop = async (): Promise<unknown> => {
    for (const process of processes) process.signal('SIGTERM');
    const ended = await Promise.all(processes.map((process) => process.ended));
    return ended.map(({ code, stderr }) => [code, stderr]);
  };
  /** The code and the errors of both when they are told to end. */
  const inOrder = [
    [0, ''],
    [0, ''],
  ];

  it.each(REFUSALS)('go on when it comes back with $title, and use it when it lets them', async (refusal) => {
    const { refuse, admit, reason } = refusal;
    await start();
    await until('Redis is up', areUp('1'));
    await redisCommand(redis.url, refuse, 'CLIENT KILL TYPE pubsub', 'CLIENT KILL TYPE normal');
    await until('the worker has lost it', () => linesOf(worker()).includes(LOST));
    if (reason === undefined) await until('the worker has it again', () => linesOf(worker()).at(-1) === BACK);
    else await until('the worker says why', () => worker().lines.some((line) => reason.test(String(line['reason']))));
    await redisCommand(asAdmin(refuse.startsWith('CONFIG')), admit);
    await until('Redis is up again', areUp('1'));
    expect(linesOf(worker()).at(-1)).toBe(BACK);
    expect(await stop()).toEqual(inOrder);
  });

  it('start while it demands a password, and use it when it does no more', async () => {
    await redisCommand(redis.url, 'CONFIG SET requirepass hush');
    await start();
    await until('the worker says why', () =>
      worker().lines.some((line) => line['reason'] === 'NOAUTH Authentication required.'),
    );
    await redisCommand(asAdmin(true), 'CONFIG SET requirepass ""');
    await until('Redis is up', areUp('1'));
    const readers = async () => (await redisCommand(redis.url, 'CLIENT LIST')).match(/cmd=brpoplpush/g)?.length;
    await until('both queues are read', async () => (await readers()) === 2);
    expect(await stop()).toEqual(inOrder);
  });
});
