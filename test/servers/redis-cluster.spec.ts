import { until } from '../support/until';
import { makeDatabase } from '../support/database';
import { startDatabase } from '../support/database-server';
import { type PrivateServer } from '../support/private-servers';
import { RedisCluster } from '../support/redis-cluster';
import { TEST_TOKEN } from '../support/store';
import { ensureBuilt, StoreProcess } from '../support/store.process';
import { type StoreProcesses, startProcesses } from '../support/store.processes';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver';

const HOOK = '/hook';

describe('a store on a Redis Cluster', () => {
  let mariaDb: PrivateServer;
  let cluster: RedisCluster;
  let receiver: WebhookReceiver;
  let store: StoreProcesses;
  beforeAll(ensureBuilt);
  beforeAll(async () => {
    [mariaDb, cluster, receiver] = await Promise.all([startDatabase(), RedisCluster.start(), startWebhookReceiver()]);
    await makeDatabase(mariaDb.url, 'shop');
    const engine = { name: 'mariadb', databaseUrl: `${mariaDb.url}/shop`, redisUrl: cluster.url } as const;
    store = await startProcesses(engine, { METRICS_ON_API: '1', RATE_LIMIT_PER_MINUTE: '0' });
    const events = { create: '1', update: '1', delete: '1', 'events[]': 'brand.*' };
    const form = { url: receiver.url(HOOK), content_type: 'json', enabled: '1', ...events };
    const { status } = await store.call('POST', '/v1/webhooks', form);
    if (status !== 201) throw new Error(`the webhook was not created: ${status}`);
  });
  afterAll(async () => {
    await StoreProcess.stopAll();
    await Promise.all([receiver.close(), cluster.stop(), mariaDb.stop()]);
  });

  const get = (path: string): Promise<Response> =>
    fetch(new URL(path, store.api.url), { headers: { authorization: `Bearer ${TEST_TOKEN}` } });
  const gauge = async (name: string): Promise<string[]> =>
    (await (await get('/metrics')).text()).split('\n').filter((line) => line.startsWith(name));
  const happen = async (slug: string): Promise<void> => {
    await store.call('POST', '/v1/brands', { title: 'A brand', slug });
  };
  /** The queues that the board shows with a worker; none while it does not answer. */
  const queuesAtWork = async (): Promise<string[]> => {
    const answer = await get('/admin/queues/api/queues');
    if (answer.status !== 200) return [];
    const { queues } = (await answer.json()) as { queues: { name: string; hasWorkers: boolean }[] };
    return queues.filter(({ hasWorkers }) => hasWorkers).map(({ name }) => name);
  };

  it('delivers, shows its queues and their workers, and loses no wake-up', async () => {
    for (const slug of ['one', 'two', 'three']) await happen(slug);
    await receiver.received(HOOK, 3);
    expect(await queuesAtWork()).toEqual(['webhook-events', 'webhook-deliveries']);
    expect(await (await get('/admin/queues/api/redis/stats')).json()).toMatchObject({ mode: 'cluster' });
    expect(await gauge('queue_redis_up')).toEqual(['queue_redis_up 1']);
    expect(await gauge('queue_wake_up_failures_total')).toEqual([
      'queue_wake_up_failures_total{queue="webhook-events"} 0',
      'queue_wake_up_failures_total{queue="webhook-deliveries"} 0',
    ]);
    expect([...store.api.lines, ...store.worker.lines].filter(({ level }) => Number(level) >= 40)).toEqual([]);
  });

  it('goes on when the master of its queues is killed, and stops in order', async () => {
    const [asked] = cluster.nodes as [PrivateServer];
    const master = (await cluster.masterOf('{bull}', asked)) as PrivateServer;
    await master.kill('SIGKILL');
    await happen('four');
    await receiver.received(HOOK, 4);
    await until('both queues have workers again', async () => (await queuesAtWork()).length === 2);
    expect(await gauge('queue_redis_up')).toEqual(['queue_redis_up 1']);
    await store.stop();
    const [api, worker] = await Promise.all([store.api.ended, store.worker.ended]);
    expect([api.code, api.stderr, worker.code, worker.stderr]).toEqual([0, '', 0, '']);
  });
});
