import { DataSource, type EntityManager } from 'typeorm';
import { FanOut } from '../../src/modules/webhooks/fan-out/fan-out';
import { oldEventsTasks } from '../../src/modules/webhooks/jobs/old-events.tasks';
import { Clock } from '../../src/kernel/clock';
import { CONFIG } from '../../src/platform/config/config';
import { Transactions } from '../../src/platform/database/connection/transactions';
import { type EventRow } from '../../src/platform/events/event.entity';
import { lockSequence, readUnsequenced, sequence } from '../../src/platform/events/event-sequence';
import { Gate } from '../support/database';
import { onEachEngine } from '../support/engines';
import { type FedEvent } from '../support/event-stream.reader';
import { MovedClock } from '../support/moved.clock';
import { isRowLockAwaited } from '../support/row-locks';
import { startStore, type TestStore } from '../support/store';

interface Feed {
  readonly error?: string;
  readonly result: readonly FedEvent[];
  readonly last: number;
  readonly has_more: boolean;
}

onEachEngine('positions of events, and readers at the same time (events.md 7)', (engine) => {
  let store: TestStore;
  let second: TestStore;
  beforeAll(async () => {
    const redis: Record<string, string> = engine.redisUrl === undefined ? {} : { REDIS_URL: engine.redisUrl };
    store = await startStore(engine.databaseUrl, redis);
    second = await startStore(engine.databaseUrl, redis);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(async () => {
    await second.close();
    await store.close();
  });

  const fanOutOf = ({ app }: TestStore): FanOut => app.get(FanOut, { strict: false });
  let brands = 0;
  const brand = async (): Promise<string> => {
    const form = { title: 'B', slug: `placed-${(brands += 1)}` };
    return (await store.request<{ result: { id: string } }>('POST', '/v1/brands', { form })).body.result.id;
  };
  const feed = (after: number) => store.request<Feed>('GET', '/v1/events', { query: { after: String(after) } });
  const end = async (): Promise<number> => {
    await fanOutOf(store).fanOut();
    return store.app
      .get(DataSource)
      .query<[{ position: number }]>("SELECT position FROM event_positions WHERE name = 'last'")
      .then(([{ position }]) => position);
  };
  /** Has something happen before the statement that reads the events of a page, or after it. */
  const aroundRead = (order: 'before' | 'after', happens: () => Promise<unknown>): void => {
    const { manager } = store.app.get(DataSource);
    const find = manager.find.bind(manager) as (...asked: unknown[]) => Promise<EventRow[]>;
    jest.spyOn(manager as EntityManager & { find: typeof find }, 'find').mockImplementationOnce(async (...asked) => {
      if (order === 'before') await happens();
      const found = await find(...asked);
      if (order === 'after') await happens();
      return found;
    });
  };
  const removeAll = async (): Promise<void> => {
    const clock = new MovedClock();
    clock.move(store.app.get(Clock).now().getTime() + 31 * 86_400_000 - clock.now().getTime());
    for (const task of oldEventsTasks(store.app.get(Transactions), clock, store.app.get(CONFIG)))
      while ((await task.removeBatch(500)).isMore);
  };

  it('a second process waits for the transaction that gives positions, and goes on after them', async () => {
    const from = await end();
    const ids = [await brand(), await brand()];
    const [locked, gate] = [new Gate(), new Gate()];
    const first = store.app.get(Transactions).run(async (tx) => {
      const { last } = await lockSequence(tx);
      const events = await readUnsequenced(tx, 1);
      locked.open();
      await gate.passed;
      await sequence(tx, events, last, store.app.get(Clock).now());
    });
    await locked.passed;
    const { app } = second;
    let isSecondDone = false;
    const other = fanOutOf(second)
      .fanOut()
      .finally(() => (isSecondDone = true));
    // It waits, as the server says. SQLite has one writer at a time: there only the order is left to see.
    while (!isSecondDone && !(await isWaiting(app.get(DataSource)))) await new Promise(setImmediate);
    expect(isSecondDone).toBe(false);
    gate.open();
    await Promise.all([first, other]);
    const { result } = (await feed(from)).body;
    expect(result.map(({ object_id: id, position }) => [id, position])).toEqual([
      [ids[0], from + 1],
      [ids[1], from + 2],
    ]);
  });

  const isWaiting = async (source: DataSource): Promise<boolean> => {
    if (engine.name === 'sqlite') return true;
    return isRowLockAwaited(source);
  };

  it.each(['before', 'after'] as const)(
    'a reader gets 410 for events that are removed just %s its page is read',
    async (order) => {
      const from = await end();
      await brand();
      await brand();
      await fanOutOf(store).fanOut();
      aroundRead(order, removeAll);
      const { status, body } = await feed(from);
      expect([status, body.error]).toEqual([
        410,
        `Position ${from} is not kept. The oldest event has position ${from + 3}: read on with after=${from + 2}`,
      ]);
      expect((await feed(from + 2)).body).toEqual({ status: true, result: [], last: from + 2, has_more: false });
    },
  );

  it.each(['before', 'after'] as const)(
    'events that get their positions just %s a page is read are on this page or the next, not passed over',
    async (order) => {
      const from = await end();
      await brand();
      aroundRead(order, () => fanOutOf(store).fanOut());
      const page = (await feed(from)).body;
      const rest = (await feed(page.last)).body;
      expect([...page.result, ...rest.result].map(({ position }) => position)).toEqual([from + 1]);
    },
  );
});
