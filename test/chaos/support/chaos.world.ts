import { createPool, type Pool, type RowDataPacket } from 'mysql2/promise';
import { makeDatabase } from '../../support/database';
import { startDatabase } from '../../support/database-server';
import { type PrivateServer, startRedis } from '../../support/private-servers';
import { emptyFolder, type Ended, ensureBuilt, runCommand, StoreProcess } from '../../support/store.process';
import { writeAuthorities } from './authorities';
import { type ChaosReceiver, startChaosReceiver } from './chaos.receiver';
import { MemoryWatch } from './memory.watch';

const TOKEN = 'chaos-token-0123456789-0123456789';

/** Settings of a process, by their environment names. */
export type Settings = Readonly<Record<string, string>>;

/**
 * Deadlines and steps in seconds instead of minutes: a fault test waits for them. The lease is long enough that a busy
 * machine loses none; where a worker is to lose it, the case makes it shorter.
 */
const QUICK: Settings = {
  WEBHOOK_LEASE_SECONDS: '20',
  WEBHOOK_DEADLINE_SECONDS: '2',
  WEBHOOK_SCHEDULE: '0,1,1,1,1,1,1,1,1,1',
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128',
};

/** The result of a write: its duration in milliseconds and its status; 0 without a response. */
export interface Written {
  readonly ms: number;
  readonly status: number;
}

/** Private servers, a receiver, and the store's real processes on them. */
export class ChaosWorld {
  private api: StoreProcess | undefined;
  private apiUrl = '';
  /** With their settings, as text. */
  private readonly workers = new Map<StoreProcess, string>();
  private slugs = 0;
  readonly memory = new MemoryWatch();

  private constructor(
    readonly mariaDb: PrivateServer,
    readonly redis: PrivateServer,
    readonly receiver: ChaosReceiver,
    private readonly pool: Pool,
    private readonly folder: string,
  ) {}

  static async start(): Promise<ChaosWorld> {
    await ensureBuilt();
    const [mariaDb, redis, receiver] = await Promise.all([startDatabase(), startRedis(), startChaosReceiver()]);
    await makeDatabase(mariaDb.url, 'chaos');
    const pool = createPool({ uri: `${mariaDb.url.replace('mariadb:', 'mysql:')}/chaos`, timezone: 'Z' });
    const world = new ChaosWorld(mariaDb, redis, receiver, pool, emptyFolder());
    const { code, stderr } = await runCommand(world.folder, world.settings({}), 'migrate');
    if (code !== 0) throw new Error(stderr);
    return world;
  }

  private settings(own: Settings): Record<string, string> {
    return {
      NODE_EXTRA_CA_CERTS: writeAuthorities(this.folder),
      DATABASE_URL: `${this.mariaDb.url}/chaos`,
      REDIS_URL: this.redis.url,
      SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
      BOOTSTRAP_TOKEN: TOKEN,
      ...QUICK,
      ...own,
    };
  }

  /**
   * Starts the servers and an API, and removes all webhooks and workers. A worker of the previous scene with these settings
   * stays: it must still work after the faults of that scene.
   * @returns that worker, if there is one
   */
  async reset(settings: Settings): Promise<StoreProcess | undefined> {
    const [kept] = [...this.workers].filter(([, own]) => own === JSON.stringify(settings)).map(([worker]) => worker);
    for (const worker of this.workers.keys()) if (worker !== kept) await this.killWorker(worker);
    for (const server of [this.mariaDb, this.redis]) if (!isRunning(server)) await server.restart();
    if (this.api === undefined) await this.startApi();
    const { result } = await this.ask<{ result: { id: string }[] }>('GET', '/v1/webhooks?limit=100');
    for (const { id } of result) await this.ask('DELETE', `/v1/webhooks/${id}`);
    // The sweep would be left to a worker that is gone for as long as its duty lasts.
    if (kept === undefined) await this.pool.query('DELETE FROM worker_leases');
    return kept;
  }

  async startApi(settings: Settings = {}): Promise<void> {
    await this.api?.stop();
    this.api = await StoreProcess.api(this.folder, this.settings(settings));
    this.apiUrl = this.api.url;
  }

  /** kill -9. */
  async killApi(): Promise<void> {
    await this.api?.stop();
    this.api = undefined;
  }

  async startWorker(settings: Settings = {}): Promise<StoreProcess> {
    const worker = new StoreProcess('worker.js', this.folder, this.settings(settings));
    this.workers.set(worker, JSON.stringify(settings));
    await worker.line(({ msg }) => msg === 'working');
    this.memory.add(worker.pid);
    return worker;
  }

  /** kill -9. */
  async killWorker(worker: StoreProcess): Promise<void> {
    this.memory.end(worker.pid);
    this.workers.delete(worker);
    await worker.stop();
  }

  /** SIGTERM, and waits until it is gone. */
  async drain(worker: StoreProcess): Promise<Ended> {
    this.memory.end(worker.pid);
    this.workers.delete(worker);
    worker.signal('SIGTERM');
    return worker.ended;
  }

  async stopWorkers(): Promise<void> {
    for (const worker of this.workers.keys()) await this.killWorker(worker);
  }

  async ask<B>(method: string, path: string, form?: Record<string, string>): Promise<B> {
    const body = form === undefined ? undefined : new URLSearchParams(form);
    const headers = { authorization: `Bearer ${TOKEN}` };
    const answer = await fetch(this.apiUrl + path, { method, headers, body });
    const parsed = (await answer.json()) as B;
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(parsed)}`);
    return parsed;
  }

  /** Makes a webhook told of these types at a path, and resolves with its id. */
  async hook(url: string, events: string, form: Record<string, string> = {}): Promise<string> {
    const fields = {
      url,
      content_type: 'json',
      create: '1',
      update: '1',
      delete: '1',
      enabled: '1',
      'events[]': events,
    };
    return (await this.ask<{ result: { id: string } }>('POST', '/v1/webhooks', { ...fields, ...form })).result.id;
  }

  /** Makes a brand, which makes an event. Never throws. */
  async write(): Promise<Written> {
    const begun = performance.now();
    const body = new URLSearchParams({ title: 'A brand', slug: `chaos-${(this.slugs += 1)}` });
    const headers = { authorization: `Bearer ${TOKEN}` };
    const status = await fetch(`${this.apiUrl}/v1/brands`, { method: 'POST', headers, body }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      () => 0,
    );
    return { ms: performance.now() - begun, status };
  }

  async rows<T>(sql: string, ...parameters: unknown[]): Promise<T[]> {
    const [rows] = await this.pool.query<RowDataPacket[]>(sql, parameters);
    return rows as T[];
  }

  /** Holds a table so that nobody else can write it. @returns what lets go of it */
  async lockTable(table: string): Promise<() => Promise<void>> {
    const connection = await this.pool.getConnection();
    await connection.query(`LOCK TABLES ${table} WRITE`);
    return async () => {
      await connection.query('UNLOCK TABLES');
      connection.release();
    };
  }

  async close(): Promise<void> {
    this.memory.close();
    await this.stopWorkers();
    await this.api?.stop();
    await this.pool.end();
    await Promise.all([this.receiver.close(), this.mariaDb.stop(), this.redis.stop()]);
  }
}

function isRunning(server: PrivateServer): boolean {
  try {
    return server.pid > 0;
  } catch {
    return false;
  }
}
