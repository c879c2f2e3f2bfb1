import { DataSource } from 'typeorm';
import { Clock } from '../../src/kernel/clock';
import { type AttemptResult, type AttemptSaver } from '../../src/modules/webhooks/delivery/attempt-saver';
import { type Claims } from '../../src/modules/webhooks/delivery/claims';
import { FanOut } from '../../src/modules/webhooks/fan-out/fan-out';
import { type WebhookDelivery } from '../../src/modules/webhooks/data/webhook-delivery.entity';
import { type DeliveryDispatcher, type DispatcherParts } from '../../src/modules/webhooks/delivery/delivery-dispatcher';
import { oldEventsTasks } from '../../src/modules/webhooks/jobs/old-events.tasks';
import { Webhook } from '../../src/modules/webhooks/data/webhook.entity';
import { DELIVERIES_QUEUE } from '../../src/modules/webhooks/webhook-queues';
import { CONFIG } from '../../src/platform/config/config';
import { insertRows } from '../../src/platform/database/rows/row-reader';
import { beginEpoch } from '../../src/platform/events/event-epochs';
import { Transactions } from '../../src/platform/database/connection/transactions';
import { JobQueue } from '../../src/platform/queue/job-queue.port';
import { LeaderLease } from '../../src/platform/leases/leader-lease';
import { Metrics } from '../../src/platform/metrics/metrics';
import { brand, claimsOf, delivered, dispatcherOf, dueDeliveries, rowsOf } from '../support/dispatchers';
import { onEachEngine } from '../support/engines';
import { DueDeliveries } from '../../src/modules/webhooks/delivery/due-deliveries';
import { startStore, type TestStore } from '../support/store';

onEachEngine('claims without a worker running', (engine) => {
  let store: TestStore;
  let now = new Date('2027-01-01T00:00:00.000Z');
  let transactions: Transactions;
  let clock: Clock;
  let claims: Claims;
  /** Another worker, with its claims. */
  let otherWorker: () => ReturnType<typeof claimsOf>;
  let results: AttemptSaver;
  let fanOut: FanOut;
  /** A dispatcher that makes attempts in its own way. */
  let shown: Metrics;
  let dispatcher: (make: DispatcherParts['attempt']['make']) => DeliveryDispatcher;
  beforeAll(async () => {
    store = await startStore(engine.databaseUrl);
    clock = store.app.get(Clock);
    Object.assign(clock, { now: () => new Date(now) });
    transactions = store.app.get(Transactions);
    otherWorker = () => claimsOf(store, clock);
    const worker = otherWorker();
    ({ claims, results } = worker);
    fanOut = store.app.get(FanOut);
    dispatcher = (make) => dispatcherOf(store, clock, worker, make, (shown = new Metrics()));
  });
  afterAll(() => store.close());

  const later = (ms: number) => void (now = new Date(now.getTime() + ms));
  const rows = <T = Record<string, unknown>>(sql: string, ...parameters: unknown[]): Promise<T[]> =>
    rowsOf<T>(store, sql, ...parameters);
  const due = (count: number) => dueDeliveries(store, count);
  const end = (webhookId: string) => store.request('DELETE', `/v1/webhooks/${webhookId}`);
  const took = (delivery: WebhookDelivery): AttemptResult => delivered(delivery, new Date(now));
  /** Runs every task until nothing is left to remove. */
  const removeOld = async (): Promise<void> => {
    for (const task of oldEventsTasks(transactions, clock, store.app.get(CONFIG))) {
      while ((await task.removeBatch(2)).isMore);
    }
  };
  const stateOf = (id: string | undefined) =>
    rows('SELECT state, attempts, tries, lost_leases, error FROM webhook_deliveries WHERE id = ?', id);

  it('webhooks.md 9: of eight workers that claim the same deliveries, one gets each', async () => {
    const { webhookId, ids } = await due(12);
    const claimed = await Promise.all(Array.from({ length: 8 }, () => claims.claim(ids)));
    const got = claimed.flat().map(({ delivery }) => delivery.id);
    expect(got.sort()).toEqual(ids);
    expect(await claims.claim(ids)).toEqual([]);
    await end(webhookId);
  });

  it('webhooks.md 9: a result counts only with the token of its lease, and a lost lease burns no attempt', async () => {
    const { webhookId, ids } = await due(1);
    const [frozen] = await claims.claim(ids);
    later(60_001);
    const [next] = await claims.claim(ids);
    expect(next?.delivery.lostLeases).toBe(1);
    if (frozen === undefined || next === undefined) throw new Error('nothing claimed');
    await results.save([took(frozen.delivery)]);
    expect(await stateOf(ids[0])).toEqual([{ state: 'pending', attempts: 0, tries: 0, lost_leases: 1, error: null }]);
    await results.save([took(next.delivery)]);
    await results.save([took(next.delivery)]);
    expect(await stateOf(ids[0])).toEqual([{ state: 'delivered', attempts: 1, tries: 1, lost_leases: 0, error: null }]);
    expect(await rows('SELECT number FROM webhook_attempts WHERE delivery_id = ?', ids[0])).toEqual([{ number: 1 }]);
    await end(webhookId);
  });

  it('events.md 12: what a silent worker owned is free for others, and what it then says does not count', async () => {
    const { webhookId, ids } = await due(2);
    const silent = otherWorker();
    const [kept, taken] = await silent.claims.claim(ids);
    expect(await claims.claim(ids)).toEqual([]);
    const watcher = otherWorker();
    await new Promise<void>((freed) => watcher.pulse.start(freed));
    const [next] = await watcher.claims.claim(ids.slice(1));
    expect([next?.delivery.id, next?.delivery.lostLeases]).toEqual([ids[1], 1]);
    if (kept === undefined || taken === undefined || next === undefined) throw new Error('nothing claimed');
    // It was only paused: what nobody took is still its own, and it goes on under another name.
    await results.save([took(kept.delivery), took(taken.delivery)]);
    expect([await stateOf(ids[0]), await stateOf(ids[1])]).toEqual([
      [{ state: 'delivered', attempts: 1, tries: 1, lost_leases: 0, error: null }],
      [{ state: 'pending', attempts: 0, tries: 0, lost_leases: 1, error: null }],
    ]);
    await results.save([took(next.delivery)]);
    expect(await stateOf(ids[1])).toEqual([{ state: 'delivered', attempts: 1, tries: 1, lost_leases: 0, error: null }]);
    await watcher.pulse.stop();
    await end(webhookId);
  });

  it('events.md 12: a sign of life that comes after the look at a worker keeps it', async () => {
    const watcher = otherWorker();
    await rows("INSERT INTO webhook_workers (id, beats) VALUES ('late', 4)");
    expect(await watcher.pulse['bury']({ id: 'late', beats: 3 })).toBeUndefined();
    expect(await rows("SELECT beats FROM webhook_workers WHERE id = 'late'")).toEqual([{ beats: 4 }]);
    expect(await watcher.pulse['bury']({ id: 'late', beats: 4 })).toBe(0);
    expect(await rows("SELECT beats FROM webhook_workers WHERE id = 'late'")).toEqual([]);
  });

  it('events.md 12: a worker that was found silent begins no attempt of what it had claimed, and comes back under another name', async () => {
    const silent = otherWorker();
    const name = await silent.pulse.alive();
    expect([
      silent.pulse.isOwn(`${name}-claimed`),
      silent.pulse.isOwn('of-another-one'),
      silent.pulse.isOwn(null),
    ]).toEqual([true, false, false]);
    await rows('DELETE FROM webhook_workers WHERE id = ?', name);
    const ago = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 3_500);
    const isEmbedded = engine.name === 'sqlite';
    // The embedded database serves one process: nobody takes anything over.
    expect(silent.pulse.isOwn(`${name}-claimed`)).toBe(isEmbedded);
    const after = await silent.pulse.alive();
    ago.mockRestore();
    expect(after === name).toBe(isEmbedded);
    expect(await rows('SELECT beats FROM webhook_workers WHERE id = ?', after)).toEqual(
      isEmbedded ? [] : [{ beats: 0 }],
    );
    await silent.pulse.stop();
    expect(await rows('SELECT beats FROM webhook_workers WHERE id = ?', after)).toEqual([]);
  });

  it('webhooks.md 9: a claim that cannot be read is released, and costs no lease', async () => {
    const { webhookId, ids } = await due(2);
    const full = new Error('Too many connections');
    const release = jest.spyOn(transactions, 'repeatable');
    const read = jest.spyOn(claims['webhooks'], 'mayReceive').mockImplementationOnce(() => {
      // Nor can it be released at first.
      release.mockRejectedValueOnce(full);
      throw full;
    });
    await expect(claims.claim(ids)).rejects.toBe(full);
    read.mockRestore();
    release.mockRestore();
    const claimed = await otherWorker().claims.claim(ids);
    expect(claimed.map(({ delivery: { id, lostLeases } }) => ({ id, lostLeases }))).toEqual(
      ids.map((id) => ({ id, lostLeases: 0 })),
    );
    await end(webhookId);
  });

  it('webhooks.md 9: five lost leases in a row and it is dead, with that reason', async () => {
    const { webhookId, ids } = await due(1);
    for (let lost = 0; lost < 5; lost += 1) {
      expect((await claims.claim(ids)).map(({ delivery }) => delivery.lostLeases)).toEqual([lost]);
      later(60_001);
    }
    expect(await claims.claim(ids)).toEqual([]);
    expect(await stateOf(ids[0])).toEqual([
      { state: 'dead', attempts: 0, tries: 0, lost_leases: 5, error: 'lease_lost' },
    ]);
    await end(webhookId);
  });

  it('an event that cannot be read ends its delivery; the others of the batch go on', async () => {
    const { webhookId, ids } = await due(3);
    const [, torn] = await rows<{ event_id: string }>(
      'SELECT event_id FROM webhook_deliveries WHERE webhook_id = ? ORDER BY id',
      webhookId,
    );
    await rows(`UPDATE events SET data = '{"torn' WHERE id = ?`, torn?.event_id);
    expect((await claims.claim(ids)).map(({ delivery }) => delivery.id)).toEqual([ids[0], ids[2]]);
    expect(await stateOf(ids[1])).toEqual([
      { state: 'dead', attempts: 0, tries: 0, lost_leases: 0, error: 'event_unreadable' },
    ]);
    await rows('DELETE FROM events WHERE id = ?', torn?.event_id);
    await end(webhookId);
  });

  it('webhooks.md 9: an attempt that cannot be made waits, however often, and is no lost lease', async () => {
    const { webhookId, ids } = await due(1);
    const make = jest.fn<Promise<AttemptResult>, [{ delivery: WebhookDelivery }]>(async () => {
      throw new Error('a sealed secret cannot be opened');
    });
    const own = dispatcher(make);
    const attempts = async (): Promise<number> => {
      own.expectMore(webhookId);
      await own.idle();
      return make.mock.calls.length;
    };
    for (let made = 1; made <= 10; made += 1) {
      // Asked again in the same minute, it does nothing.
      expect([await attempts(), await attempts()]).toEqual([made, made]);
      expect(await stateOf(ids[0])).toEqual([{ state: 'pending', attempts: 0, tries: 0, lost_leases: 0, error: null }]);
      later(60_001);
    }
    make.mockImplementation(async ({ delivery }) => took(delivery));
    expect(await attempts()).toBe(11);
    expect(await shown.text()).toContain('webhook_attempts_put_off_total 10\n');
    expect(await stateOf(ids[0])).toEqual([{ state: 'delivered', attempts: 1, tries: 1, lost_leases: 0, error: null }]);
    await end(webhookId);
  });

  it('webhooks.md 9: who has lost the lease puts nothing off', async () => {
    const { webhookId, ids } = await due(1);
    const [frozen] = await claims.claim(ids);
    later(60_001);
    const [next] = await claims.claim(ids);
    if (frozen === undefined || next === undefined) throw new Error('nothing claimed');
    await claims.postpone(frozen.delivery, 60_000);
    await results.save([took(next.delivery)]);
    expect(await stateOf(ids[0])).toEqual([{ state: 'delivered', attempts: 1, tries: 1, lost_leases: 0, error: null }]);
    await end(webhookId);
  });

  it('webhooks.md 16: what is given back is due at once and not counted as lost', async () => {
    const { webhookId, ids } = await due(2);
    const claimed = await claims.claim(ids);
    await claims.release(claimed.map(({ delivery }) => delivery));
    expect((await claims.claim(ids)).map(({ delivery }) => delivery.lostLeases)).toEqual([0, 0]);
    await end(webhookId);
  });

  it('webhooks.md 9: a result that comes after the webhook was removed does not count', async () => {
    const { webhookId, ids } = await due(1);
    const [claimed] = await claims.claim(ids);
    await end(webhookId);
    if (claimed !== undefined) await results.save([took(claimed.delivery)]);
    expect(await stateOf(ids[0])).toEqual([{ state: 'cancelled', attempts: 0, tries: 0, lost_leases: 0, error: null }]);
  });

  it('webhooks.md 8: fanned out by several at once, an event makes one delivery a webhook', async () => {
    const { webhookId } = await due(0);
    for (let i = 0; i < 5; i += 1) await brand(store);
    await Promise.all(Array.from({ length: 4 }, () => fanOut.fanOut()));
    const [count] = await rows<{ count: number | string }>(
      'SELECT COUNT(*) AS count FROM webhook_deliveries WHERE webhook_id = ?',
      webhookId,
    );
    expect([Number(count?.count), await fanOut.nextWaiting(1)]).toEqual([5, []]);
    await end(webhookId);
  });

  it('events.md 13: fan-out holds the webhooks, and reads them again after a change of one', async () => {
    const { webhookId } = await due(1);
    const made = async (): Promise<number> => {
      await brand(store);
      await fanOut.fanOut();
      return (await rows('SELECT 1 FROM webhook_deliveries WHERE webhook_id = ?', webhookId)).length;
    };
    // No API wrote this, so nothing tells of it: the second delivery is that of a webhook in memory.
    await rows('UPDATE webhooks SET enabled = ? WHERE id = ?', 0, webhookId);
    expect(await made()).toBe(2);
    const rename = (name: string) => store.request('PUT', `/v1/webhooks/${webhookId}`, { form: { name } });
    await rename('Told');
    expect(await made()).toBe(2);
    await rows('UPDATE webhooks SET enabled = ? WHERE id = ?', 1, webhookId);
    await rename('By an API of the version before');
    // That one begins no epoch.
    await rows('UPDATE event_epochs SET epoch = epoch - 1');
    await rows(`UPDATE events SET epoch = epoch - 1 WHERE object = 'webhook' AND position IS NULL`);
    expect(await made()).toBe(3);
    await end(webhookId);
    expect(await made()).toBe(3);
  });

  it('webhooks.md 8: however many webhooks there are, a transaction makes 10,000 deliveries at most', async () => {
    const { webhookId } = await due(0);
    const { manager } = store.app.get(DataSource);
    const webhook = await manager.findOneByOrFail(Webhook, { id: webhookId });
    const copies = Array.from({ length: 2_399 }, (_, at) =>
      Object.assign(new Webhook(), webhook, { id: `copy-${at}` }),
    );
    await insertRows(manager, Webhook, copies);
    await beginEpoch(manager);
    for (let i = 0; i < 9; i += 1) await brand(store);
    const add = jest.spyOn(store.app.get(JobQueue), 'add');
    await fanOut.fanOut();
    // Told once a transaction.
    const made = add.mock.calls
      .filter(([queue]) => queue === DELIVERIES_QUEUE)
      .map(([, jobs]) => jobs.reduce((sum, { ids }) => sum + ids.length, 0));
    add.mockRestore();
    const pairs = await rows(
      'SELECT 1 FROM webhook_deliveries WHERE webhook_id = ? OR webhook_id LIKE ?',
      webhookId,
      'copy-%',
    );
    expect([made, pairs.length, await fanOut.nextWaiting(1)]).toEqual([[9_600, 9_600, 2_400], 21_600, []]);
    await end(webhookId);
    await rows('DELETE FROM webhooks WHERE id LIKE ?', 'copy-%');
    await beginEpoch(manager);
    await rows('DELETE FROM webhook_deliveries WHERE webhook_id = ? OR webhook_id LIKE ?', webhookId, 'copy-%');
  });

  it('webhooks.md 10: one worker at a time holds the lease of the sweep, until it is gone', async () => {
    const [one, two] = [new LeaderLease(transactions, clock), new LeaderLease(transactions, clock)];
    const hold = (lease: LeaderLease): Promise<boolean> => lease.hold('sweep', 10_000);
    const both = async (): Promise<boolean[]> => [await hold(one), await hold(two)];
    expect(await both()).toEqual([true, false]);
    later(9_000);
    expect(await both()).toEqual([true, false]);
    later(10_001);
    expect([await hold(two), await hold(one)]).toEqual([true, false]);
    await two.release('sweep');
    expect(await both()).toEqual([true, false]);
  });

  it('webhooks.md 10: a sweep has work while an event waits, a delivery is due or a lane is in use', async () => {
    const dueNow = new DueDeliveries(transactions, clock);
    const nothing = async (): Promise<void> => {
      await fanOut.fanOut();
      await rows(`UPDATE webhook_deliveries SET state = 'cancelled' WHERE state = 'pending'`);
      await rows('DELETE FROM webhook_lanes');
    };
    await nothing();
    const found = { idle: await dueNow.isAny(), event: false, delivery: false, later: true, lane: false };
    await brand(store);
    found.event = await dueNow.isAny();
    await nothing();
    const { webhookId } = await due(1);
    await fanOut.fanOut();
    found.delivery = await dueNow.isAny();
    now = new Date(now.getTime() - 3_600_000);
    found.later = await dueNow.isAny();
    later(3_600_000);
    await nothing();
    await rows(
      `INSERT INTO webhook_lanes (id, webhook_id, object, object_id, object_version, is_awake)
       VALUES ('1', ?, 'brand', '1', 1, 0)`,
      webhookId,
    );
    found.lane = await dueNow.isAny();
    await nothing();
    expect(found).toEqual({ idle: false, event: true, delivery: true, later: false, lane: true });
    await end(webhookId);
  });

  it('webhooks.md 3: what is old is removed, but not what is still to be told', async () => {
    // Later than all events of other tests, and than the ids of those that drew more of them than a millisecond has.
    later(1_000);
    const { webhookId, ids } = await due(2);
    const [claimed] = await claims.claim(ids.slice(0, 1));
    if (claimed !== undefined) await results.save([took(claimed.delivery)]);
    // No worker has fanned this one out.
    await brand(store);
    const born = new Date(now);
    const left = async () => [
      (await rows('SELECT id FROM webhook_deliveries WHERE webhook_id = ?', webhookId)).length,
      (await rows('SELECT id FROM webhook_attempts WHERE delivery_id = ?', ids[0])).length,
      (await rows(`SELECT id FROM events WHERE type = 'brand.created' AND occurred_at >= ?`, sqlTimeOf(born))).length,
    ];
    const before = await left();
    later(30 * 86_400_000);
    await removeOld();
    expect(await left()).toEqual(before);
    expect(before).toEqual([2, 1, 3]);
    later(1);
    await removeOld();
    expect(await left()).toEqual([1, 0, 2]);
    await fanOut.fanOut();
    await end(webhookId);
    await removeOld();
    expect(await left()).toEqual([1, 0, 0]);
  });
});

function sqlTimeOf(instant: Date): string {
  return instant.toISOString().replace('T', ' ').replace('Z', '');
}
