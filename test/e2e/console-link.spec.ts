import { readdirSync } from 'node:fs';
import { emptyFolder, ensureBuilt, runCommand, StoreProcess } from '../support/store.process';

const LINK = /^ *(http:\/\/127\.0\.0\.1:\d+)\/console#code=([\w-]{43})$/m;

interface Session {
  readonly access_token: string;
  readonly name: string;
}

/** Signs in as the page does that was opened by a link. */
async function open(url: string, code: string): Promise<[number, Session]> {
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', connection: 'close' };
  const response = await fetch(`${url}/console/session`, { method: 'POST', headers, body: JSON.stringify({ code }) });
  return [response.status, (await response.json()) as Session];
}

beforeAll(ensureBuilt);
afterEach(() => StoreProcess.stopAll());

describe('links to the console (console.md 1)', () => {
  it('are printed by the first start, work once, and are in no line of the log', async () => {
    const folder = emptyFolder();
    const store = await StoreProcess.api(folder, { LOG_LEVEL: 'trace' });
    await store.says('curl -s ');
    const [, url = '', code = ''] = LINK.exec(store.output) ?? [];
    expect(url).toBe(store.url);
    const [status, session] = await open(url, code);
    expect([status, session.name]).toEqual([200, 'development']);
    const headers = { authorization: `Bearer ${session.access_token}`, connection: 'close' };
    expect((await fetch(`${url}/v1/orders`, { headers })).status).toBe(200);
    expect((await open(url, code))[0]).toBe(401);
    const page = await fetch(`${url}/console`, { headers: { connection: 'close' } });
    expect(page.status).toBeLessThanOrEqual(404);
    store.signal('SIGTERM');
    await store.ended;
    const lines = store.output.split('\n').filter((line) => line.startsWith('{'));
    expect(lines.filter((line) => line.includes('"path":"/console/session"'))).toHaveLength(2);
    expect(lines.filter((line) => line.includes(code) || line.includes(session.access_token))).toEqual([]);
  });

  it('are made by a command for a store that runs, and not with CONSOLE=off', async () => {
    const folder = emptyFolder();
    const store = await StoreProcess.api(folder);
    await store.says('curl -s ');
    // The store listens on a port that it chose: the command finds where it wrote it down. A second store is not it.
    const beside = await StoreProcess.api(folder);
    await beside.says('npm run');
    beside.signal('SIGTERM');
    await beside.ended;
    const first = await runCommand(folder, {}, 'console');
    const second = await runCommand(folder, {}, 'console');
    expect([first.code, first.stderr]).toEqual([0, 'Open it in a browser within 10 minutes. It works once.\n']);
    const opened: unknown[] = [];
    for (const { stdout } of [first, second]) {
      const [line, url = '', code = ''] = LINK.exec(stdout) ?? [];
      expect(stdout).toBe(`${String(line)}\n`);
      const [status, { name }] = await open(url, code);
      opened.push([url, status, name]);
    }
    expect(opened).toEqual([
      [store.url, 200, 'Console'],
      [store.url, 200, 'Console'],
    ]);
    const off = await runCommand(folder, { CONSOLE: 'off' }, 'console');
    expect([off.code, off.stdout, off.stderr]).toEqual([
      1,
      '',
      'The configuration has 1 fault(s):\n  - CONSOLE is off: the store serves no console\n',
    ]);
  });

  it('have the address of the settings for a store that did not write its own down, and need a store that runs', async () => {
    const folder = emptyFolder();
    const first = await StoreProcess.api(folder);
    await first.says('curl -s ');
    const second = await StoreProcess.api(folder);
    await second.says('npm run');
    first.signal('SIGTERM');
    await first.ended;
    const link = await runCommand(folder, { PORT: '3999' }, 'console');
    expect([link.code, link.stderr, LINK.exec(link.stdout)?.[1]]).toEqual([
      0,
      'Open it in a browser within 10 minutes. It works once.\n',
      'http://127.0.0.1:3999',
    ]);
    expect(await runCommand(folder, { PORT: '0' }, 'console')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'The configuration has 1 fault(s):\n  - PORT must name a port to be asked on\n',
    });
    await second.stop();
    const none = { code: 1, stdout: '', stderr: 'No store is open on this database: start it first (npm start)\n' };
    const tried: Record<string, string>[] = [{}, { PORT: '3999' }, { PUBLIC_URL: 'https://shop.example' }];
    for (const settings of tried) expect(await runCommand(folder, settings, 'console')).toEqual(none);
    const empty = emptyFolder();
    expect(await runCommand(empty, {}, 'console')).toEqual(none);
    expect(readdirSync(empty)).toEqual([]);
  });

  it('have the address of the machine where a store listens on each of its addresses, as all that the start prints', async () => {
    const folder = emptyFolder();
    const store = await StoreProcess.api(folder, { HOST: '0.0.0.0' });
    await store.says('curl -s ');
    const url = `http://127.0.0.1:${new URL(store.url).port}`;
    const { stdout } = await runCommand(folder, {}, 'console');
    expect([LINK.exec(store.output)?.[1], LINK.exec(stdout)?.[1]]).toEqual([url, url]);
    const printed = store.output.split('\n').filter((line) => line.startsWith('  '));
    expect(new Set(printed.flatMap((line) => line.match(/http:\/\/[\d.:]+/g) ?? []))).toEqual(new Set([url]));
  });

  it('are printed by no start with CONSOLE=off, and by no second one', async () => {
    const folder = emptyFolder();
    const first = await StoreProcess.api(folder, { CONSOLE: 'off' });
    await first.says('curl -s ');
    first.signal('SIGTERM');
    await first.ended;
    const second = await StoreProcess.api(folder);
    await second.says('client:create');
    expect([first.output, second.output].filter((text) => text.includes('#code='))).toEqual([]);
    expect(first.output).not.toContain('console');
    expect(second.output).toContain('Open the console: npm run --silent store -- console\n');
  });
});
