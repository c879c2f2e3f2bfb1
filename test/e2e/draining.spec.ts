import { OrdersService } from '../../src/modules/orders/orders.service';
import { Lifecycle } from '../../src/platform/http/lifecycle';
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
      body: { status: true },
      connection: 'close',
      retryAfter: null,
    });
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
