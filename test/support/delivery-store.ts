import { type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { WorkerModule } from '../../src/app/worker.module';
import { Clock } from '../../src/kernel/clock';
import { WebhookWorker } from '../../src/modules/webhooks/jobs/webhook-worker';
import { Metrics } from '../../src/platform/metrics/metrics';
import { type Engine } from './engines';
import { startStore, testConfig, type TestStore } from './store';

/** A store with its workers: in one process without Redis, else an API and a worker that share it. */
export interface DeliveryStore {
  readonly store: TestStore;
  readonly worker: WebhookWorker;
  readonly rows: <T = Record<string, unknown>>(sql: string, ...parameters: unknown[]) => Promise<T[]>;
  /** Resolves when every event is fanned out and nothing that is due waits or is under way. */
  settled(): Promise<void>;
  /** Returns the metrics of the worker process. */
  metrics(): Promise<string>;
  /** Holds the clocks of both at an instant; without one they run again. */
  setClock(instant?: Date): void;
  /** Another worker process. */
  addWorker(): Promise<INestApplicationContext>;
  close(): Promise<void>;
}

/** @param env further settings by their environment names */
export async function startDeliveryStore(engine: Engine, env: Record<string, string> = {}): Promise<DeliveryStore> {
  const redis: Record<string, string> = engine.redisUrl === undefined ? {} : { REDIS_URL: engine.redisUrl };
  const settings = { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8', ...redis, ...env };
  const store = await startStore(engine.databaseUrl, settings, engine.redisUrl === undefined);
  const workers: INestApplicationContext[] = [];
  const addWorker = async (): Promise<INestApplicationContext> => {
    const module = WorkerModule.forRoot(testConfig(engine.databaseUrl, settings));
    const worker = await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
    workers.push(worker);
    return worker;
  };
  const home = engine.redisUrl === undefined ? store.app : await addWorker();
  const worker = home.get(WebhookWorker);
  const clocks = new Set([store.app, home].map((app) => app.get(Clock)));
  const source = store.app.get(DataSource);
  const rows = <T>(sql: string, ...parameters: unknown[]): Promise<T[]> => source.query<T[]>(sql, parameters);
  return {
    store,
    worker,
    rows,
    addWorker,
    metrics: () => home.get(Metrics).text(),
    async settled() {
      const unfinished = `SELECT (SELECT COUNT(*) FROM events WHERE fanned_out_at IS NULL)
        + (SELECT COUNT(*) FROM webhook_deliveries WHERE state = 'pending' AND due_at <= ?) AS count`;
      for (;;) {
        await worker.settle();
        const [left] = await rows<{ count: number | string }>(unfinished, sqlTime(store.app.get(Clock).now()));
        if (Number(left?.count) === 0) return;
      }
    },
    setClock(instant) {
      for (const clock of clocks) {
        if (instant === undefined) Reflect.deleteProperty(clock, 'now');
        else Object.assign(clock, { now: () => new Date(instant) });
      }
    },
    async close() {
      for (const one of workers) await one.close();
      await store.close();
    },
  };
}

/** An instant as both engines compare it. */
function sqlTime(instant: Date): string {
  return instant.toISOString().replace('T', ' ').replace('Z', '');
}
