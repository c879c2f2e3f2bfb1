import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { BrandsService } from '../../src/modules/catalog/brands.service';
import { Transactions } from '../../src/platform/database/connection/transactions';
import { OutboxNotifier } from '../../src/platform/events/outbox-notifier';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

interface EventRow {
  readonly id: string;
}

onEachEngine('the outbox notifier', (engine) => {
  let store: TestStore;
  let notices: (readonly string[])[];
  const context = new AsyncLocalStorage<string>();
  let seen: (string | undefined)[];
  beforeAll(async () => {
    store = await startStore(engine.databaseUrl);
    const notifier = store.app.get(OutboxNotifier);
    notifier.onCommitted(() => {
      throw new Error('a listener that fails');
    });
    notifier.onCommitted((ids) => {
      notices.push(ids);
      seen.push(context.getStore());
    });
  });
  /** Waits until the notifier has told of all events so far, and of one that belongs to no transaction after them. */
  const untilNotified = async (): Promise<void> => {
    store.app.get(OutboxNotifier).notify(['last']);
    while (!notices.flat().includes('last')) await nextTurn();
  };
  beforeEach(async () => {
    notices = [];
    await untilNotified();
    [notices, seen] = [[], []];
  });
  afterAll(() => store.close());

  let brands = 0;
  const brand = () => {
    const none = { status: '1', description: '' };
    const fields = { ...none, title: 'A brand', slug: `notified-${(brands += 1)}` };
    return store.app.get(BrandsService).create(fields as never);
  };
  const eventIds = async (): Promise<string[]> => {
    const rows = await store.app
      .get(DataSource)
      .query<EventRow[]>(`SELECT id FROM events WHERE type = 'brand.created' ORDER BY id`);
    return rows.map(({ id }) => id);
  };

  it('notifies once a transaction, after its commit, with all its events, outside its context', async () => {
    const before = await eventIds();
    await context.run('a request', () =>
      store.app.get(Transactions).runAmbient(async () => {
        await brand();
        await brand();
        expect(notices).toEqual([]);
      }),
    );
    await untilNotified();
    const ids = (await eventIds()).slice(before.length);
    expect([ids.length, notices, seen]).toEqual([2, [[...ids, 'last']], [undefined]]);
  });

  it('notifies once for transactions that end together, with at most a hundred events at a time', async () => {
    const notifier = store.app.get(OutboxNotifier);
    const ids = Array.from({ length: 150 }, (_, i) => `event-${i}`);
    for (const id of ids) notifier.notify([id]);
    expect(notices).toEqual([]);
    await untilNotified();
    expect(notices).toEqual([ids.slice(0, 100), [...ids.slice(100), 'last']]);
  });

  it('does not ring for what was rolled back, and not for what changed nothing', async () => {
    const undone = store.app.get(Transactions).runAmbient(async () => {
      await brand();
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    await untilNotified();
    expect(notices).toEqual([['last']]);
  });

  it('waits for no queue: an answer is the same with a Redis that is away, and without one', async () => {
    const redis: Record<string, string> = engine.redisUrl === undefined ? {} : { REDIS_URL: 'redis://127.0.0.1:1' };
    const away = await startStore(engine.databaseUrl, redis);
    const form = { title: 'A brand', slug: 'without-redis' };
    expect((await away.request('POST', '/v1/brands', { form })).status).toBe(201);
    await away.close();
  });
});
