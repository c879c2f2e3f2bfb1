import { until } from './until';
import { freePort, type PrivateServer, startRedis } from './private-servers';
import { redisCommand } from './redis-command';

const MASTERS = 3;
const SLOTS = 16_384;
const READY_SECONDS = 60;

const TRIES = 5;

// Between finding a free port for the bus and the node taking it, another process may: then the next one is tried.
async function startNode(): Promise<{ readonly node: PrivateServer; readonly bus: number }> {
  for (let attempt = 1; ; attempt++) {
    const bus = await freePort();
    try {
      return { node: await startRedis({ args: clusterArguments(bus) }), bus };
    } catch (error) {
      const isTaken = error instanceof Error && error.message.includes('Address already in use');
      if (!isTaken || attempt === TRIES) throw error;
    }
  }
}

/** A Redis Cluster of three masters with a replica each. */
export class RedisCluster {
  private constructor(
    /** The masters of the beginning first, then their replicas. */
    readonly nodes: readonly PrivateServer[],
  ) {}

  static async start(): Promise<RedisCluster> {
    const started = await Promise.all(Array.from({ length: 2 * MASTERS }, startNode));
    const cluster = new RedisCluster(started.map(({ node }) => node));
    try {
      await cluster.join(started.map(({ bus }) => bus));
      await until('the Redis Cluster is settled', () => cluster.isSettled(), READY_SECONDS);
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  /** The address of the queues. */
  get url(): string {
    return `redis+cluster://${this.nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}`;
  }

  /** The node that serves the slot of the key, as the other nodes say: `asked` is a node that runs. */
  async masterOf(key: string, asked: PrivateServer): Promise<PrivateServer | undefined> {
    const slot = Number(/\d+/.exec(await redisCommand(asked.url, `CLUSTER KEYSLOT ${key}`))?.[0]);
    // id host:port@bus flags master ping pong epoch state first-last
    const lines = (await redisCommand(asked.url, 'CLUSTER NODES')).split('\n');
    const line = lines.find((text) => {
      const [, first, last] = / (\d+)-(\d+)\r?$/.exec(text) ?? [];
      return text.includes('master') && Number(first) <= slot && slot <= Number(last);
    });
    const port = Number(/ \S+:(\d+)@/.exec(line ?? '')?.[1]);
    return this.nodes.find((node) => node.port === port);
  }

  /** The replica of a master. */
  async replicaOf(master: PrivateServer): Promise<PrivateServer | undefined> {
    const port = Number(/^slave0:ip=[^,]+,port=(\d+)/m.exec(await redisCommand(master.url, 'INFO replication'))?.[1]);
    return this.nodes.find((node) => node.port === port);
  }

  /** Whether every node knows all others, all slots are served, and all replicas could take over. */
  async isSettled(): Promise<boolean> {
    const states = await Promise.all(
      this.nodes.map(({ url }) => redisCommand(url, 'CLUSTER INFO', 'INFO replication', 'CLUSTER SLOTS')),
    );
    return states.every(
      (state) =>
        state.includes('cluster_state:ok') &&
        // In the list of slots each node has its id of 40 characters: all six.
        state.match(/^[\da-f]{40}\r$/gm)?.length === 2 * MASTERS &&
        /master_link_status:up|connected_slaves:1/.test(state),
    );
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.stop()));
  }

  private async join(buses: readonly number[]): Promise<void> {
    const [first, ...others] = this.nodes;
    for (const [i, node] of this.nodes.entries()) {
      const bounds = [i, i + 1].map((part) => Math.round((part * SLOTS) / MASTERS));
      const slots = i < MASTERS ? [`CLUSTER ADDSLOTSRANGE ${bounds[0]} ${Number(bounds[1]) - 1}`] : [];
      await redisCommand(node.url, ...slots, `CLUSTER SET-CONFIG-EPOCH ${i + 1}`);
    }
    const meet = others.map(({ port }, i) => `CLUSTER MEET 127.0.0.1 ${port} ${buses[i + 1]}`);
    await redisCommand(first?.url ?? '', ...meet);
    await until('the nodes know each other', () => this.knowEachOther(), READY_SECONDS);
    for (const [i, node] of this.nodes.slice(MASTERS).entries()) {
      const id = /[\da-f]{40}/.exec(await redisCommand(this.nodes[i]?.url ?? '', 'CLUSTER MYID'))?.[0];
      await redisCommand(node.url, `CLUSTER REPLICATE ${id}`);
    }
  }

  private async knowEachOther(): Promise<boolean> {
    const lists = await Promise.all(this.nodes.map(({ url }) => redisCommand(url, 'CLUSTER NODES')));
    return lists.every((list) => !list.includes('handshake') && list.match(/ connected/g)?.length === 2 * MASTERS);
  }
}

/** A replica that never copied its master takes not over, so copying begins at once. The bus of its own port may be above 65535. */
function clusterArguments(bus: number): string[] {
  return [
    ...['--cluster-enabled', 'yes', '--cluster-port', String(bus), '--cluster-node-timeout', '1000'],
    ...['--repl-diskless-sync-delay', '0', '--databases', '1'],
  ];
}
