import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeDatabase } from '../support/database';
import { startDatabase } from '../support/database-server';
import { describeWith } from '../support/left-out';
import { freePort, type PrivateServer, startRedis } from '../support/private-servers';
import { emptyFolder, ensureBuilt, runCommand } from '../support/store.process';
import { TEST_SECRETS_KEY } from '../support/store';

const DIST = resolve(__dirname, '../../dist/src');

// A build takes half a minute on a busy machine.
beforeAll(ensureBuilt);

const running = new Set<ChildProcess>();
afterEach(() => running.forEach((child) => child.kill('SIGKILL')));

type Output = 'full' | 'closed';

/** Starts a process whose standard output takes nothing. */
function start(script: string, output: Output, env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, [join(DIST, script)], {
    cwd: emptyFolder(),
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'trace', ...env },
    stdio: ['ignore', output === 'full' ? openSync('/dev/full', 'w') : 'pipe', 'ignore'],
  });
  child.stdout?.destroy();
  running.add(child);
  return child;
}

/** Resolves with the answer once there is a good one. @throws when the process ends before */
async function answered(child: ChildProcess, url: string): Promise<string> {
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('the process ended');
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok === true) return response.text();
    await pause(50);
  }
}

/** Returns the number of lines that the process says it dropped. */
async function droppedLines(child: ChildProcess, url: string): Promise<number> {
  return Number(/^log_lines_dropped_total (\d+)$/m.exec(await answered(child, url))?.[1]);
}

async function stopped(child: ChildProcess): Promise<unknown> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  return (await ended)[0];
}

describe.each<Output>(['full', 'closed'])('standard output that is %s (hardening 3)', (output) => {
  it('costs the API its lines, which are counted, and nothing else', async () => {
    const port = String(await freePort());
    const child = start('main.js', output, { PORT: port, METRICS_ON_API: 'true' });
    const url = `http://127.0.0.1:${port}`;
    await answered(child, `${url}/health/ready`);
    for (let i = 0; i < 300; i += 1) expect((await fetch(`${url}/health/live`)).status).toBe(200);
    expect(await droppedLines(child, `${url}/metrics`)).toBeGreaterThan(0);
    expect(await stopped(child)).toBe(0);
  });
});

describeWith(['mariadb', 'redis'], 'the worker', () => {
  let mariaDb: PrivateServer;
  let redis: PrivateServer;
  beforeAll(async () => ([mariaDb, redis] = await Promise.all([startDatabase(), startRedis()])), 60_000);
  afterAll(() => Promise.all([mariaDb.stop(), redis.stop()]));

  it.each<Output>(['full', 'closed'])(
    'works on with standard output that is %s, and stops on SIGTERM',
    async (output) => {
      const database = `hostile_${output}`;
      await makeDatabase(mariaDb.url, database);
      const METRICS_PORT = String(await freePort());
      const shared = {
        DATABASE_URL: `${mariaDb.url}/${database}`,
        SECRETS_KEY: TEST_SECRETS_KEY,
        REDIS_URL: redis.url,
      };
      await runCommand(emptyFolder(), shared, 'migrate');
      const child = start('worker.js', output, { ...shared, METRICS_PORT });
      const url = `http://127.0.0.1:${METRICS_PORT}`;
      await answered(child, `${url}/health/ready`);
      expect(await droppedLines(child, `${url}/metrics`)).toBeGreaterThan(0);
      expect(await stopped(child)).toBe(0);
    },
    120_000,
  );
});
