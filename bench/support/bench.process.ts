import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { TEST_SECRETS_KEY, TEST_TOKEN } from '../../test/support/store';

/** A child process that serves. */
export interface Running {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Node options of the API and of workers, those of the start scripts. `BENCH_PROFILE=1` leaves CPU profiles in `bench-profiles/`. */
const NODE = [
  ...(process.env['BENCH_PROFILE'] === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir=bench-profiles']),
  '--max-semi-space-size=8',
];

/** Settings of every process that a benchmark starts. */
export const PRODUCTION = {
  NODE_ENV: 'production',
  TEST_PAYMENTS: '1',
  SECRETS_KEY: TEST_SECRETS_KEY,
  LOG_LEVEL: 'info',
};

/** Starts the API of a build with production settings, on a free port and with {@link TEST_TOKEN}. */
export function startApi(env: Readonly<Record<string, string>>, build = 'dist'): Promise<Running> {
  const settings = { ...PRODUCTION, BOOTSTRAP_TOKEN: TEST_TOKEN, PORT: '0', ...env };
  return startProcess([...NODE, `${build}/src/main.js`], settings, /"port":(\d+)/);
}

/** Starts a worker of a build with production settings. */
export function startWorker(env: Readonly<Record<string, string>>, build = 'dist'): Promise<Running> {
  return startProcess([...NODE, `${build}/src/worker.js`], { ...PRODUCTION, ...env }, /"msg":"working"/);
}

/** Starts a child process and waits for the line of its output in which `pattern` finds the port. */
export function startProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  pattern: RegExp,
  cwd = process.cwd(),
): Promise<Running> {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input: child.stdout });
    lines.on('line', (line) => {
      const found = pattern.exec(line);
      if (found === null) return;
      // From now on what it writes is thrown away unread: a load generator has better to do than to cut it into lines.
      lines.close();
      child.stdout.resume();
      resolve({
        url: `http://127.0.0.1:${found[1] ?? ''}`,
        pid: child.pid ?? 0,
        stop: async () => {
          child.kill('SIGTERM');
          await ended;
        },
      });
    });
    void ended.then(() => reject(new Error(`${args.join(' ')} ended before it was ready`)));
  });
}

/** Starts a script of this folder. */
export function startScript(name: string, ...args: readonly string[]): Promise<Running> {
  const script = ['--require', './test/support/typescript.register.cjs', `bench/support/${name}.ts`];
  return startProcess([...script, ...args], {}, /^port (\d+)/);
}
