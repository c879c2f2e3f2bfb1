import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { databaseQuery } from '../support/database-server';
import { startDatabaseProxy } from '../support/database-proxy';
import { PrivateServer, type ServerPlan } from '../support/private-servers';
import { until } from '../support/until';
import { type Network } from './network';

export const NODES = [0, 1, 2];
/** Every node has it, at an address of its own. */
export const SQL_PORT = 3306;
const WHOLE_SECONDS = 60;

/** A kind of cluster: how its nodes run, and what an operator does with them. */
export interface ClusterKind {
  readonly title: string;
  readonly scheme: 'mariadb' | 'mysql';
  /** The file of the proxy, in deploy/proxy. */
  readonly proxyFile: string;
  /** Whether a node that is not the one in use takes writes. */
  readonly hasManyWriters: boolean;
  /** Whether nodes that all failed form the cluster again when all are started. */
  readonly formsByItself: boolean;
  /** Errors to callers may last so long, in seconds. */
  readonly errorSeconds: number;
  /** Makes a session wait for all that was committed, on any node. */
  readonly waitForAll: string;
  /** The needed programs by their packages in Debian, and whether they are there. */
  programs(): readonly (readonly [string, boolean])[];
  plan(node: ClusterNode): ServerPlan;
  /** Starts all for the first time. */
  begin(nodes: readonly ClusterNode[]): Promise<void>;
  /** Brings them back after all were killed. Resolves when the first takes writes; the others are on their way. */
  revive(nodes: readonly ClusterNode[]): Promise<{ readonly others: Promise<unknown> }>;
  /** The node that the proxy sends all to, while nothing has failed. */
  inUse(nodes: readonly ClusterNode[]): Promise<number>;
  /** Counts the nodes that this one sees and that take part. */
  sees(node: ClusterNode): Promise<number>;
}

/** A node on a host of its own. */
export class ClusterNode {
  private running: PrivateServer | undefined;
  private once: readonly string[] = [];

  constructor(
    readonly index: number,
    readonly hosts: readonly string[],
    readonly within: readonly [string, ...string[]],
    private readonly kind: ClusterKind,
  ) {}

  get host(): string {
    return this.hosts[this.index] ?? '';
  }

  get server(): PrivateServer {
    if (this.running === undefined) throw new Error(`node ${this.index} was never started`);
    return this.running;
  }

  /** Starts it, or starts it again, with these arguments beside its own, this time only. */
  async start(...once: string[]): Promise<void> {
    this.once = once;
    if (this.running === undefined) this.running = await PrivateServer.start(this.kind.plan(this));
    else await this.running.restart();
  }

  /** Its command line for {@link ServerPlan.command}. */
  command(program: string, args: readonly string[]): [string, ...string[]] {
    const [first, ...rest] = this.within;
    return [first, ...rest, program, ...args, ...this.once];
  }

  query(sql: string): Promise<Record<string, unknown>[]> {
    return databaseQuery(SQL_PORT, sql, this.host);
  }
}

/** Three servers that hold the same data, behind a proxy of deploy/proxy. */
export class DatabaseCluster {
  private constructor(
    readonly kind: ClusterKind,
    readonly nodes: readonly ClusterNode[],
    private readonly proxy: PrivateServer,
  ) {}

  static async start(kind: ClusterKind, network: Network): Promise<DatabaseCluster> {
    const hosts = NODES.map((node) => network.host(node));
    const nodes = NODES.map((node) => new ClusterNode(node, hosts, network.within(node), kind));
    await kind.begin(nodes);
    const places = hosts.map((host) => `${host}:${SQL_PORT}`);
    return new DatabaseCluster(kind, nodes, await startDatabaseProxy(kind.proxyFile, places));
  }

  /** The address of the database: of the proxy, or of one node past it. */
  url(database: string, node?: number): string {
    const place = node === undefined ? `127.0.0.1:${this.proxy.port}` : `${this.node(node).host}:${SQL_PORT}`;
    return `${this.kind.scheme}://app:app@${place}/${database}`;
  }

  node(index: number): ClusterNode {
    const node = this.nodes[index];
    if (node === undefined) throw new RangeError(`no node ${index}`);
    return node;
  }

  /** Resolves when every node sees all of them. */
  async whole(): Promise<void> {
    const sees = (node: ClusterNode): Promise<number> => this.kind.sees(node).catch(() => 0);
    const isWhole = async (): Promise<boolean> =>
      (await Promise.all(this.nodes.map(sees))).every((count) => count === this.nodes.length);
    await until('every node sees all of them', isWhole, WHOLE_SECONDS).catch((error: unknown) => {
      const logs = this.nodes.map(({ server }) => lastLines(join(server.folder, 'server.log')));
      throw new Error(logs.join('\n\n'), { cause: error });
    });
  }

  async stop(): Promise<void> {
    await this.proxy.stop();
    await Promise.all(this.nodes.map(({ server }) => server.stop()));
  }
}

function lastLines(file: string): string {
  return readFileSync(file, 'utf8').split('\n').slice(-30).join('\n');
}
