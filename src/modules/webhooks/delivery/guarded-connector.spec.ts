import { createServer } from 'node:http';
import { type Receiver, startReceiver } from '../../../../test/support/receiver';
import { type AttemptOutcome } from '../domain/attempt-outcome';
import { AddressGuard, type ResolveHost } from './address-guard';
import { HostNames } from './host-names';
import { NameResolver } from './name-resolver';
import { WebhookSender, type WebhookSenderOptions } from './webhook-sender';

/** Every send here ends long before: a deadline reached would be another outcome. */
const DEADLINE_MS = 5_000;
const REFUSED: AttemptOutcome = { outcome: 'error', code: 'address_refused', ms: 0 };
const DELIVERED: AttemptOutcome = { outcome: 'response', status: 200, retryAfter: null, head: 'ok', ms: 0 };

/** A server on all of this machine's addresses, or on one of them, that answers 200 and ends the connection. */
const listen = (host = '::', port = 0): Promise<Receiver> =>
  startReceiver(
    createServer((_, response) => void response.writeHead(200, { connection: 'close' }).end('ok')),
    host,
    port,
  );

const send = async (url: string, options: Partial<WebhookSenderOptions>): Promise<AttemptOutcome> => {
  const guard = new AddressGuard([]);
  const { resolve } = new HostNames(new NameResolver().resolve);
  const sender = new WebhookSender({ guard, resolve, elapsed: () => 0, deadlineMs: DEADLINE_MS, ...options });
  try {
    return await sender.send({ url, headers: { 'content-type': 'application/json' }, body: Buffer.from('[]') });
  } finally {
    await sender.close();
  }
};

/** A name server that gives each of these answers once, in turn. */
const answering = (...answers: readonly (readonly string[])[]): jest.Mock<ReturnType<ResolveHost>, [string]> => {
  const rest = [...answers];
  return jest.fn(async (_hostname: string) => rest.shift() ?? []);
};

describe('addresses of this machine', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await listen();
  });
  afterEach(() => receiver.close());

  const spellings = [
    '127.0.0.1',
    '127.0.0.1.',
    '127.1',
    '127.0.1',
    '127.255.255.254',
    '2130706433',
    '017700000001',
    '0177.0.0.1',
    '0x7f000001',
    '0x7f.0x0.0x0.0x1',
    '0X7F.1',
    '0177.0.0x1',
    '127.0.0.01',
    '１２７.０.０.１',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    '127%2e0%2e0%2e1',
    '0',
    '0.0.0.0',
    '00',
    '0x0',
    'localhost',
    'LOCALHOST',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[0000::0001]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::FFFF:7F00:1]',
    '[0:0:0:0:0:ffff:127.0.0.1]',
    '[::127.0.0.1]',
    '[::ffff:0:127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[2002:7f00:1::]',
  ];

  it.each(spellings)('are refused as %s, without a connection', async (host) => {
    expect(await send(`http://${host}:${receiver.port}/`, {})).toEqual(REFUSED);
    expect(await send(`https://${host}:${receiver.port}/`, {})).toEqual(REFUSED);
    expect(receiver.connections()).toBe(0);
  });

  it.each(['http://me@127.0.0.1', 'http://me:pw@127.0.0.1', 'http:\\\\127.0.0.1', 'ftp://127.0.0.1', ' http://[::1]'])(
    'are refused in the URL %p, without a connection, even when opened',
    async (start) => {
      const guard = new AddressGuard(['127.0.0.0/8', '::1/128']);
      expect(await send(`${start}:${receiver.port}/`, { guard })).toEqual(REFUSED);
      expect(receiver.connections()).toBe(0);
    },
  );

  it.each(['127.0.0.1', '2130706433', '127。0。0。1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '0'])(
    'would have seen %s, had the guard let it pass',
    async (host) => {
      const guard = new AddressGuard(['0.0.0.0/0', '::/0']);
      expect(await send(`http://${host}:${receiver.port}/`, { guard })).toEqual(DELIVERED);
      expect(receiver.connections()).toBe(1);
    },
  );
});

describe('a name', () => {
  let opened: Receiver;
  let closed: Receiver;
  const guard = new AddressGuard(['127.0.0.2/32']);
  beforeEach(async () => {
    opened = await listen('127.0.0.2');
    closed = await listen('127.0.0.1', opened.port);
  });
  afterEach(async () => {
    await opened.close();
    await closed.close();
  });
  const seen = (): number[] => [opened.connections(), closed.connections()];

  it('is looked up once a connection, and the socket goes to the address that was checked', async () => {
    const resolve = answering(['127.0.0.2'], ['127.0.0.1']);
    expect(await send(`http://rebind.example:${opened.port}/`, { guard, resolve })).toEqual(DELIVERED);
    expect(resolve.mock.calls).toEqual([['rebind.example']]);
    expect(seen()).toEqual([1, 0]);
  });

  it('is tried at its other addresses when one does not answer', async () => {
    const loopback = new AddressGuard(['127.0.0.0/8']);
    const resolve = answering(['127.0.0.3', '127.0.0.2']);
    expect(await send(`http://two.example:${opened.port}/`, { guard: loopback, resolve })).toEqual(DELIVERED);
    expect(seen()).toEqual([1, 0]);
  });

  it('that changes its answer between two sends is refused at the second', async () => {
    const sender = new WebhookSender({
      guard,
      resolve: answering(['127.0.0.2'], ['127.0.0.1']),
      elapsed: () => 0,
      deadlineMs: DEADLINE_MS,
    });
    const call = { url: `http://rebind.example:${opened.port}/`, headers: {}, body: Buffer.from('[]') };
    expect(await sender.send(call)).toEqual(DELIVERED);
    await opened.allClosed();
    expect(await sender.send(call)).toEqual(REFUSED);
    expect(seen()).toEqual([1, 0]);
    await sender.close();
  });

  it.each([
    [['127.0.0.2', '127.0.0.1']],
    [['127.0.0.1', '127.0.0.2']],
    [['127.0.0.2', '::1']],
    [['127.0.0.2', '::ffff:127.0.0.2']],
    [['127.0.0.2', '169.254.169.254']],
    [['127.0.0.2', 'fe80::1%lo']],
    [['127.0.0.2', 'not an address']],
    [['::ffff:127.0.0.2']],
    [['10.0.0.1']],
  ])('with the answers %p is refused as a whole', async (answers) => {
    const url = `http://mixed.example:${opened.port}/`;
    expect(await send(url, { guard, resolve: answering(answers) })).toEqual(REFUSED);
    expect(seen()).toEqual([0, 0]);
  });

  it('without an address, or with a name server in trouble, has a code and no details', async () => {
    const failed: AttemptOutcome = { outcome: 'error', code: 'dns_failed', ms: 0 };
    const url = `http://nowhere.example:${opened.port}/`;
    const trouble = (): Promise<never> => Promise.reject(new Error('queryA ESERVFAIL at 10.0.0.53'));
    const silence = (): Promise<never> => new Promise(() => undefined);
    expect(await send(url, { guard, resolve: answering([]) })).toEqual(failed);
    expect(await send(url, { guard, resolve: trouble })).toEqual(failed);
    expect(await send(url, { guard, resolve: silence, connectTimeoutMs: 50 })).toEqual(failed);
    expect(seen()).toEqual([0, 0]);
  });

  it('that no name server answers for is looked up once, and holds no other up', async () => {
    const resolve = jest.fn<ReturnType<ResolveHost>, [string]>((hostname) =>
      hostname === 'dead.example' ? new Promise(() => undefined) : Promise.resolve(['127.0.0.2']),
    );
    const names = new HostNames(resolve);
    const sender = new WebhookSender({ guard, resolve: names.resolve, elapsed: () => 0, connectTimeoutMs: 500 });
    const sendTo = (host: string): Promise<AttemptOutcome> =>
      sender.send({ url: `http://${host}:${opened.port}/`, headers: {}, body: Buffer.from('[]') });
    const failed: AttemptOutcome = { outcome: 'error', code: 'dns_failed', ms: 0 };
    expect(await Promise.all(Array.from({ length: 8 }, () => sendTo('dead.example')))).toEqual(Array(8).fill(failed));
    // Those before have given up; their look-up goes on.
    expect(await sendTo('dead.example')).toEqual(failed);
    expect(await sendTo('well.example')).toEqual(DELIVERED);
    expect(resolve.mock.calls).toEqual([['dead.example'], ['well.example']]);
    await sender.close();
  });

  it('of the real resolver is checked too', async () => {
    expect(await send(`http://localhost:${closed.port}/`, { guard })).toEqual(REFUSED);
    expect(seen()).toEqual([0, 0]);
  });
});

describe('the connected socket', () => {
  it.each(['http', 'https'])('is checked again, and over %s gets not one byte when it is refused', async (scheme) => {
    const bytes: Buffer[] = [];
    const server = createServer();
    const receiver = await startReceiver(server, '127.0.0.1');
    server.on('connection', (socket) => socket.on('data', (chunk) => bytes.push(chunk)));
    const asked: string[] = [];
    // Lets the look-up pass, as if something between the check and the wire had led the socket elsewhere.
    const guard = { isAllowed: (address: string) => asked.push(address) === 1 };
    const url = `${scheme}://led-astray.example:${receiver.port}/`;
    expect(await send(url, { guard, resolve: answering(['127.0.0.1']) })).toEqual(REFUSED);
    expect(asked).toEqual(['127.0.0.1', '127.0.0.1']);
    await receiver.close();
    expect([receiver.connections(), Buffer.concat(bytes).toString()]).toEqual([1, '']);
  });
});
