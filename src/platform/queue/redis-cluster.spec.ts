import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Bull, { type Queue } from 'bull';
import { until } from '../../../test/support/until';
import { describeWith } from '../../../test/support/left-out';
import { type PrivateServer } from '../../../test/support/private-servers';
import { RedisCluster } from '../../../test/support/redis-cluster';
import { redisCommand } from '../../../test/support/redis-command';
import { BullQueue } from './bull.queue';
import { producerOptions } from './redis-options';

const SECONDS = 60;

describeWith(['redis'], 'Bull over a Redis Cluster', () => {
  let cluster: RedisCluster;
  let name: string;
  let queue: BullQueue;
  let producer: Queue;
  let got: string[];
  beforeAll(async () => (cluster = await RedisCluster.start()));
  beforeEach(() => {
    name = `test-${randomUUID()}`;
    got = [];
    producer = new Bull(name, { redis: producerOptions(cluster.url) });
    queue = new BullQueue(cluster.url, new Map([[name, producer]]), () => undefined);
    queue.consume(name, 2, ({ id }) => Promise.resolve(void got.push(id)));
  });
  afterEach(() => queue.close());
  afterAll(() => cluster.stop());

  /** Adds jobs until one of them arrives: those of a failover may be lost. */
  const carries = async (prefix: string): Promise<void> => {
    let added = 0;
    const addOne = (): boolean => {
      queue.add(name, [{ id: `${prefix}-${(added += 1)}`, ids: [] }]);
      return got.some((id) => id.startsWith(prefix));
    };
    await until('a job arrives', addOne, SECONDS);
  };

  const master = async (asked = cluster.nodes[0] as PrivateServer): Promise<PrivateServer> => {
    const found = await cluster.masterOf('{bull}', asked);
    if (found === undefined) throw new Error('no node serves the slot');
    return found;
  };

  /** Waits until the nodes agree that another one serves the jobs: for a moment they know of none. */
  const takenOverFrom = (former: PrivateServer, asked: PrivateServer): Promise<PrivateServer> =>
    until(
      'another node is the master',
      async () => {
        const found = await cluster.masterOf('{bull}', asked);
        return found === former ? undefined : found;
      },
      SECONDS,
    );

  const otherThan = (node: PrivateServer): PrivateServer =>
    cluster.nodes.find((other) => other !== node) as PrivateServer;

  const settled = (): Promise<true> => until('the cluster is settled', () => cluster.isSettled(), SECONDS);

  it('carries jobs, in one slot', async () => {
    await carries('job');
    const keys = await Promise.all(cluster.nodes.slice(0, 3).map(({ url }) => redisCommand(url, `KEYS *${name}*`)));
    const served = await master();
    expect(cluster.nodes.filter((_, i) => keys[i]?.includes(`{bull}:${name}:id`))).toEqual([served]);
  });

  it('shows who works on a queue', async () => {
    await carries('job');
    await until('its worker has said its name', async () => (await producer.getWorkers()).length === 1, SECONDS);
    expect(await producer.getJobCounts()).toMatchObject({ failed: 0, delayed: 0 });
    expect(await queue.serverWarnings()).toEqual([]);
  });

  it('goes on with the replica of a master that is killed', async () => {
    await carries('before');
    const killed = await master();
    const replica = await cluster.replicaOf(killed);
    await killed.kill('SIGKILL');
    await carries('after');
    expect(await takenOverFrom(killed, otherThan(killed))).toBe(replica);
    await killed.restart();
    await settled();
  });

  it('follows a master that hands over', async () => {
    await carries('before');
    const former = await master();
    const replica = await cluster.replicaOf(former);
    await redisCommand(replica?.url ?? '', 'CLUSTER FAILOVER');
    expect(await takenOverFrom(former, otherThan(former))).toBe(replica);
    await carries('after');
    expect(queue.isUp).toBe(true);
    await settled();
  });

  it('leaves a master that hangs', async () => {
    await carries('before');
    const hanging = await master();
    const replica = await cluster.replicaOf(hanging);
    await hanging.kill('SIGSTOP');
    await carries('after');
    expect(await takenOverFrom(hanging, otherThan(hanging))).toBe(replica);
    await hanging.kill('SIGCONT');
    await settled();
  });

  it('says of the master that has the jobs that it may drop them', async () => {
    const { url } = await master();
    await redisCommand(url, 'CONFIG SET maxmemory-policy allkeys-lru');
    expect(await queue.serverWarnings()).toEqual([expect.stringContaining('maxmemory-policy allkeys-lru')]);
    await redisCommand(url, 'CONFIG SET maxmemory-policy noeviction');
  });

  it('needs no more rights than docs/scaling.md gives its user', async () => {
    await carries('job');
    await queue.stopConsuming();
    const page = readFileSync(join(__dirname, '../../../docs/scaling.md'), 'utf8');
    const rights = /^ *(ACL SETUSER store .*)$/m.exec(page)?.[1] ?? '';
    await Promise.all(cluster.nodes.map(({ url }) => redisCommand(url, rights)));
    const url = cluster.url.replace('//', '//store:secret@');
    const limitedProducer = new Bull(name, { redis: producerOptions(url) });
    const lost: unknown[] = [];
    const limited = new BullQueue(url, new Map([[name, limitedProducer]]), (_, error) => lost.push(error));
    const worked = new Promise<void>((resolve) => limited.consume(name, 1, () => Promise.resolve(resolve())));
    limited.add(name, [
      { id: '1', ids: [] },
      { id: '2', ids: [] },
    ]);
    await worked;
    await until('it has said its name', async () => (await limitedProducer.getWorkers()).length === 1, SECONDS);
    const warnings = await limited.serverWarnings();
    const { failed } = await limitedProducer.getJobCounts();
    await limited.close();
    expect([warnings, lost, failed]).toEqual([[], [], 0]);
  });

  it('leaves no connection behind', async () => {
    await carries('job');
    await queue.close();
    const open = async (): Promise<boolean> => {
      const lists = await Promise.all(cluster.nodes.map(({ url }) => redisCommand(url, 'CLIENT LIST')));
      return lists.some((list) => list.replaceAll(/^.*(?:flags=[MS]|cmd=client\|list) .*$/gm, '').includes('addr='));
    };
    await until('all connections are closed', async () => !(await open()), SECONDS);
    expect(queue.isUp).toBe(false);
  });
});
