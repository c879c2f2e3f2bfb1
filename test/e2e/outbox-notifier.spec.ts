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

onEachEngine('the event bell', (engine) => {
  let store: TestStore;
  let rings: (readonly string[])[];
  const context = new AsyncLocalStorage<string>();
  let seen: (string | undefined)[];
  beforeAll(async () => {
    store = await startStore(engine.databaseUrl);
    const notifier = store.app.get(OutboxNotifier);
    notifier.onCommitted(() => {
      throw new Error('a listener that fails');
    });
    notifier.onCommitted((ids) => {
      rings.push(ids);
      seen.push(context.getStore());
    });
  });
  /** Waits until the bell has rung for what happened so far, and for an event of no transaction after it. */
  const untilRung = async (): Promise<void> => {
    store.app.get(OutboxNotifier).notify(['last']);
    while (!rings.flat().includes('last')) await nextTurn();
  };
  beforeEach(async () => {
    rings = [];
    await untilRung();
    [rings, seen] = [[], []];
  });
  afterAll(() => store.close());

  let brands = 0;
  const brand = () => {
    const none = { status: '1', description: '' };
    const fields = { ...none, title: 'A brand', slug: `rung-${(brands += 1)}` };
    return store.app.get(BrandsService).create(fields as never);
  };
  const eventIds = async (): Promise<string[]> => {
    const rows = await store.app
      .get(DataSource)
      .query<EventRow[]>(`SELECT id FROM events WHERE type = 'brand.created' ORDER BY id`);
    return rows.map(({ id }) => id);
  };

  it('rings once a transaction, after its commit, with all its events, outside its context', async () => {
    const before = await eventIds();
    await context.run('a request', () =>
      store.app.get(Transactions).runAmbient(async () => {
        await brand();
        await brand();
        expect(rings).toEqual([]);
      }),
    );
    await untilRung();
    const ids = (await eventIds()).slice(before.length);
    expect([ids.length, rings, seen]).toEqual([2, [[...ids, 'last']], [undefined]]);
  });

  it('rings once for transactions that end together, with at most a hundred events at a time', async () => {
    const notifier = store.app.get(OutboxNotifier);
    const ids = Array.from({ length: 150 }, (_, i) => `event-${i}`);
    for (const id of ids) notifier.notify([id]);
    expect(rings).toEqual([]);
    await untilRung();
    expect(rings).toEqual([ids.slice(0, 100), [...ids.slice(100), 'last']]);
  });

  it('does not ring for what was rolled back, and not for what changed nothing', async () => {
    const undone = store.app.get(Transactions).runAmbient(async () => {
      await brand();
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    await untilRung();
    expect(rings).toEqual([['last']]);
  });

  it('waits for no queue: an answer is the same with a Redis that is away, and without one', async () => {
    const redis: Record<string, string> = engine.redisUrl === undefined ? {} : { REDIS_URL: 'redis://127.0.0.1:1' };
    const away = await startStore(engine.databaseUrl, redis);
    const form = { title: 'A brand', slug: 'without-redis' };
    expect((await away.request('POST', '/v1/brands', { form })).status).toBe(201);
    await away.close();
  });
});
