import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';
import { webhookWorld } from '../support/webhook-world';

onEachEngine('running webhooks', (engine) => {
  const world = webhookWorld(engine, { METRICS_ON_API: '1', WEBHOOK_CONCURRENCY: '6', WEBHOOK_CONCURRENCY_EACH: '4' });
  const { hook, drop, happen, request } = world;
  const get = (path: string, authorization?: string) =>
    fetch(new URL(path, world.delivering.store.url), { headers: authorization ? { authorization } : {} });

  it('webhooks.md 14: a receiver that hangs holds up nobody and gets four calls at once', async () => {
    const [hanging, quick] = [await hook({ create: 1 }), await hook({ create: 1 })];
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    world.receiver.answer(hanging.path, async () => {
      await opened;
      return 204;
    });
    for (let i = 0; i < 12; i += 1) await happen();
    await world.receiver.received(quick.path, 12);
    await world.receiver.received(hanging.path, 4);
    expect(world.receiver.calls(hanging.path)).toHaveLength(4);
    open();
    await world.receiver.received(hanging.path, 12);
    for (const { at } of [hanging, quick]) await drop(at);
  });

  it('delivers again what was claimed by a worker that vanished, with the same webhook-id', async () => {
    const { path, at, id } = await hook();
    world.receiver.answer(path, () => 500);
    await happen();
    await world.delivering.settled();
    // As a killed worker leaves it: owned by an unknown token, until a time in the past.
    const [past, token] = ['2020-01-01 00:00:00.000', 'nobody'];
    await world.delivering.rows(
      'UPDATE webhook_deliveries SET due_at = ?, lease_until = ?, lease_token = ? WHERE webhook_id = ?',
      past,
      past,
      token,
      id,
    );
    await world.delivering.settled();
    const calls = world.receiver.calls(path);
    expect(calls.map(({ headers }) => headers['webhook-attempt'])).toEqual(['1', '2']);
    expect(new Set(calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    await drop(at);
  });

  it('finds events whose job was lost, in any order in which they became visible', async () => {
    const { path, at } = await hook();
    await happen();
    await world.receiver.received(path, 1);
    await world.delivering.settled();
    await world.delivering.rows('DELETE FROM webhook_deliveries WHERE webhook_id = ?', at.split('/').at(-1));
    await world.delivering.rows(`UPDATE events SET fanned_out_at = NULL, position = NULL WHERE type = 'brand.created'`);
    await world.delivering.settled();
    // The webhook existed for the last of them only.
    expect(world.receiver.calls(path)).toHaveLength(2);
    await drop(at);
  });

  it('measures attempts, lag, backlog and requests by route', async () => {
    const { path, at } = await hook();
    await happen();
    await world.receiver.received(path, 1);
    await world.delivering.settled();
    await request('GET', at);
    const text = await (await get('/metrics')).text();
    expect(text).toContain(
      'http_request_duration_seconds_count{method="GET",route="/v1/webhooks/:webhook_id",status="200"}',
    );
    expect(text).not.toContain(at);
    expect(text).toContain('# TYPE queue_wake_up_failures_total counter');
    const worker = await world.delivering.metrics();
    expect(worker).toMatch(/^webhook_attempts_total\{outcome="delivered"\} [1-9]/m);
    expect(worker).toMatch(/^webhook_first_attempt_lag_seconds_count [1-9]/m);
    expect(worker).toMatch(/^webhook_backlog 0$/m);
    expect(worker).toMatch(/^webhook_oldest_due_age_seconds 0$/m);
    await drop(at);
  });
});

onEachEngine('a store that is told nothing of metrics', (engine) => {
  let store: TestStore;
  beforeAll(async () => (store = await startStore(engine.databaseUrl)));
  afterAll(() => store.close());

  it('does not show them', async () => {
    expect((await fetch(`${store.url}/metrics`)).status).toBe(404);
  });
});
