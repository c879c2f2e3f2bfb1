import { connect, createServer } from 'node:net';
import { Webhook as Verifier } from 'standardwebhooks';
import { CONTENT_TYPES } from '../../src/modules/webhooks/domain/webhook-formats';
import { verifyWebhook } from '../../src/modules/webhooks/domain/webhook-signature';
import { onEachEngine } from '../support/engines';
import { type Receiver, startReceiver } from '../support/receiver';
import { TEST_TOKEN } from '../support/store';
import { emptyFolder, ensureBuilt, runCommand, StoreProcess } from '../support/store.process';
import { startProcesses, type StoreProcesses } from '../support/store.processes';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver';

const SECRET = 'whsec_c3RvcmVrZWVwZXItZXhhbXBsZS1zZWNyZXQtMDE=';
const PER_EVENT = { create: '1', update: '1', delete: '1', enabled: '1', secret: SECRET };

onEachEngine('store listen on the stream of a store (events.md 11)', (engine) => {
  let store: StoreProcesses;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    await ensureBuilt();
    [store, receiver] = await Promise.all([startProcesses(engine, {}), startWebhookReceiver()]);
  });
  afterAll(async () => {
    await StoreProcess.stopAll();
    await receiver.close();
  });

  /** The command of a developer elsewhere, who has the address of the store and a token. */
  const listen = async (url: string, ...options: string[]): Promise<StoreProcess> => {
    const args = ['listen', '--url', url, '--token', TEST_TOKEN, ...options];
    const listener = new StoreProcess('cli/store.js', emptyFolder(), {}, args);
    await listener.says('Ctrl-C ends.\n');
    return listener;
  };
  const endOf = async (listener: StoreProcess): Promise<string[]> => {
    listener.signal('SIGINT');
    const { code, stderr, stdout } = await listener.ended;
    expect([code, stderr]).toEqual([0, '']);
    return stdout.trimEnd().split('\n');
  };
  let brands = 0;
  const brand = async (title: string): Promise<string> =>
    (await store.call('POST', '/v1/brands', { title, slug: `heard-${(brands += 1)}` })).result.id;

  it.each(CONTENT_TYPES)('posts the very body of a webhook on (%s), signed, and no other events', async (type) => {
    const [real, mine] = [`/webhook-${type}`, `/forwarded-${type}`];
    const hook = { ...PER_EVENT, url: receiver.url(real), content_type: type, 'events[]': 'brand.*' };
    const { result: webhook } = await store.call('POST', '/v1/webhooks', hook);
    const listener = await listen(
      store.api.url,
      '--events',
      'brand.*,category.*',
      '--forward',
      receiver.url(mine),
      '--secret',
      SECRET,
      '--content-type',
      type,
    );
    const id = await brand('Zürich & “Söhne”');
    await store.call('PUT', `/v1/brands/${id}`, { title: 'Z', description: '1.10' });
    const sent = await receiver.received(real, 2);
    const forwarded = await receiver.received(mine, 2);
    const told = (calls: typeof sent) =>
      calls
        .map(({ body, headers }) => [headers['webhook-id'], headers['content-type'], headers['webhook-attempt'], body])
        .sort();
    expect(told(forwarded)).toEqual(told(sent));
    for (const { body, headers } of forwarded)
      expect(verifyWebhook({ headers, body: Buffer.from(body) }, SECRET, new Date())).toBe('valid');
    await store.call('DELETE', `/v1/webhooks/${webhook.id}`);
    await listener.says('brand.updated');
    const ids = forwarded.map(({ headers }) => headers['webhook-id']);
    expect((await endOf(listener)).map((line) => line.replace(/\d+ ms/, 'N ms'))).toEqual([
      `Listening to ${store.api.url}, from the next event on. Ctrl-C ends.`,
      `brand.created  204  N ms  webhook-id ${ids[0]}`,
      `brand.updated  204  N ms  webhook-id ${ids[1]}`,
    ]);
  });

  it('says that a receiver fails, posts each event once, and goes on', async () => {
    receiver.answer('/failing', ({ body }) => (body.includes('"first"') ? 500 : 200));
    const listener = await listen(store.api.url, '--events', 'brand.created', '--forward', receiver.url('/failing'));
    const gone = await listen(store.api.url, '--events', 'brand.created', '--forward', 'http://127.0.0.1:1/hook');
    await brand('first');
    await brand('second');
    await listener.says('brand.created  200');
    await gone.says('connect_failed');
    const [, secret] = /^Secret of the signatures: (whsec_\S+)$/m.exec(listener.output) ?? [];
    const calls = receiver.calls('/failing');
    expect(calls).toHaveLength(2);
    for (const { body, headers } of calls) new Verifier(secret ?? '').verify(body, headers);
    const verdicts = (await endOf(listener)).slice(2).map((line) => line.split('  ')[1]);
    expect(verdicts).toEqual(['failed: 500', '200']);
    gone.signal('SIGINT');
    expect((await gone.ended).stdout).toContain('brand.created  failed: connect_failed  ');
  });

  it('goes on from where it was after a break, also one before the first event', async () => {
    let way: Receiver = await wayTo(store.api.url);
    const url = `http://127.0.0.1:${way.port}`;
    const listener = await listen(url, '--events', 'brand.*');
    const told: string[] = [];
    for (const round of [1, 2]) {
      await way.close();
      await listener.says('Trying again until there is one.\n');
      told.push(await brand(`away ${round}`), await brand(`away ${round}`));
      way = await wayTo(store.api.url, Number(new URL(url).port));
      await listener.says(told.at(-1) ?? '');
      told.push(await brand(`back ${round}`));
      await listener.says(told.at(-1) ?? '');
    }
    const lines = await endOf(listener);
    await way.close();
    expect(lines.filter((line) => line.startsWith('brand')).map((line) => /brand (\S+)/.exec(line)?.[1])).toEqual(told);
    expect(lines.filter((line) => !line.startsWith('brand'))).toEqual([
      `Listening to ${url}, from the next event on. Ctrl-C ends.`,
      expect.stringMatching(/^No connection to the store \(.+\)\. Trying again until there is one\.$/),
      expect.stringMatching(/^Connected again\. Goes on after position \d+\.$/),
      expect.stringMatching(/^No connection to the store \(.+\)\. Trying again until there is one\.$/),
      expect.stringMatching(/^Connected again\. Goes on after position \d+\.$/),
    ]);
  });

  it('signs in with a client, and prints bodies with --verbose', async () => {
    const shared = { DATABASE_URL: engine.databaseUrl, SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') };
    const made = await runCommand(emptyFolder(), shared, 'client:create', '--name', 'ear', '--scopes', 'events:read');
    const [, id, secret] = /client_id: +(\S+)\nclient_secret: +(\S+)/.exec(made.stdout) ?? [];
    const args = [
      'listen',
      '--url',
      `${store.api.url}/v1/`,
      '--client-id',
      String(id),
      '--verbose',
      '--events',
      'brand.*',
    ];
    const listener = new StoreProcess('cli/store.js', emptyFolder(), { STORE_CLIENT_SECRET: String(secret) }, args);
    await listener.says('Ctrl-C ends.\n');
    const heard = await brand('Loud');
    await listener.says('\n}\n');
    const [first, line, ...body] = await endOf(listener);
    expect([first, line]).toEqual([
      `Listening to ${store.api.url}, from the next event on. Ctrl-C ends.`,
      expect.stringMatching(new RegExp(`^brand.created  brand ${heard}  version 1  position \\d+$`)),
    ]);
    expect(JSON.parse(body.join('\n'))).toMatchObject({ type: 'brand.created', data: { title: 'Loud' } });
  });

  it('needs no more than the settings of the store on the machine of the store', async () => {
    const settings = {
      DATABASE_URL: engine.databaseUrl,
      SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
      PORT: new URL(store.api.url).port,
    };
    const args = ['listen', '--events', 'brand.*', '--forward', receiver.url('/local')];
    const listener = new StoreProcess('cli/store.js', emptyFolder(), settings, args);
    await listener.says('Ctrl-C ends.\n');
    const id = await brand('Local');
    expect(await receiver.received('/local', 1)).toMatchObject([{ body: expect.stringContaining(id) as string }]);
    listener.signal('SIGTERM');
    expect(await listener.ended).toMatchObject({ code: 0, stderr: '' });
  });

  it.each([
    [['--url', 'URL'], '--url needs --token, or --client-id and --client-secret'],
    [
      ['--url', 'shop.example', '--token', 'x'],
      '--url must be the http or https address of a store, without user and query',
    ],
    [
      ['--url', 'http://a:b@shop.example', '--token', 'x'],
      '--url must be the http or https address of a store, without user and query',
    ],
    [['--url', 'URL', '--client-id', 'x'], '--client-id and --client-secret go together'],
    [['--url', 'URL', '--token', 'nobody'], '401: '],
    [['--url', 'URL', '--client-id', 'x', '--client-secret', 'y'], '401: '],
    [['--url', 'URL/shop', '--token', TEST_TOKEN], '404: '],
    [['--url', 'URL', '--token', TEST_TOKEN, '--events', 'brand.made'], '422: type must be an event type'],
    [
      ['--url', 'URL', '--token', TEST_TOKEN, '--forward', 'localhost:4000'],
      'url must be an absolute http or https URL',
    ],
    [
      ['--url', 'URL', '--token', TEST_TOKEN, '--forward', 'http://localhost:1', '--secret', 'short'],
      'secret must have 8',
    ],
    [['--url', 'URL', '--token', TEST_TOKEN, '--secret', SECRET], '--secret signs what --forward posts: add --forward'],
    [['--url', 'URL', '--token', TEST_TOKEN, '--port', '1'], '--port is for --register'],
    [['--url', 'URL', '--register'], "error: option '--register' cannot be used with option '--url <url>'"],
  ])('ends with the reason: %j', async (args, reason) => {
    const sent = args.map((word) => word.replace('URL', store.api.url));
    const { code, stdout, stderr } = await runCommand(emptyFolder(), {}, 'listen', ...sent);
    expect([code, stdout, stderr.split('\n').length]).toEqual([1, '', 2]);
    expect(stderr).toContain(reason);
  });
});

describe('store listen beside an embedded store', () => {
  beforeAll(ensureBuilt);
  afterEach(() => StoreProcess.stopAll());

  it('finds it on a port that it chose itself', async () => {
    const folder = emptyFolder();
    const store = await StoreProcess.api(folder, { BOOTSTRAP_TOKEN: TEST_TOKEN });
    await store.says('npm run');
    const listener = new StoreProcess('cli/store.js', folder, {}, ['listen', '--events', 'brand.*']);
    await listener.says('\n');
    const begun = `Listening to ${store.url}, from the next event on. Ctrl-C ends.\n`;
    expect(listener.output).toBe(begun);
    const headers = { authorization: `Bearer ${TEST_TOKEN}`, connection: 'close' };
    const body = new URLSearchParams({ title: 'Here', slug: 'here' });
    const made = await fetch(`${store.url}/v1/brands`, { method: 'POST', headers, body });
    const { id } = ((await made.json()) as { result: { id: string } }).result;
    await listener.says('position');
    listener.signal('SIGINT');
    expect(await listener.ended).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        new RegExp(`^${begun}brand.created  brand ${id}  version 1  position \\d+\n$`),
      ) as string,
      stderr: '',
    });
  });
});

/** A way to the store that can be cut: what lies between it and a developer elsewhere. */
function wayTo(url: string, port = 0): Promise<Receiver> {
  const server = createServer((near) => {
    const far = connect(Number(new URL(url).port), '127.0.0.1');
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    near.on('close', () => far.destroy());
    near.pipe(far).pipe(near);
  });
  return startReceiver(server, '127.0.0.1', port);
}
