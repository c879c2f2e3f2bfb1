import { Clock } from '../../src/kernel/clock';
import { type WebhookDelivery } from '../../src/modules/webhooks/data/webhook-delivery.entity';
import { type AttemptResult } from '../../src/modules/webhooks/delivery/attempt-saver';
import { claimsOf, delivered, dispatcherOf, dueDeliveries, rowsOf } from '../support/dispatchers';
import { Metrics } from '../../src/platform/metrics/metrics';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

onEachEngine('a receiver that is known to be fast (webhooks.md 14)', (engine) => {
  let store: TestStore;
  let clock: Clock;
  let worker: ReturnType<typeof claimsOf>;
  let now = new Date('2027-01-01T00:00:00.000Z');
  beforeAll(async () => {
    store = await startStore(engine.databaseUrl);
    clock = store.app.get(Clock);
    Object.assign(clock, { now: () => new Date(now) });
    worker = claimsOf(store, clock);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => store.close());

  const later = (ms: number) => void (now = new Date(now.getTime() + ms));
  const end = (webhookId: string) => store.request('DELETE', `/v1/webhooks/${webhookId}`);
  /** Attempts that wait until they are let go, from a number of attempts on. */
  const holdingFrom = (first: number) => {
    const held: (() => void)[] = [];
    const make = jest.fn<Promise<AttemptResult>, [{ delivery: WebhookDelivery }]>(async ({ delivery }) => {
      if (make.mock.calls.length > first) await new Promise<void>((resolve) => held.push(resolve));
      return delivered(delivery, new Date(now));
    });
    return { make, held };
  };
  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
  };
  const countsOf = (webhookId: string) =>
    rowsOf<Record<string, number | string>>(
      store,
      `SELECT state, attempts, lost_leases, COUNT(lease_token) AS leased, COUNT(*) AS count FROM webhook_deliveries
       WHERE webhook_id = ? GROUP BY state, attempts, lost_leases ORDER BY state`,
      webhookId,
    ).then((found) =>
      found.map(({ leased, count, ...rest }) => ({ ...rest, leased: Number(leased), count: Number(count) })),
    );

  it('deliveries are claimed ahead in one statement; those that wait for more than a second go back, and are tried once', async () => {
    const { webhookId, ids } = await dueDeliveries(store, 30);
    const { make, held } = holdingFrom(8);
    const shown = new Metrics();
    const dispatcher = dispatcherOf(store, clock, worker, make, shown);
    dispatcher.enqueue(webhookId, ids.slice(0, 8));
    await dispatcher.idle();
    const claim = jest.spyOn(worker.claims, 'claim');
    const release = jest.spyOn(worker.claims, 'release');
    dispatcher.enqueue(webhookId, ids.slice(8));
    await until(() => held.length === 4);
    expect(claim.mock.calls).toEqual([[ids.slice(8)]]);
    // What waits for its place is no attempt.
    expect(await shown.text()).toContain('\nwebhook_attempts_under_way 4\n');
    later(1_001);
    held.shift()?.();
    await until(() => release.mock.calls.length === 1);
    expect(release.mock.calls[0]?.[0].map(({ id }) => id)).toEqual(ids.slice(12));
    while (make.mock.calls.length < 30 || held.length > 0) {
      held.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await dispatcher.idle();
    expect(await countsOf(webhookId)).toEqual([
      { state: 'delivered', attempts: 1, lost_leases: 0, leased: 0, count: 30 },
    ]);
    expect(make.mock.calls.map(([{ delivery }]) => delivery.id).sort()).toEqual(ids);
    await end(webhookId);
  });

  it('a stop gives back at once what was claimed ahead', async () => {
    const { webhookId, ids } = await dueDeliveries(store, 20);
    const { make, held } = holdingFrom(4);
    const dispatcher = dispatcherOf(store, clock, worker, make);
    dispatcher.enqueue(webhookId, ids.slice(0, 4));
    await dispatcher.idle();
    dispatcher.enqueue(webhookId, ids.slice(4));
    await until(() => held.length === 4);
    const stopped = dispatcher.stop(60_000);
    const other = claimsOf(store, clock).claims;
    while ((await other.claim(ids.slice(8))).length === 0);
    for (const go of held) go();
    await stopped;
    expect(make).toHaveBeenCalledTimes(8);
    expect(await countsOf(webhookId)).toEqual([
      { state: 'delivered', attempts: 1, lost_leases: 0, leased: 0, count: 8 },
      { state: 'pending', attempts: 0, lost_leases: 0, leased: expect.any(Number) as number, count: 12 },
    ]);
    await end(webhookId);
  });
});
