import { pino } from 'pino';
import { DataSource } from 'typeorm';
import { Clock } from '../../src/kernel/clock';
import { IdGenerator } from '../../src/kernel/ids';
import { AttemptSaver } from '../../src/modules/webhooks/delivery/attempt-saver';
import { type ClaimedDelivery, Claims } from '../../src/modules/webhooks/delivery/claims';
import { DeadDeliveryMetrics } from '../../src/modules/webhooks/delivery/dead-delivery-metrics';
import { DueDeliveries } from '../../src/modules/webhooks/delivery/due-deliveries';
import { WorkerPulse } from '../../src/modules/webhooks/delivery/worker-pulse';
import { FanOut } from '../../src/modules/webhooks/fan-out/fan-out';
import { Lanes } from '../../src/modules/webhooks/lanes/lanes';
import { WebhooksService } from '../../src/modules/webhooks/webhooks.service';
import { CONFIG, type Config } from '../../src/platform/config/config';
import { Transactions } from '../../src/platform/database/connection/transactions';
import { type EventRow } from '../../src/platform/events/event.entity';
import { Metrics } from '../../src/platform/metrics/metrics';
import { StoreObjects } from '../../src/platform/events/store-objects';
import { Gate } from '../support/database';
import { onEachEngine } from '../support/engines';
import { isRowLockAwaited } from '../support/row-locks';
import { startStore, type TestStore } from '../support/store';

interface Body {
  readonly result: { readonly id: string };
}

const HOOK = { url: 'http://127.0.0.1:9/', content_type: 'json', create: 1, update: 1, delete: 1, enabled: 1 };
const VERDICTS = {
  delivered: { state: 'delivered', code: null, retryInMs: null },
  dead: { state: 'dead', code: 'http_500', retryInMs: null },
  again: { state: 'pending', code: 'http_500', retryInMs: 1_000 },
} as const;
type Ending = keyof typeof VERDICTS;

// Workers by hand: what each of them does, and when, is the test's to say.
onEachEngine('workers and an ordered webhook (events.md 14)', (engine) => {
  let store: TestStore;
  let second: TestStore;
  let now = new Date('2027-01-01T00:00:00.000Z');
  beforeAll(async () => {
    store = await startStore(engine.databaseUrl);
    // SQLite serves one process.
    second = engine.name === 'sqlite' ? store : await startStore(engine.databaseUrl);
    for (const { app } of [store, second]) Object.assign(app.get(Clock), { now: () => new Date(now) });
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(async () => {
    if (second !== store) await second.close();
    await store.close();
  });

  const later = (ms: number) => void (now = new Date(now.getTime() + ms));
  const rows = <T = Record<string, unknown>>(sql: string, ...parameters: unknown[]): Promise<T[]> =>
    store.app.get(DataSource).query<T[]>(sql, parameters);
  const hook = async (fields = {}): Promise<string> => {
    const form = { ...HOOK, events: ['brand.*'], ...fields };
    return (await store.request<Body>('POST', '/v1/webhooks', { form })).body.result.id;
  };
  const drop = (id: string) => store.request('DELETE', `/v1/webhooks/${id}`);
  let brands = 0;
  const brand = async (): Promise<string> => {
    const form = { title: 'B', slug: `lane-${(brands += 1)}` };
    return (await store.request<Body>('POST', '/v1/brands', { form })).body.result.id;
  };
  let titles = 0;
  const change = (id: string, of = store) =>
    of.request('PUT', `/v1/brands/${id}`, { form: { title: `Title ${(titles += 1)}` } });
  const fanOut = (of = store) => of.app.get(FanOut, { strict: false }).fanOut();

  /** A worker of a process: claims what is due, and saves results. */
  const workerOf = ({ app }: TestStore) => {
    const [transactions, clock, config] = [app.get(Transactions), app.get(Clock), app.get<Config>(CONFIG)];
    const silent = pino({ level: 'silent' });
    const [lanes, endings] = [app.get(Lanes, { strict: false }), new DeadDeliveryMetrics(new Metrics(), silent)];
    const pulse = new WorkerPulse(transactions, clock, config, silent);
    const webhooks = app.get(WebhooksService, { strict: false });
    const claims = new Claims(transactions, clock, endings, webhooks, pulse, lanes);
    const saver = new AttemptSaver(transactions, app.get(IdGenerator), clock, webhooks, endings, lanes);
    const due = new DueDeliveries(transactions, clock);
    return {
      claim: async (webhook: string): Promise<ClaimedDelivery[]> => {
        const { first, retries } = await due.nextOf(webhook, 4);
        const ids = [...first, ...retries];
        return ids.length === 0 ? [] : claims.claim(ids);
      },
      save: ({ delivery }: ClaimedDelivery, ending: Ending): Promise<void> =>
        saver.save([
          {
            delivery,
            startedAt: new Date(now),
            outcome: { outcome: 'response', status: 200, retryAfter: null, head: '', ms: 1 },
            verdict: { ...VERDICTS[ending], disablesWebhook: false },
          },
        ]),
    };
  };
  const about = ({ event }: ClaimedDelivery) => [event.objectId, event.objectVersion];

  it('keeps the order after a worker was killed with a claim, and what that one says later does not count', async () => {
    const webhook = await hook({ ordered: 1 });
    const id = await brand();
    await change(id);
    await fanOut();
    const [one, other] = [workerOf(store), workerOf(second)];
    const [lost] = await one.claim(webhook);
    expect(await other.claim(webhook)).toEqual([]);
    later(60_001);
    const [taken, ...more] = await other.claim(webhook);
    if (lost === undefined || taken === undefined) throw new Error('nothing claimed');
    expect([about(taken), more]).toEqual([[id, 1], []]);
    await one.save(lost, 'delivered');
    expect(await one.claim(webhook)).toEqual([]);
    await other.save(taken, 'delivered');
    expect((await one.claim(webhook)).map(about)).toEqual([[id, 2]]);
    await drop(webhook);
  });

  it('an earlier version that is sent again takes the place of one whose worker was lost, and that result does not count', async () => {
    const webhook = await hook({ ordered: 1 });
    const id = await brand();
    await fanOut();
    const worker = workerOf(store);
    const [first] = await worker.claim(webhook);
    if (first === undefined) throw new Error('nothing claimed');
    await worker.save(first, 'dead');
    await change(id);
    await fanOut();
    const [lost] = await worker.claim(webhook);
    if (lost === undefined) throw new Error('nothing claimed');
    later(60_001);
    await store.request('POST', `/v1/webhooks/${webhook}/deliveries/${first.delivery.id}/resend`);
    await worker.save(lost, 'again');
    later(60_001);
    expect((await workerOf(second).claim(webhook)).map(about)).toEqual([[id, 1]]);
    await drop(webhook);
  });

  it('an event that is gone does not hold up those after it', async () => {
    const webhook = await hook({ ordered: 1 });
    const id = await brand();
    await change(id);
    await fanOut();
    await rows('DELETE FROM events WHERE object_id = ? AND object_version = 1', id);
    const worker = workerOf(store);
    expect(await worker.claim(webhook)).toEqual([]);
    expect((await worker.claim(webhook)).map(about)).toEqual([[id, 2]]);
    await drop(webhook);
  });

  it('events that await fan-out when the webhook is switched are ordered too', async () => {
    const webhook = await hook();
    await brand();
    await fanOut();
    const id = await brand();
    await change(id);
    await store.request('PUT', `/v1/webhooks/${webhook}`, { form: { ordered: 1 } });
    // Only this event says that the webhooks in memory are old, and it may come later.
    await rows(`DELETE FROM events WHERE object_id = ? AND position IS NULL`, webhook);
    await fanOut();
    const due = await rows(
      `SELECT e.object_version FROM webhook_deliveries d JOIN events e ON e.id = d.event_id
        WHERE d.webhook_id = ? AND e.object_id = ? AND d.due_at IS NOT NULL`,
      webhook,
      id,
    );
    expect(due).toEqual([{ object_version: 1 }]);
    await drop(webhook);
  });

  it('a result waits for the fan-out that adds an event behind it, and then goes on with that one', async () => {
    const webhook = await hook({ ordered: 1 });
    const id = await brand();
    await fanOut();
    const worker = workerOf(second);
    const [first] = await worker.claim(webhook);
    if (first === undefined) throw new Error('nothing claimed');
    await change(id);
    const [added, gate] = [new Gate(), new Gate()];
    jest.spyOn(store.app.get(StoreObjects).consumers, 'consume').mockImplementationOnce(async () => {
      added.open();
      await gate.passed;
    });
    const fannedOut = fanOut();
    await added.passed;
    let isSaved = false;
    const saved = worker.save(first, 'delivered').finally(() => (isSaved = true));
    // SQLite has one writer at a time.
    const isWaiting = async () => engine.name === 'sqlite' || isRowLockAwaited(second.app.get(DataSource));
    while (!isSaved && !(await isWaiting())) await new Promise(setImmediate);
    gate.open();
    await Promise.all([fannedOut, saved]);
    expect((await worker.claim(webhook)).map(about)).toEqual([[id, 2]]);
    await drop(webhook);
  });

  it('is off by default, and then fan-out asks for no lane and results ask by the way', async () => {
    const webhook = await hook();
    const id = await brand();
    await change(id);
    const sent = jest.spyOn(store.app.get(DataSource).logger, 'logQuery');
    await fanOut();
    const worker = workerOf(store);
    for (const claimed of await worker.claim(webhook)) await worker.save(claimed, 'delivered');
    const asked = sent.mock.calls.flatMap(([sql]) => (sql.includes('webhook_lanes') ? [sql] : []));
    expect([asked.length, new Set(asked.map((sql) => /FROM .webhook_deliveries. /.test(sql)))]).toEqual([
      2,
      new Set([true]),
    ]);
    expect(await rows('SELECT 1 FROM webhook_lanes WHERE webhook_id = ?', webhook)).toEqual([]);
    const [{ state, count } = {}] = await rows(
      'SELECT state, COUNT(*) AS count FROM webhook_deliveries WHERE webhook_id = ? GROUP BY state',
      webhook,
    );
    expect([state, Number(count)]).toEqual(['delivered', 2]);
    await drop(webhook);
  });

  it('two workers, two fan-outs, changes and resends at the same time: never two at once, never out of order', async () => {
    const webhook = await hook({ ordered: 1 });
    const ids = [await brand(), await brand(), await brand()];
    const busy = new Set<string>();
    const endedFirst = new Map<string, number[]>(ids.map((id) => [id, []]));
    const dead: string[] = [];
    const faults: unknown[] = [];
    let drawn = 0;
    /** The endings in turn, of a length that shares no factor with the number of objects. */
    const ending = (): Ending =>
      (['delivered', 'again', 'dead', 'delivered', 'again'] as const)[(drawn += 1) % 5] ?? 'dead';
    const work = async (worker: ReturnType<typeof workerOf>): Promise<void> => {
      for (const claimed of await worker.claim(webhook)) {
        const { objectId, objectVersion } = claimed.event as EventRow;
        if (busy.has(objectId)) faults.push(['two at once', objectId, objectVersion]);
        busy.add(objectId);
        await new Promise(setImmediate);
        busy.delete(objectId);
        const how = ending();
        const ended = endedFirst.get(objectId) ?? [];
        if (how !== 'again' && !ended.includes(objectVersion)) ended.push(objectVersion);
        if (how === 'dead') dead.push(claimed.delivery.id);
        await worker.save(claimed, how);
      }
    };
    const workers = [workerOf(store), workerOf(second)];
    const resend = async (): Promise<void> => {
      const id = dead.shift();
      if (id !== undefined) await store.request('POST', `/v1/webhooks/${webhook}/deliveries/${id}/resend`);
    };
    for (let round = 0; round < 12; round += 1) {
      const [first = '', next = ''] = [ids[round % 3], ids[(round + 1) % 3]];
      await Promise.all([
        change(first),
        change(next, second),
        fanOut(),
        fanOut(second),
        ...workers.map(work),
        ...(round % 2 === 0 ? [resend()] : []),
      ]);
      later(1_001);
    }
    const pending = (): Promise<unknown[]> =>
      rows(`SELECT 1 FROM webhook_deliveries WHERE webhook_id = ? AND state = 'pending'`, webhook);
    await fanOut();
    for (let round = 0; round < 100 && (await pending()).length > 0; round += 1) {
      await Promise.all(workers.map(work));
      later(1_001);
    }
    expect(faults).toEqual([]);
    for (const id of ids) {
      const all = await rows<{ version: number }>(
        'SELECT object_version AS version FROM events WHERE object_id = ? ORDER BY object_version',
        id,
      );
      expect(endedFirst.get(id)).toEqual(all.map(({ version }) => version));
    }
    expect(await rows('SELECT 1 FROM webhook_lanes WHERE webhook_id = ?', webhook)).toEqual([]);
    await drop(webhook);
  });
});
