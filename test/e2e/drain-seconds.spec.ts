import { Agent, type IncomingMessage, request } from 'node:http';
import { once } from 'node:events';
import { json } from 'node:stream/consumers';
import { emptyFolder, ensureBuilt, StoreProcess } from '../support/store.process';

const TOKEN = 'process-token-0123456789-0123456789';
const EURO = 'code=EUR&title=Euro&format=%E2%82%AC%7Bprice%7D';

beforeAll(ensureBuilt);
afterEach(() => StoreProcess.stopAll());

describe('an API that leaves its load balancer before it stops (DRAIN_SECONDS)', () => {
  const send = async (
    store: StoreProcess,
    agent: Agent,
    path: string,
    body?: string,
  ): Promise<{ status: number | undefined; connection: string | undefined; code: unknown }> => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const headers = { authorization: `Bearer ${TOKEN}`, ...(body === undefined ? {} : form) };
    const sent = request(`${store.url}${path}`, { method: body === undefined ? 'GET' : 'POST', agent, headers });
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    await json(response);
    const { statusCode: status, headers: got } = response;
    return { status, connection: got.connection, code: got['error-code'] };
  };

  it('takes requests on open and on new connections, says that it is not ready, and stops at once at a second signal', async () => {
    // As long as this test may take: the second signal ends it.
    const store = await StoreProcess.api(emptyFolder(), { BOOTSTRAP_TOKEN: TOKEN, DRAIN_SECONDS: '600' });
    const proxy = new Agent({ keepAlive: true, maxSockets: 1 });
    const balancer = new Agent({ keepAlive: true, maxSockets: 1 });
    const open = { status: 200, connection: 'keep-alive', code: undefined };
    expect(await send(store, proxy, '/v1/currencies')).toEqual(open);
    expect(await send(store, balancer, '/health/ready')).toEqual(open);
    store.signal('SIGTERM');
    await store.line(({ msg }) => msg === 'draining');
    const away = { status: 503, connection: 'close', code: 'process.draining' };
    expect(await send(store, balancer, '/health/ready')).toEqual(away);
    expect(await send(store, balancer, '/health/ready')).toEqual(away);
    expect(await send(store, balancer, '/health/live')).toEqual({ ...open, connection: 'close' });
    expect(await send(store, proxy, '/v1/currencies', EURO)).toEqual({ ...open, status: 201, connection: 'close' });
    expect(await send(store, proxy, '/v1/currencies')).toEqual({ ...open, connection: 'close' });
    store.signal('SIGTERM');
    expect(await store.ended).toMatchObject({ code: 0, stderr: '' });
    await expect(send(store, proxy, '/health/live')).rejects.toThrow('ECONNREFUSED');
  });
});
