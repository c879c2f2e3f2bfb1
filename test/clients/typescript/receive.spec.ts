import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import express from 'express';
import { Webhook } from 'standardwebhooks';
import type * as Receiving from '../../../clients/typescript/src/webhooks';
import { generatedSecret, webhookHeaders } from '../../../src/modules/webhooks/domain/webhook-signature';
import { clientEntry } from './client-project';

const SECRET = `whsec_${Buffer.alloc(24, 3).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(24, 4).toString('base64')}`;
const EVENT = {
  id: '1',
  type: 'order.created',
  object: 'order',
  object_id: '7',
  object_version: 1,
  data: { total: 10 },
};
const BODY = JSON.stringify([EVENT]);

/** The headers of a webhook. */
function signed(secret = SECRET, { at = new Date(), body = BODY, type = 'application/json' } = {}) {
  const webhook = secret.startsWith('whsec_') ? new Webhook(secret) : new Webhook(secret, { format: 'raw' });
  return {
    'webhook-id': '1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': webhook.sign('1', at, body),
    'content-type': type,
  };
}

/** The headers of a webhook, as the store makes them. */
const storeHeaders = (secret: string): Record<string, string> =>
  webhookHeaders({
    id: '1',
    sentAt: new Date(),
    body: Buffer.from(BODY),
    secrets: [secret],
    contentType: 'json',
    attempt: 1,
    userAgent: 'storekeeper',
  });

let client: typeof Receiving;
beforeAll(async () => {
  client = jest.requireActual(await clientEntry('webhooks'));
}, 300_000);

describe('constructEvent', () => {
  it('returns the event of a webhook, of bytes and of text, with headers of every kind', () => {
    const bytes = new Uint8Array(Buffer.from(BODY));
    expect(client.constructEvent(bytes, signed(), SECRET)).toEqual(EVENT);
    expect(client.constructEvent(BODY, new Headers(signed()), SECRET)).toEqual(EVENT);
    expect(client.constructEvent(BODY, signed('shop-secret'), 'shop-secret')).toEqual(EVENT);
  });

  it.each([
    ['made by the store', generatedSecret(Buffer.alloc(32, 5))],
    ['with base64 that is not padded', 'whsec_MTIzNDU2Nzg5MA'],
    ['without the prefix', 'shop-secret'],
    ['without the prefix, with characters that are not ASCII', 'Schlüssel 🐎 €'],
  ])('verifies what the store signs with a secret %s', (_, secret) => {
    expect(client.constructEvent(BODY, storeHeaders(secret), secret)).toEqual(EVENT);
    expect(() => client.constructEvent(BODY, storeHeaders(OTHER), secret)).toThrow('No matching signature found');
  });

  it.each([
    ['Webhook-Id', (name: string) => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())],
    ['WEBHOOK-ID', (name: string) => name.toUpperCase()],
  ])('takes an object of headers with names such as %s', (_, named) => {
    const sent = Object.entries({ ...storeHeaders(SECRET), host: 'shop.example' });
    const headers = Object.fromEntries(sent.map(([name, value]) => [named(name), value]));
    expect(client.constructEvent(BODY, headers, SECRET)).toEqual(EVENT);
    const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
    expect(client.constructEvent(BODY, lists, SECRET)).toEqual(EVENT);
  });

  it('takes either signature while a secret is rotated', () => {
    const both = {
      ...signed(),
      'webhook-signature': [signed(OTHER), signed()].map((one) => one['webhook-signature']).join(' '),
    };
    expect([SECRET, OTHER].map((secret) => client.constructEvent(BODY, both, secret))).toEqual([EVENT, EVENT]);
  });

  it.each([
    ['another secret', BODY, () => signed(OTHER)],
    ['a changed body', BODY.replace('10', '11'), () => signed()],
    ['another id', BODY, () => ({ ...signed(), 'webhook-id': '2' })],
    ['an old time', BODY, () => signed(SECRET, { at: new Date(Date.now() - 6 * 60_000) })],
    ['a time to come', BODY, () => signed(SECRET, { at: new Date(Date.now() + 6 * 60_000) })],
    ['no headers', BODY, () => ({})],
  ])('refuses %s', (_, body, headers) => {
    expect(() => client.constructEvent(body, headers(), SECRET)).toThrow(
      expect.objectContaining({ name: 'WebhookVerificationError' }) as Error,
    );
  });

  it('says that a webhook sends forms', () => {
    const body = 'type=order.created';
    const headers = signed(SECRET, { body, type: 'application/x-www-form-urlencoded' });
    expect(() => client.constructEvent(body, headers, SECRET)).toThrow('Set its content_type to json');
  });
});

describe.each(['node:http', 'Express', 'Express behind express.raw'])('a receiver of %s', (kind) => {
  const told: unknown[] = [];
  let url: string;
  let close: () => void;
  let failure: Error | undefined;

  beforeAll(async () => {
    const handle = (event: unknown): void => {
      told.push(event);
      if (failure !== undefined) throw failure;
    };
    const server = createServer(listener(handle));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
    close = () => {
      server.close();
      server.closeAllConnections();
    };
  });
  beforeEach(() => {
    failure = undefined;
    told.length = 0;
  });
  afterAll(() => close());

  function listener(handle: Receiving.HandleEvent): (request: IncomingMessage, response: ServerResponse) => void {
    if (kind === 'node:http') {
      const receive = client.nodeReceiver(SECRET, handle, (error) => told.push(error));
      return (request, response) => void receive(request, response);
    }
    const app = express();
    if (kind !== 'Express') app.use(express.raw({ type: '*/*' }));
    app.post('/hooks', client.expressReceiver(SECRET, handle));
    app.use(
      (_error: unknown, _request: unknown, response: express.Response, _next: unknown) => void response.sendStatus(500),
    );
    return app;
  }
  const post = async (body: string, headers: Record<string, string>): Promise<number> =>
    (await fetch(url, { method: 'POST', body, headers })).status;

  it('hands on an event that is signed, and answers 204', async () => {
    expect([await post(BODY, signed()), told]).toEqual([204, [EVENT]]);
  });

  it('answers 400 to what is not signed, and hands on nothing', async () => {
    expect([await post(BODY, signed(OTHER)), told]).toEqual([400, []]);
  });

  it('answers 500 when the event cannot be handled, so that the store sends it again', async () => {
    failure = new Error('full');
    expect(await post(BODY, signed())).toBe(500);
    expect(told).toEqual(kind === 'node:http' ? [EVENT, failure] : [EVENT]);
  });
});

it.each(['', undefined as unknown as string])('a receiver without a secret does not start', (secret) => {
  for (const make of [client.nodeReceiver, client.expressReceiver]) {
    expect(() => make(secret, () => undefined)).toThrow('The secret of the webhook is missing');
  }
  expect(() => client.constructEvent(BODY, signed(), secret)).toThrow('The secret of the webhook is missing');
});

it('a receiver of node:http writes to the console why an event could not be handled', async () => {
  const failure = new Error('full');
  const receive = client.nodeReceiver(SECRET, () => Promise.reject(failure));
  const said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const response = { statusCode: 0, end: jest.fn() };
  const body = (async function* () {
    yield Buffer.from(BODY);
  })();
  await receive(Object.assign(body, { headers: signed() }), response);
  expect([response.statusCode, said.mock.calls]).toEqual([500, [[failure]]]);
  said.mockRestore();
});

it('does not read a body without an end', async () => {
  const receive = client.nodeReceiver(SECRET, () => undefined);
  const server = createServer((request, response) => void receive(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const { status } = await fetch(url, { method: 'POST', body: new Uint8Array(5 * 1024 * 1024), headers: signed() });
  server.close();
  server.closeAllConnections();
  expect(status).toBe(413);
});
