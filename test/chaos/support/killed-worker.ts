import { deepEqual } from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { type Engine } from '../../support/engines';
import { TEST_SECRETS_KEY, TEST_TOKEN } from '../../support/store';
import { emptyFolder, ensureBuilt, runCommand, StoreProcess } from '../../support/store.process';
import { until } from '../../support/until';

/** Kills of the worker: `npm run test:chaos` makes 50, every other run of the tests two. */
export const KILLS = process.env['CHAOS'] === 'full' ? 50 : 2;

/** A job as a caller sees it while its worker is killed. */
interface Seen<Row> {
  readonly look: () => Promise<Row>;
  readonly stateOf: (row: Row) => string;
  /** Items done so far. */
  readonly doneOf: (row: Row) => number;
  /** Most items that a kill waits for. */
  readonly stride: number;
}

/** A store whose worker is killed: a process of its own beside MariaDB, the API itself on SQLite. */
export class KilledWorker {
  private api!: StoreProcess;
  private worker!: StoreProcess;

  private constructor(
    private readonly engine: Engine,
    private readonly folder: string,
  ) {}

  /** Starts a store in an empty folder, with its worker. */
  static async start(engine: Engine): Promise<KilledWorker> {
    await ensureBuilt();
    const store = new KilledWorker(engine, emptyFolder());
    if (engine.name !== 'sqlite') await runCommand(store.folder, store.database(), 'migrate');
    store.api = await store.startApi();
    store.worker = engine.redisUrl === undefined ? store.api : await store.startWorker();
    return store;
  }

  /** Returns the `result` of an answer. */
  async send<R>(method: string, path: string, body?: object): Promise<R> {
    const response = await fetch(`${this.api.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json', connection: 'close' },
      body: body && JSON.stringify(body),
    });
    return ((await response.json()) as { result: R }).result;
  }

  /**
   * Kills the worker `KILLS` times while a job runs: what was committed is kept, and there was work left to interrupt.
   * @throws AssertionError when it was not
   */
  async killDuring<Row>(job: Seen<Row>): Promise<void> {
    let last = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const from = last + randomInt(job.stride);
      const before = await until(`${from} items`, async () => {
        const row = await job.look();
        return job.doneOf(row) > from && row;
      });
      await this.worker.stop();
      this.worker = await this.startWorker();
      const kept = await job.look();
      last = job.doneOf(kept);
      deepEqual([job.stateOf(kept), last >= job.doneOf(before)], ['running', true]);
    }
  }

  private database(): Record<string, string> {
    return { DATABASE_URL: this.engine.databaseUrl, SECRETS_KEY: TEST_SECRETS_KEY };
  }

  private shared(): Record<string, string> {
    const { redisUrl } = this.engine;
    return { ...this.database(), ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }) };
  }

  private startApi(): Promise<StoreProcess> {
    return StoreProcess.api(this.folder, {
      ...this.shared(),
      BOOTSTRAP_TOKEN: TEST_TOKEN,
      RATE_LIMIT_PER_MINUTE: '0',
    });
  }

  private async startWorker(): Promise<StoreProcess> {
    if (this.engine.redisUrl === undefined) return (this.api = await this.startApi());
    const started = new StoreProcess('worker.js', this.folder, this.shared());
    await started.line(({ msg }) => msg === 'working');
    return started;
  }
}

/** Waits until a job has ended. */
export function ended<Row extends { readonly state: string }>(look: () => Promise<Row>): Promise<Row> {
  return until('the end of the job', async () => {
    const row = await look();
    return row.state !== 'queued' && row.state !== 'running' && row;
  });
}
