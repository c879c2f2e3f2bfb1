import { createPool, type Pool, type RowDataPacket } from 'mysql2/promise';
import { Pool as HttpPool } from 'undici';
import { makeDatabase } from '../../test/support/database';
import { startDatabase } from '../../test/support/database-server';
import { type PrivateServer, startRedis } from '../../test/support/private-servers';
import { redisCommand } from '../../test/support/redis-command';
import { emptyFolder, runCommand } from '../../test/support/store.process';
import { MANNERS, type SoakReceiver, startSoakReceiver } from './soak.receiver';
import { WatchedProcess } from './watched.process';

const TOKEN = 'soak-token-0123456789-0123456789-0123456789';
const DEADLINE_SECONDS = 2;
/** The slow receiver answers when this much of a call's time is over. */
const SLOW_PART = 0.8;

/** Quick steps instead of 75 hours: everything that fails for good has done so before the watch ends. */
const SETTINGS = {
  BOOTSTRAP_TOKEN: TOKEN,
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  WEBHOOK_DEADLINE_SECONDS: String(DEADLINE_SECONDS),
  WEBHOOK_LEASE_SECONDS: '6',
  WEBHOOK_SCHEDULE: '0,2,4',
  DATABASE_POOL_SIZE: '10',
  PORT: '0',
  LOG_LEVEL: 'info',
};

export interface Answer {
  readonly status: number;
  readonly body: { readonly result: { readonly id: string; readonly [field: string]: unknown } };
}

/** Fields of a form; lists and parts of parts by their bracketed names. */
export type Form = Readonly<Record<string, string>>;

/** Private servers, receivers, and the store's own processes on them. */
export class SoakWorld {
  private constructor(
    readonly mariaDb: PrivateServer,
    readonly redis: PrivateServer,
    readonly receiver: SoakReceiver,
    /** One API process and two workers. */
    readonly processes: readonly WatchedProcess[],
    private readonly http: HttpPool,
    private readonly tables: Pool,
  ) {}

  /** @param leaks whether the API is to leak what it is sent */
  static async start(leaks: boolean): Promise<SoakWorld> {
    const [mariaDb, redis] = await Promise.all([startDatabase(), startRedis({ maxMemory: '256mb' })]);
    const receiver = await startSoakReceiver(DEADLINE_SECONDS * 1000 * SLOW_PART);
    await makeDatabase(mariaDb.url, 'soak');
    const env = { ...SETTINGS, DATABASE_URL: `${mariaDb.url}/soak`, REDIS_URL: redis.url };
    const { code, stderr } = await runCommand(emptyFolder(), env, 'migrate');
    if (code !== 0) throw new Error(stderr);
    const apiEnv = leaks ? { ...env, SOAK_LEAK: '1' } : env;
    const api = await WatchedProcess.start('api', 'dist/src/main.js', apiEnv, /"port":(\d+)/);
    const workers = ['worker 1', 'worker 2'].map((name) =>
      WatchedProcess.start(name, 'dist/src/worker.js', env, /"msg":"working"/),
    );
    const processes = [api, ...(await Promise.all(workers))].map(({ process }) => process);
    const http = new HttpPool(`http://127.0.0.1:${api.found}`, { connections: 16, pipelining: 1 });
    const tables = createPool({ uri: `${mariaDb.url.replace('mariadb:', 'mysql:')}/soak`, connectionLimit: 2 });
    return new SoakWorld(mariaDb, redis, receiver, processes, http, tables);
  }

  /** Sends a request. @throws Error when the answer is not 2xx */
  async ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, form?: Form, key?: string): Promise<Answer> {
    const { statusCode, body } = await this.http.request({
      method,
      path,
      headers: {
        authorization: `Bearer ${TOKEN}`,
        ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      body: form === undefined ? null : new URLSearchParams(form).toString(),
    });
    const text = await body.text();
    if (statusCode >= 300) throw new Error(`${method} ${path}: ${statusCode} ${text.slice(0, 300)}`);
    return { status: statusCode, body: JSON.parse(text) as Answer['body'] };
  }

  async rows<T>(sql: string, ...parameters: unknown[]): Promise<T[]> {
    const [rows] = await this.tables.query<RowDataPacket[]>(sql, parameters);
    return rows as T[];
  }

  /** The only number of the only row. */
  async number(sql: string, ...parameters: unknown[]): Promise<number> {
    const [row] = await this.rows<Record<string, unknown>>(sql, ...parameters);
    return Number(Object.values(row ?? {})[0]);
  }

  /** Rows of every table there is. */
  async tableRows(): Promise<Record<string, number>> {
    const tables = await this.rows<{ name: string }>(
      'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY 1',
    );
    const counts: Record<string, number> = {};
    for (const { name } of tables) counts[name] = await this.number(`SELECT COUNT(*) FROM \`${name}\``);
    return counts;
  }

  /** Returns the current use of Redis and MariaDB. */
  async servers(): Promise<{ redisKeys: number; redisMb: number; redisClients: number; mariaDbConnections: number }> {
    const info = await redisCommand(this.redis.url, 'INFO', 'DBSIZE');
    const fact = (name: string): number => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
    const [status] = await this.rows<{ Value: string }>("SHOW GLOBAL STATUS LIKE 'Threads_connected'");
    return {
      redisKeys: Number(/^:(\d+)/m.exec(info)?.[1] ?? 0),
      redisMb: fact('used_memory') / 1024 / 1024,
      redisClients: fact('connected_clients'),
      mariaDbConnections: Number(status?.Value),
    };
  }

  /** Webhooks for all manners: the one that is well hears everything, the others of brands, which are few. */
  async hookAll(): Promise<ReadonlyMap<string, string>> {
    const events = { failing: 'brand.*', slow: 'brand.*', hanging: 'brand.deleted', gone: 'brand.created' };
    const ids = new Map<string, string>();
    for (const manner of MANNERS) {
      const kinds = { create: '1', update: '1', delete: '1', enabled: '1', content_type: 'json' };
      const some: Form = manner === 'well' ? {} : { 'events[]': events[manner] };
      const form = { ...kinds, url: this.receiver.url(manner), ...some };
      ids.set(manner, (await this.ask('POST', '/v1/webhooks', form)).body.result.id);
    }
    return ids;
  }

  /** Changes that statistics have not counted. */
  uncounted(): Promise<number> {
    return this.number('SELECT COUNT(*) FROM statistics_changes');
  }

  /** Events not fanned out and deliveries that wait or are under way. */
  unfinished(): Promise<number> {
    return this.number(
      `SELECT (SELECT COUNT(*) FROM events WHERE fanned_out_at IS NULL)
        + (SELECT COUNT(*) FROM webhook_deliveries WHERE state = 'pending')`,
    );
  }

  /** Ends the store as its operator would. @returns the exit codes by process */
  async drain(): Promise<Record<string, number | null>> {
    await this.http.close();
    const codes = await Promise.all(this.processes.map((one) => one.stop()));
    return Object.fromEntries(this.processes.map(({ name }, i) => [name, codes[i] ?? null]));
  }

  async close(): Promise<void> {
    await this.http.destroy();
    await Promise.all(this.processes.map((one) => one.stop()));
    await this.tables.end();
    await Promise.all([this.receiver.close(), this.mariaDb.stop(), this.redis.stop()]);
  }
}
