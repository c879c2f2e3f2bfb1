import { type Socket } from 'node:net';
import Redis, { type RedisOptions } from 'ioredis';

/** A node of a Redis Cluster. */
export interface ClusterNode {
  readonly host: string;
  readonly port: number;
}

/** Entry of `CLUSTER SLOTS`: first slot, last slot, the master, its replicas. */
type SlotRange = readonly [
  first: number,
  last: number,
  ...nodes: (readonly [host: string | null, port: number, id?: string, more?: readonly unknown[]])[],
];

/** A node that does not answer in this time is passed over: the others know the master too. */
export const NODE_MS = 1_000;
/** Interval between questions whether the master is still the one that connections go to. */
const WATCH_MS = 2_000;

/** The master of one hash slot of a Redis Cluster. Asks the nodes, and watches that open connections go to it. */
export class SlotMaster {
  private nodes: readonly ClusterNode[];
  private readonly open = new Map<Socket, ClusterNode>();
  private isWatching = false;

  /**
   * @param seeds the nodes of the settings; the others are learned from them
   * @param key any key of the slot
   * @param login user, password and TLS of all nodes
   */
  constructor(
    private readonly seeds: readonly ClusterNode[],
    private readonly key: string,
    private readonly login: RedisOptions,
  ) {
    this.nodes = seeds;
  }

  /** Asks one node after another until one knows. @throws what the last node answered, when none knows */
  async find(): Promise<ClusterNode> {
    let fault: unknown;
    for (const node of this.nodes) {
      try {
        return await this.ask(node);
      } catch (error) {
        fault = error;
      }
    }
    throw fault;
  }

  /**
   * Ends the connection when the slot gets another master. A master that hangs, or whose machine is gone, ends none by
   * itself: TCP waits a quarter of an hour.
   */
  watch(connection: Socket, node: ClusterNode): void {
    this.open.set(connection, node);
    connection.once('close', () => this.open.delete(connection));
    this.lookLater();
  }

  private lookLater(): void {
    if (this.isWatching || this.open.size === 0) return;
    this.isWatching = true;
    setTimeout(() => void this.look(), WATCH_MS).unref();
  }

  private async look(): Promise<void> {
    // Not those that are opened while the nodes are asked: they may know of a newer master.
    const connections = [...this.open];
    // Without an answer nothing is known, so connections stay.
    const master = await this.find().catch(() => undefined);
    for (const [connection, node] of connections) {
      if (master !== undefined && !isSame(master, node)) connection.destroy();
    }
    this.isWatching = false;
    this.lookLater();
  }

  /** @throws also when the node has lost the cluster: what it knows may be old */
  private async ask(node: ClusterNode): Promise<ClusterNode> {
    const client = new Redis({
      ...this.login,
      ...node,
      ...{ retryStrategy: () => null, enableReadyCheck: false, disableClientInfo: true },
      ...{ connectTimeout: NODE_MS, commandTimeout: NODE_MS },
    });
    // Why it cannot be reached: commands only say that the connection is closed.
    let fault: Error | undefined;
    client.on('error', (error) => (fault ??= error));
    try {
      const [info, slots, slot] = await Promise.all([
        client.cluster('INFO'),
        client.cluster('SLOTS'),
        client.cluster('KEYSLOT', this.key),
      ]);
      if (!info.includes('cluster_state:ok')) throw new Error(`the cluster of ${node.host}:${node.port} is down`);
      return this.learn(node, slots, slot);
    } catch (error) {
      throw fault ?? error;
    } finally {
      client.disconnect();
    }
  }

  private learn(asked: ClusterNode, ranges: readonly SlotRange[], slot: number): ClusterNode {
    const known = ranges.map(([first, last, ...nodes]) => ({
      hasSlot: first <= slot && slot <= last,
      nodes: nodes.map(([host, port, , more = []]) => ({ host: hostOf(host, more) ?? asked.host, port })),
    }));
    const [master] = known.find(({ hasSlot }) => hasSlot)?.nodes ?? [];
    if (master === undefined) throw new Error(`no node of the cluster serves slot ${slot}`);
    // The next question goes to another node: one alone may be wrong.
    const others = known.flatMap(({ nodes }) => nodes).filter((node) => !isSame(node, asked));
    this.nodes = unique([...others, asked, ...this.seeds]);
    return master;
  }
}

/**
 * The host of a node: its name, else its address, which stands in the further fields where names are preferred. Undefined: it is reached
 * as the node that was asked, which has no name for itself.
 */
function hostOf(name: string | null, more: readonly unknown[]): string | undefined {
  if (name !== null && !/^\??$/.test(name)) return name;
  const at = more.indexOf('ip');
  return at === -1 ? undefined : String(more[at + 1]);
}

function isSame(a: ClusterNode, b: ClusterNode): boolean {
  return a.host === b.host && a.port === b.port;
}

function unique(nodes: readonly ClusterNode[]): ClusterNode[] {
  return nodes.filter((node, i) => nodes.findIndex((other) => isSame(other, node)) === i);
}
