import { type Engine } from './engines';
import { TEST_SECRETS_KEY, TEST_TOKEN } from './store';
import { emptyFolder, StoreProcess } from './store.process';
import { fillFromTemplate } from './template';

/** A store as it runs in production: an API process and a worker process; without Redis, the one process of both. */
export interface StoreProcesses {
  readonly api: StoreProcess;
  /** The process that delivers. */
  readonly worker: StoreProcess;
  call(method: string, path: string, form?: Record<string, string>, headers?: Record<string, string>): Promise<Reply>;
  /** Ends both in order, as an operator does. */
  stop(): Promise<void>;
}

/** An answer of the API. */
export interface Reply {
  readonly status: number;
  readonly result: Readonly<Record<string, unknown>> & { readonly id: string };
}

/**
 * Starts a store on an empty database. It has to be built before ({@link ensureBuilt}).
 * @param env settings of both processes; `api` and `worker` are those of one
 */
export async function startProcesses(
  engine: Engine,
  env: Record<string, string>,
  own: { readonly api?: Record<string, string>; readonly worker?: Record<string, string> } = {},
): Promise<StoreProcesses> {
  const folder = emptyFolder();
  const shared = {
    DATABASE_URL: engine.databaseUrl,
    SECRETS_KEY: TEST_SECRETS_KEY,
    BOOTSTRAP_TOKEN: TEST_TOKEN,
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    ...(engine.redisUrl === undefined ? {} : { REDIS_URL: engine.redisUrl }),
    ...env,
  };
  await fillFromTemplate(engine.databaseUrl);
  const [api, worker] = await Promise.all([
    StoreProcess.api(folder, { ...shared, ...own.api }),
    engine.redisUrl === undefined ? undefined : startWorker(folder, { ...shared, ...own.worker }),
  ]);
  return {
    api,
    worker: worker ?? api,
    call: (method, path, form, headers) => call(api.url, method, path, form, headers),
    async stop() {
      for (const one of worker === undefined ? [api] : [api, worker]) {
        one.signal('SIGTERM');
        await one.ended;
      }
    },
  };
}

async function startWorker(folder: string, env: Record<string, string>): Promise<StoreProcess> {
  const worker = new StoreProcess('worker.js', folder, env);
  await worker.line(({ msg }) => msg === 'working');
  return worker;
}

async function call(
  url: string,
  method: string,
  path: string,
  form?: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const response = await fetch(new URL(path, url), {
    method,
    headers: { authorization: `Bearer ${TEST_TOKEN}`, ...headers },
    ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
  });
  const { result } = (await response.json()) as Pick<Reply, 'result'>;
  return { status: response.status, result };
}
