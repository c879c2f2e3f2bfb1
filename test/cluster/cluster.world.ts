import { createConnection } from 'mysql2/promise';
import { type ChaosReceiver, startChaosReceiver } from '../chaos/support/chaos.receiver';
import { until } from '../support/until';
import { emptyFolder, runCommand, StoreProcess } from '../support/store.process';
import { type ClusterKind, DatabaseCluster, NODES, SQL_PORT } from './database-cluster';
import { Network } from './network';
import { SentinelGroup } from './sentinels';

export const TOKEN = 'cluster-token-0123456789-0123456789';
const DATABASE = 'store';
const READY_SECONDS = 60;

/** Leases and steps in seconds instead of minutes. */
const QUICK = {
  WEBHOOK_LEASE_SECONDS: '3',
  WEBHOOK_DEADLINE_SECONDS: '2',
  WEBHOOK_SCHEDULE: '0,1,1,1,1,1,1,1,1,1',
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
};

/** The servers, a receiver, and the store's own processes: two APIs and two workers. */
export class ClusterWorld {
  readonly apis: StoreProcess[] = [];
  readonly workers: StoreProcess[] = [];

  private constructor(
    readonly network: Network,
    readonly database: DatabaseCluster,
    readonly redis: SentinelGroup,
    readonly receiver: ChaosReceiver,
    private readonly folder: string,
  ) {}

  static async start(kind: ClusterKind): Promise<ClusterWorld> {
    const network = new Network(NODES.length);
    const [database, redis, receiver] = await Promise.all([
      DatabaseCluster.start(kind, network),
      SentinelGroup.start(),
      startChaosReceiver(),
    ]);
    await until('the Sentinels know each other', () => redis.isSettled(), READY_SECONDS);
    const world = new ClusterWorld(network, database, redis, receiver, emptyFolder());
    await database.whole();
    await world.rows(await kind.inUse(database.nodes), `CREATE DATABASE ${DATABASE} CHARACTER SET utf8mb4`, '');
    const { code, stderr } = await runCommand(world.folder, world.settings(), 'migrate');
    if (code !== 0) throw new Error(stderr);
    for (let i = 0; i < 2; i += 1) {
      await world.startApi(i);
      await world.startWorker(i);
    }
    return world;
  }

  /** Starts an API, or starts it again, that works through the proxy, or on this node past it. */
  async startApi(index: number, node?: number): Promise<void> {
    const running = this.apis[index];
    running?.signal('SIGTERM');
    await running?.ended;
    this.apis[index] = await StoreProcess.api(this.folder, this.settings(node));
  }

  async startWorker(index: number): Promise<void> {
    const worker = new StoreProcess('worker.js', this.folder, this.settings());
    this.workers[index] = worker;
    await worker.line(({ msg }) => msg === 'working');
  }

  url(api: number): string {
    return this.apis[api]?.url ?? '';
  }

  /** Asks one node of the database by itself, when it has all that was committed. */
  async rows<T>(node: number, sql: string, database = DATABASE): Promise<T[]> {
    const { host } = this.database.node(node);
    const login = { host, port: SQL_PORT, user: 'app', password: 'app', database, timezone: 'Z' } as const;
    const connection = await createConnection({ ...login, supportBigNumbers: true, bigNumberStrings: true });
    try {
      await connection.query(this.database.kind.waitForAll);
      const [rows] = await connection.query(sql);
      return rows as T[];
    } finally {
      connection.destroy();
    }
  }

  /** The first number of the first row. */
  async count(node: number, sql: string): Promise<number> {
    const [row] = await this.rows<Record<string, unknown>>(node, sql);
    return Number(Object.values(row ?? {})[0] ?? 0);
  }

  async stop(): Promise<void> {
    await StoreProcess.stopAll();
    await Promise.all([this.receiver.close(), this.database.stop(), this.redis.stop()]);
  }

  private settings(node?: number): Record<string, string> {
    return {
      DATABASE_URL: this.database.url(DATABASE, node),
      REDIS_URL: this.redis.url,
      SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
      BOOTSTRAP_TOKEN: TOKEN,
      ...QUICK,
    };
  }
}
