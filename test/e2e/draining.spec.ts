import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { OrdersService } from '../../src/modules/orders/orders.service';
import { Lifecycle } from '../../src/platform/http/lifecycle';
import { RELEASE } from '../../src/platform/version';
import { Gate } from '../support/database';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

onEachEngine('a process that is stopping (wire.md 2)', (engine) => {
  let store: TestStore;
  beforeEach(async () => (store = await startStore(engine.databaseUrl)));
  afterEach(() => store.close());

  it('answers 503 on connections that are open, closes them, and says it is alive', async () => {
    const ask = async (path: string): Promise<unknown> => {
      const { status, body, headers } = await store.request('GET', path);
      return { status, body, connection: headers.get('connection'), retryAfter: headers.get('retry-after') };
    };
    expect(await ask('/health/ready')).toMatchObject({ status: 200, body: { status: true }, connection: 'keep-alive' });
    store.app.get(Lifecycle).drain();
    const refused = {
      status: 503,
      body: { status: false, error: 'The store is restarting, try again' },
      connection: 'close',
      retryAfter: '1',
    };
    for (const path of ['/v1/orders', '/health/ready', '/oauth/nowhere']) expect(await ask(path)).toEqual(refused);
    expect(await ask('/health/live')).toEqual({
      status: 200,
      body: { status: true, release: RELEASE },
      connection: 'close',
      retryAfter: null,
    });
  });

  it('does not wait for a CONNECT that is held open, nor minds one that is reset', async () => {
    const other = await startStore(engine.databaseUrl);
    const { port } = new URL(other.url);
    for (const leave of [(socket: Socket) => socket.resetAndDestroy(), () => undefined]) {
      const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
      socket.on('error', () => undefined).write('CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n');
      // It has been answered, and the answer is not read.
      await once(socket, 'readable');
      leave(socket);
      expect((await other.request('GET', '/health/live')).status).toBe(200);
    }
    await other.close();
  });

  it('answers what is under way, and has its connection closed: nothing may follow on it', async () => {
    const [begun, gate] = [new Gate(), new Gate()];
    const orders = store.app.get(OrdersService);
    const page = orders.page.bind(orders);
    jest.spyOn(orders, 'page').mockImplementationOnce(async (...asked) => {
      begun.open();
      await gate.passed;
      return page(...asked);
    });
    const underWay = store.request('GET', '/v1/orders');
    await begun.passed;
    store.app.get(Lifecycle).drain();
    gate.open();
    const { status, headers, body } = await underWay;
    expect([status, headers.get('connection'), body]).toMatchObject([200, 'close', { status: true, result: [] }]);
  });
});
