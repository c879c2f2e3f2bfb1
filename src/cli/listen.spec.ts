import { type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { Clock } from '../kernel/clock';
import { webhookHeaders } from '../modules/webhooks/domain/webhook-signature';
import { listen } from './listen';

const NOW = new Date('2027-01-01T00:00:00.000Z');
class FixedClock extends Clock {
  now(): Date {
    return NOW;
  }
}

describe('npm run store -- listen', () => {
  const said: string[] = [];
  let server: Server;
  beforeAll(async () => {
    server = await listen({
      port: 0,
      secret: 'a good secret',
      say: (text) => said.push(text),
      verbose: true,
      clock: new FixedClock(),
    });
  });
  afterAll(() => server.close());

  const send = async (body: string, contentType: 'json' | 'form', secret: string): Promise<[number, string[]]> => {
    const call = {
      id: 'event-1',
      body: Buffer.from(body),
      secrets: [secret],
      contentType,
      attempt: 2,
      userAgent: 'test',
    };
    const { port } = server.address() as AddressInfo;
    const headers = webhookHeaders({ ...call, sentAt: NOW });
    const { status } = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body });
    return [status, said.splice(0)];
  };

  it('verifies and prints what arrives', async () => {
    expect(await send('[{"type":"order.created"}]', 'json', 'a good secret')).toEqual([
      204,
      ['order.created  valid  webhook-id event-1  attempt 2', '[\n  {\n    "type": "order.created"\n  }\n]\n'],
    ]);
    expect(await send('type=order.created&data%5Bid%5D=7', 'form', 'a good secret')).toEqual([
      204,
      ['order.created  valid  webhook-id event-1  attempt 2', 'type = order.created\ndata[id] = 7\n'],
    ]);
  });

  it('refuses what is signed with another secret', async () => {
    expect(await send('[]', 'json', 'another secret')).toEqual([
      401,
      ['?  signature_mismatch  webhook-id event-1  attempt 2', '[]\n'],
    ]);
  });

  it('refuses a secret that cannot be one', async () => {
    await expect(listen({ port: 0, secret: 'short', say: () => undefined })).rejects.toThrow('secret must have 8');
  });
});
