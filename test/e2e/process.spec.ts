import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { createConnection } from 'mysql2/promise';
import { TEST_SECRETS_KEY } from '../support/store';
import { migrations } from '../../src/app/migrations';
import { SCOPES } from '../../src/kernel/scopes';
import { VERSION } from '../../src/platform/version';
import { makeDatabase } from '../support/database';
import { startDatabase } from '../support/database-server';
import { describeWith } from '../support/left-out';
import { type PrivateServer } from '../support/private-servers';
import { type Ended, emptyFolder, ensureBuilt, runCommand, StoreProcess } from '../support/store.process';
import { until } from '../support/until';

const TOKEN = 'process-token-0123456789-0123456789';
const AUTHORIZED = { authorization: `Bearer ${TOKEN}` };
const PRODUCTION = { NODE_ENV: 'production', DATABASE_URL: 'sqlite:data/store.sqlite' };

interface Body {
  readonly status: boolean;
  readonly error?: string;
  readonly access_token?: string;
  readonly result?: Record<string, unknown>;
}

async function call(url: string, init: RequestInit = {}): Promise<{ status: number; body: Body; headers: Headers }> {
  const response = await fetch(url, { ...init, headers: { connection: 'close', ...init.headers } });
  return { status: response.status, body: (await response.json()) as Body, headers: response.headers };
}

/** The parts of the printed line. Read, not run: a machine with Node and npm alone has no curl. */
function curlOf(output: string): { url: string; name: string; value: string; fields: string } {
  const line = /^ *curl -s (\S+) -H '(Authorization): ([^']+)' -d '([^']+)'$/m;
  const [, url = '', name = '', value = '', fields = ''] = line.exec(output) ?? [];
  return { url, name, value, fields };
}

// A build takes half a minute on a busy machine.
beforeAll(ensureBuilt);
// A test that failed leaves its process.
afterEach(() => StoreProcess.stopAll());

describe('the API process on SQLite', () => {
  it('prints a curl line that makes an order, once', async () => {
    const folder = emptyFolder();
    const first = await StoreProcess.api(folder);
    await first.says('curl -s ');
    const { url, name, value, fields } = curlOf(first.output);
    const { body: made } = await call(url, {
      method: 'POST',
      headers: { [name]: value },
      body: new URLSearchParams(fields),
    });
    expect(made).toMatchObject({ status: true, result: { status: { data: { key: 'unpaid' } }, count: 0 } });
    const [, secret = ''] = /client_secret: +(\S+)/.exec(first.output) ?? [];
    const [, id = ''] = /client_id: +(\S+)/.exec(first.output) ?? [];
    expect(secret).toMatch(/^[\w-]{43}$/);
    first.signal('SIGTERM');
    expect((await first.ended).code).toBe(0);

    const second = await StoreProcess.api(folder);
    await second.says('client:create');
    expect(second.output).toContain('Get a token:      npm run --silent store -- token\n');
    expect(second.output).toContain('Webhooks reach:   127.0.0.0/8, ::1/128 besides public addresses');
    expect(second.output).not.toMatch(/client_secret|Bearer/);
    const login = { grant_type: 'client_credentials', client_id: id, client_secret: secret };
    const token = await call(`${second.url}/oauth/access_token`, { method: 'POST', body: new URLSearchParams(login) });
    const headers = { authorization: `Bearer ${String(token.body.access_token)}` };
    const read = await call(`${second.url}/v1/orders/${String(made.result?.['id'])}`, { headers });
    expect(read.body).toEqual(made);
    second.signal('SIGINT');
    expect((await second.ended).code).toBe(0);
    // One file that can be copied: nothing is left in the log beside it.
    const log = join(folder, 'data', 'store.sqlite-wal');
    expect(existsSync(log) ? statSync(log).size : 0).toBe(0);
    expect(statSync(join(folder, 'data', 'store.sqlite')).size).toBeGreaterThan(4096);
  });

  it.each([{ BOOTSTRAP_TOKEN: TOKEN }, PRODUCTION])('makes no client with %p', async (settings) => {
    const store = await StoreProcess.api(emptyFolder(), settings);
    await store.says('client:create');
    expect(store.output).not.toMatch(/client_secret|Bearer|#code=/);
  });

  it('answers what is under way after SIGTERM, takes nothing new and exits 0', async () => {
    const store = await StoreProcess.api(emptyFolder(), { BOOTSTRAP_TOKEN: TOKEN });
    const body = 'code=EUR&title=Euro&format=%E2%82%AC%7Bprice%7D';
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(body.length) };
    const slow = request(`${store.url}/v1/currencies`, {
      method: 'POST',
      headers: { ...AUTHORIZED, ...form, expect: '100-continue' },
    });
    slow.flushHeaders();
    await once(slow, 'continue'); // The request has been taken, and waits for its body.
    slow.write(body.slice(0, 10));
    store.signal('SIGTERM');
    await store.line(({ msg }) => msg === 'draining');
    await until('others are refused', async () => !(await call(`${store.url}/health/live`).catch(() => undefined)));
    slow.end(body.slice(10));
    const [response] = (await once(slow, 'response')) as [IncomingMessage];
    const { result } = JSON.parse(await textOf(response)) as Body;
    expect([response.statusCode, result]).toMatchObject([201, { code: 'EUR' }]);
    expect(await store.ended).toMatchObject({ code: 0, stderr: '' });
    // The line of the request may come after it: it is written when the last byte is gone.
    expect(store.lines.map(({ msg }) => msg)).toContain('stopped');
  });

  it('exits 1 on a wrong configuration, naming every fault and no value', async () => {
    const env = { PORT: 'http', BOOTSTRAP_TOKEN: 'short-secret', REDIS_URL: 'redis://127.0.0.1:1' };
    const ended = await new StoreProcess('main.js', emptyFolder(), env).ended;
    expect(ended).toEqual({
      code: 1,
      stdout: '',
      stderr: `storekeeper cannot start. The configuration has 3 fault(s):
  - PORT must be a port, 0 to 65535
  - BOOTSTRAP_TOKEN must be 32 to 255 characters without blanks; make one: openssl rand -hex 32
  - REDIS_URL needs a MySQL or MariaDB DATABASE_URL: a SQLite file serves one process only
`,
    });
  });

  it('says in one line that its port is in use, and that of its metrics', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const start = (env: Record<string, string>): Promise<Ended> =>
      new StoreProcess('main.js', emptyFolder(), { LOG_LEVEL: 'silent', ...env }).ended;
    const refusal = (setting: string): Partial<Ended> => ({
      code: 1,
      stderr: `storekeeper cannot start. ${setting} ${port} is in use on 127.0.0.1: stop what listens there, or set ${setting} to another port\n`,
    });
    expect(await start({ PORT: String(port) })).toMatchObject(refusal('PORT'));
    expect(await start({ PORT: '0', METRICS_PORT: String(port) })).toMatchObject(refusal('METRICS_PORT'));
    taken.close();
  });

  it('answers / with links: JSON for programs, a page for browsers', async () => {
    const store = await StoreProcess.api(emptyFolder(), { BOOTSTRAP_TOKEN: TOKEN });
    const { status, body } = await call(`${store.url}/`);
    const about = 'A store over HTTP: the Moltin v1 API. Get an access token with POST /oauth/access_token.';
    const links = { console: '/console', documentation: '/docs', openapi: '/openapi.json', health: '/health/ready' };
    const result = { name: 'storekeeper', version: VERSION, about, links };
    expect([status, body]).toEqual([200, { status: true, result }]);
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const page = await fetch(`${store.url}/`, { headers: { accept } });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const html = await page.text();
    expect([...html.matchAll(/href="([^"]+)"/g)].map(([, path]) => path)).toEqual(Object.values(links));
    for (const path of Object.values(links)) expect((await fetch(store.url + path)).status).toBe(200);
  });

  it('reads .env, and the environment wins over it', async () => {
    const folder = emptyFolder();
    expect((await runCommand(folder, {}, 'env-example', '.env')).code).toBe(0);
    expect(readFileSync(join(folder, '.env'), 'utf8')).toBe(
      readFileSync(join(__dirname, '../../.env.example'), 'utf8'),
    );
    const store = await StoreProcess.api(folder, { BOOTSTRAP_TOKEN: TOKEN });
    expect(store.url).not.toMatch(/:3000$/);
  });

  it('logs JSON with the request id, and no token, secret or body', async () => {
    const folder = emptyFolder();
    const store = await StoreProcess.api(folder, { BOOTSTRAP_TOKEN: TOKEN, LOG_LEVEL: 'trace' });
    const fields = new URLSearchParams({
      code: 'EUR',
      title: 'body-marker',
      format: '{price}',
      client_secret: 'hush-1',
    });
    const headers = { ...AUTHORIZED, 'x-request-id': 'my-request.1' };
    const url = `${store.url}/v1/currencies?code=query-marker`;
    expect((await call(url, { method: 'POST', body: fields, headers })).headers.get('x-request-id')).toBe(
      'my-request.1',
    );
    const login = { grant_type: 'client_credentials', client_id: 'nobody', client_secret: 'hush-2' };
    await call(`${store.url}/oauth/access_token`, { method: 'POST', body: new URLSearchParams(login) });
    await call(`${store.url}/v1/orders`, { headers: { authorization: 'Bearer hush-3' } });
    const { time, ms, pid, ...line } = await store.line(({ requestId }) => requestId === 'my-request.1');
    expect(line).toEqual({
      level: 'info',
      process: 'main',
      requestId: 'my-request.1',
      method: 'POST',
      path: '/v1/currencies',
      status: 201,
      client: 'bootstrap',
      msg: 'request',
    });
    expect([typeof ms, typeof pid, new Date(String(time)).toISOString()]).toEqual(['number', 'number', time]);
    store.signal('SIGTERM');
    const { stdout, stderr } = await store.ended;
    for (const secret of [TOKEN, 'hush-', 'body-marker', 'query-marker']) expect(stdout + stderr).not.toContain(secret);
    const statuses = store.lines.filter(({ requestId }) => requestId !== undefined).map(({ status }) => status);
    expect(statuses).toEqual([201, 401, 401]);
    expect(stdout.split('\n').filter((text) => !/^(?:$|\{| {2})/.test(text))).toEqual([]);
  });
});

describe('the store command', () => {
  it('makes, lists and revokes clients beside a running store', async () => {
    const folder = emptyFolder();
    const store = await StoreProcess.api(folder, { BOOTSTRAP_TOKEN: TOKEN });
    const scopes = ['--scopes', 'orders:read, settings:read'];
    const made = await runCommand(folder, {}, 'client:create', '--name', 'till', ...scopes);
    const said = /^client_id: +(\S+)\nclient_secret: +(\S+)\nscopes: +(.+)\nThe secret is not shown again.\n$/;
    const [, id = '', secret = '', granted] = said.exec(made.stdout) ?? [];
    expect([made.code, made.stderr, granted]).toEqual([0, '', 'orders:read settings:read']);
    const login = new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret });
    const token = await call(`${store.url}/oauth/access_token`, { method: 'POST', body: login });
    const headers = { authorization: `Bearer ${String(token.body.access_token)}` };
    expect((await call(`${store.url}/v1/orders`, { headers })).status).toBe(200);
    expect((await call(`${store.url}/v1/orders`, { method: 'POST', headers })).body.error).toBe(
      'The access token lacks the scope orders:write',
    );
    const list = async (): Promise<string> => (await runCommand(folder, {}, 'client:list')).stdout;
    expect(await list()).toBe(`${id}  till  active  orders:read settings:read\n`);
    expect(await runCommand(folder, {}, 'client:revoke', id)).toMatchObject({ code: 0, stderr: '' });
    expect(await list()).toMatch(new RegExp(`^${id}  till  revoked \\S+Z  orders:read settings:read\n$`));
    expect((await call(`${store.url}/oauth/access_token`, { method: 'POST', body: login })).status).toBe(401);
  });

  it('makes a token for a running store', async () => {
    const folder = emptyFolder();
    const store = await StoreProcess.api(folder, { BOOTSTRAP_TOKEN: TOKEN });
    const made = await runCommand(folder, {}, 'token', '--scopes', 'orders:read,carts:read');
    expect([made.code, made.stdout]).toEqual([0, expect.stringMatching(/^[\w-]{43}\n$/)]);
    expect(made.stderr).toMatch(/^Good until \S+Z. To end it before: npm run store -- client:revoke \w+\n$/);
    const headers = { authorization: `Bearer ${made.stdout.trim()}` };
    const status = async (path: string): Promise<number> => (await call(store.url + path, { headers })).status;
    expect([await status('/v1/orders'), await status('/v1/currencies')]).toEqual([200, 403]);
  });

  it('listens with a webhook of its own, a line an event, and removes it', async () => {
    const folder = emptyFolder();
    const store = await StoreProcess.api(folder, { BOOTSTRAP_TOKEN: TOKEN });
    const webhooks = async (): Promise<unknown> =>
      (await call(`${store.url}/v1/webhooks`, { headers: AUTHORIZED })).body;
    const listener = new StoreProcess('cli/store.js', folder, {}, ['listen', '--register', '--events', 'brand.*']);
    await listener.says('Ctrl-C ends and removes it.\n');
    expect(await webhooks()).toMatchObject({ result: [{ name: 'store listen' }] });
    const post = (path: string, fields: Record<string, string>): Promise<unknown> =>
      call(store.url + path, { method: 'POST', headers: AUTHORIZED, body: new URLSearchParams(fields) });
    await post('/v1/categories', { title: 'Tea', slug: 'tea' });
    await post('/v1/brands', { title: 'Acme', slug: 'acme' });
    await listener.says('attempt 1\n');
    listener.signal('SIGINT');
    const { code, stdout, stderr } = await listener.ended;
    expect([code, stderr, stdout.split('\n').slice(1)]).toEqual([
      0,
      '',
      [expect.stringMatching(/^brand\.created {2}valid {2}webhook-id \S+ {2}attempt 1$/), ''],
    ]);
    expect(await webhooks()).toMatchObject({ result: [] });
  });

  it('ends at once when the database cannot be reached, with or without Redis', async () => {
    const database = { DATABASE_URL: 'mariadb://shop:hush@127.0.0.1:1/shop', SECRETS_KEY: TEST_SECRETS_KEY };
    const reason = 'connect ECONNREFUSED 127.0.0.1:1. Check DATABASE_URL';
    const refused = { code: 1, stdout: '', stderr: `The database 127.0.0.1:1 cannot be opened: ${reason}\n` };
    const redis = createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
    await once(redis, 'listening');
    const { port } = redis.address() as AddressInfo;
    const settings: Record<string, string>[] = [
      {},
      { REDIS_URL: 'redis://127.0.0.1:1' },
      { REDIS_URL: `redis://127.0.0.1:${port}` },
    ];
    for (const env of settings) {
      expect(await runCommand(emptyFolder(), { ...database, ...env }, 'client:list')).toEqual(refused);
    }
    redis.close();
  });

  it('says in a line what it refuses', async () => {
    const folder = emptyFolder();
    await runCommand(folder, {}, 'migrate');
    const refused = await runCommand(folder, {}, 'client:create', '--name', 'x', '--scopes', 'orders:eat');
    expect(refused).toEqual({
      code: 1,
      stdout: '',
      stderr: `scope orders:eat does not exist; accepted: ${SCOPES.join(' ')}\n`,
    });
    for (const args of [['client:create', '--name', 'x'], ['token']]) {
      const stderr = 'scopes must name a scope: leave --scopes out for all of them\n';
      expect(await runCommand(folder, {}, ...args, '--scopes', ' , ')).toEqual({ code: 1, stdout: '', stderr });
    }
    const unknown = await runCommand(folder, {}, 'client:revoke', 'nobody');
    expect(unknown).toEqual({ code: 1, stdout: '', stderr: 'No client found\n' });
    const wrong = await runCommand(folder, { PORT: 'http' }, 'client:list');
    expect(wrong.stderr).toBe('The configuration has 1 fault(s):\n  - PORT must be a port, 0 to 65535\n');
  });

  it('says to migrate where the database never was', async () => {
    const refused = {
      code: 1,
      stdout: '',
      stderr: 'The database has no tables yet: bring it up to date first, npm run migrate\n',
    };
    for (const args of [['client:create', '--name', 'till'], ['client:list'], ['client:revoke', 'nobody']]) {
      expect(await runCommand(emptyFolder(), {}, ...args)).toEqual(refused);
    }
  });

  it('writes the document without a database, with any settings', async () => {
    const folder = emptyFolder();
    const env = { DATABASE_URL: 'mysql://127.0.0.1:1/none', REDIS_URL: 'redis://127.0.0.1:1' };
    expect(await runCommand(folder, env, 'openapi', 'openapi.json')).toEqual({ code: 0, stdout: '', stderr: '' });
    const document = JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8')) as { paths: object };
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/oauth/access_token', '/v1/orders']));
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });
});

describeWith(['mariadb'], 'the API process on MariaDB', () => {
  let server: PrivateServer;
  let env: Record<string, string>;
  beforeAll(async () => {
    server = await startDatabase();
    await makeDatabase(server.url, 'shop');
    env = { DATABASE_URL: `${server.url}/shop`, SECRETS_KEY: TEST_SECRETS_KEY };
  });
  afterAll(() => server.stop());

  it('is migrated by the command, which may be run again, and before which there is nothing', async () => {
    const folder = emptyFolder();
    expect(await runCommand(folder, env, 'client:create', '--name', 'till')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'The database has no tables yet: bring it up to date first, npm run migrate\n',
    });
    // Not ready, and no request is a fault of the store.
    const store = await StoreProcess.api(folder, { ...env, BOOTSTRAP_TOKEN: TOKEN });
    const missing = [503, { status: false, error: `${migrations.length} migrations missing: run npm run migrate` }];
    const login = new URLSearchParams({ grant_type: 'client_credentials', client_id: 'a', client_secret: 'b' });
    for (const [path, init] of [
      ['/health/ready', {}],
      ['/v1/currencies', { headers: AUTHORIZED }],
      ['/v1/brands', { headers: AUTHORIZED, method: 'POST', body: new URLSearchParams({ title: 'A', slug: 'a' }) }],
      ['/oauth/access_token', { method: 'POST', body: login }],
    ] as const) {
      const { status, body } = await call(store.url + path, init);
      expect([path, status, body]).toEqual([path, ...missing]);
    }
    expect((await call(`${store.url}/health/live`)).status).toBe(200);
    // A Redis that is away is none of the command's business.
    const first = await runCommand(folder, { ...env, REDIS_URL: 'redis://127.0.0.1:1' }, 'migrate');
    expect([first.code, first.stderr]).toEqual([0, '']);
    expect(first.stdout).toMatch(/^Migrated: Foundation1763700000000, (?:\w+, )*\w+\n$/);
    expect(await runCommand(folder, env, 'migrate')).toEqual({
      code: 0,
      stdout: 'The database is up to date.\n',
      stderr: '',
    });
    expect((await call(`${store.url}/health/ready`)).body).toEqual({ status: true });
    expect((await call(`${store.url}/v1/currencies`, { headers: AUTHORIZED })).status).toBe(200);
    expect(store.output.match(/(?<="level":"(?:warn|error)".*)"msg":.*/g)).toEqual([
      '"msg":"background work waits for the database"}',
    ]);
  });

  it('waits for a server that starts with it, and says for which and why', async () => {
    await server.kill('SIGKILL');
    const store = new StoreProcess('main.js', emptyFolder(), { ...env, PORT: '0' });
    const { host } = new URL(env['DATABASE_URL'] ?? '');
    const line = await store.line(({ context }) => context === 'Database');
    expect(line).toMatchObject({
      level: 'warn',
      msg: `The database ${host} cannot be opened: connect ECONNREFUSED ${host}. Check DATABASE_URL. Trying again (attempt 1 of 10)`,
    });
    await server.restart();
    await store.line(({ msg }) => msg === 'listening');
  });

  it('makes no development client, and tells whether it can take requests', async () => {
    const store = await StoreProcess.api(emptyFolder(), env);
    const health = async (path: string): Promise<unknown> => {
      const { status, body } = await call(`${store.url}/health/${path}`);
      return [status, body];
    };
    const away = [503, { status: false, error: 'The store is not available right now, try again' }];
    expect(await health('ready')).toEqual([200, { status: true }]);
    await server.kill('SIGKILL');
    expect(await health('ready')).toEqual(away);
    expect(await health('live')).toEqual([200, { status: true, release: expect.any(String) as string }]);
    await server.restart();
    expect(await health('ready')).toEqual([200, { status: true }]);
    store.signal('SIGTERM');
    const { code, stdout } = await store.ended;
    expect([code, stdout.split('\n').filter((line) => line !== '' && !line.startsWith('{'))]).toEqual([0, []]);
    const connection = await createConnection(`${server.url}/shop`.replace('mariadb:', 'mysql:'));
    const [clients] = await connection.query('SELECT * FROM api_clients');
    await connection.end();
    expect(clients).toEqual([]);
  });
});
