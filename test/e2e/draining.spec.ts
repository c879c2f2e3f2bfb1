import { Lifecycle } from '../../src/platform/http/lifecycle';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

onEachEngine('a process that is stopping (wire.md 2)', (engine) => {
  let store: TestStore;
  beforeAll(async () => (store = await startStore(engine.databaseUrl)));
  afterAll(() => store.close());

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
});
