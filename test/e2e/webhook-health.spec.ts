import { onEachEngine } from '../support/engines';
import { webhookWorld } from '../support/webhook-world';

const SECOND = 1_000;

onEachEngine('the health of a webhook (events.md 15)', (engine) => {
  const world = webhookWorld(engine);
  const { request, hook, drop, happen } = world;
  const begun = Math.floor(Date.now() / SECOND) * SECOND;
  /** Holds the clocks at that many seconds after now. */
  const at = (seconds: number): void => world.delivering.setClock(new Date(begun + seconds * SECOND));
  const wire = (seconds: number): string =>
    new Date(begun + seconds * SECOND).toISOString().slice(0, 19).replace('T', ' ');
  const health = async (path: string): Promise<unknown[]> => {
    const { result } = (await request('GET', path)).body;
    const { last_success_at, last_failure_at, failing_since, consecutive_failures, deliveries_pending } = result;
    return [last_success_at, last_failure_at, failing_since, consecutive_failures, deliveries_pending];
  };
  /** Pending in all, due now, and waiting for the next attempt. */
  const pending = async (path: string): Promise<unknown[]> => {
    const { deliveries_pending, deliveries_due, deliveries_waiting } = (await request('GET', path)).body.result;
    return [deliveries_pending, deliveries_due, deliveries_waiting];
  };

  let copied = 0;
  /** Fills in copies of a webhook's first delivery. */
  const copyDelivery = async (id: string, count: number, changes: Record<string, unknown>): Promise<void> => {
    const { rows } = world.delivering;
    const [model] = await rows<Record<string, unknown>>('SELECT * FROM webhook_deliveries WHERE webhook_id = ?', id);
    if (model === undefined) throw new Error('no delivery');
    const names = Object.keys(model);
    for (let made = 0; made < count; made += 500) {
      const copies = Array.from({ length: 500 }, (_, i) => ({
        ...model,
        id: String(copied + i + 1),
        event_id: `copy-${copied + i + 1}`,
        ...changes,
      }));
      const places = copies.map(() => `(${names.map(() => '?').join()})`).join();
      const values = copies.flatMap((copy) => names.map((name) => (copy as Record<string, unknown>)[name]));
      await rows(`INSERT INTO webhook_deliveries (${names.join()}) VALUES ${places}`, ...values);
      copied += copies.length;
    }
  };

  it('shows when attempts last succeeded and failed, failures since, and what is pending', async () => {
    const { path, at: one } = await hook();
    expect(await health(one)).toEqual([null, null, null, 0, 0]);
    at(10);
    await happen();
    await world.delivering.settled();
    expect(await health(one)).toEqual([wire(10), null, null, 0, 0]);
    world.receiver.answer(path, () => 500);
    at(20);
    await happen();
    await world.delivering.settled();
    at(21);
    await happen();
    await world.delivering.settled();
    expect(await health(one)).toEqual([wire(10), wire(21), wire(20), 2, 2]);
    expect(await pending(one)).toEqual([2, 0, 2]);
    await world.delivering.rows(
      'UPDATE webhook_deliveries SET due_at = ? WHERE id = (SELECT id FROM (SELECT MAX(id) AS id FROM webhook_deliveries) last)',
      `${wire(20)}.000`,
    );
    expect(await pending(one)).toEqual([2, 1, 1]);
    world.receiver.answer(path, () => 204);
    at(40);
    await world.delivering.settled();
    expect(await health(one)).toEqual([wire(40), wire(21), null, 0, 0]);
    await drop(one);
  });

  it('is written once for the successes of a second, and at once after a failure', async () => {
    const { path, at: one, id } = await hook();
    const written = async (): Promise<unknown> =>
      (await world.delivering.rows('SELECT last_success_at, failures FROM webhook_health WHERE id = ?', id))[0];
    const succeed = async (ms: number): Promise<unknown> => {
      world.delivering.setClock(new Date(begun + ms));
      await happen();
      await world.delivering.settled();
      return written();
    };
    const first = await succeed(60_000);
    expect(await succeed(60_999)).toEqual(first);
    const second = await succeed(61_000);
    expect(second).not.toEqual(first);
    world.receiver.answer(path, () => 500);
    expect(await succeed(61_100)).toEqual({ ...(second as object), failures: 1 });
    world.receiver.answer(path, () => 204);
    const third = await succeed(61_200);
    expect([third === second, (third as { failures: number }).failures]).toEqual([false, 0]);
    await drop(one);
  });

  it('counts up to 10,000 pending deliveries', async () => {
    const { path, at: one, id } = await hook();
    world.receiver.answer(path, () => 500);
    await happen();
    await world.delivering.settled();
    const { rows } = world.delivering;
    await copyDelivery(id, 10_000, { due_at: '2099-01-01 00:00:00.000' });
    expect(await pending(one)).toEqual([10_000, 0, 10_000]);
    await rows(
      "UPDATE webhook_deliveries SET due_at = '2020-01-01 00:00:00.000', lease_until = '2099-01-01 00:00:00.000'",
    );
    expect(await pending(one)).toEqual([10_000, 10_000, 0]);
    // So many are not put in order (events.md 14).
    const ordered = await request('PUT', one, { form: { ordered: 1 } });
    const why = 'ordered cannot be set to 1 while 10000 or more deliveries are pending';
    expect([ordered.status, ordered.headers.get('error-code'), ordered.body]).toEqual([
      422,
      'webhooks.too_many_pending',
      { status: false, error: why, errors: { ordered: [why] } },
    ]);
    expect(await rows('SELECT ordered FROM webhooks WHERE id = ?', id)).toEqual([{ ordered: 0 }]);
    await drop(one);
    expect(await rows(`SELECT 1 FROM webhook_deliveries WHERE webhook_id = ? AND state = 'pending'`, id)).toEqual([]);
  });

  it('counts its dead deliveries alone, up to 1,000, and none of them once it is sent again', async () => {
    const { path, at: one, id } = await hook();
    const { at: other } = await hook();
    const { rows } = world.delivering;
    const dead = async (of: string): Promise<unknown> => (await request('GET', of)).body.result['deliveries_dead'];
    world.receiver.answer(path, () => 500);
    await happen();
    await happen();
    await world.delivering.settled();
    expect(await dead(one)).toBe(0);
    await rows("UPDATE webhook_deliveries SET state = 'dead', due_at = NULL WHERE webhook_id = ?", id);
    expect([await dead(one), await dead(other)]).toEqual([2, 0]);
    world.receiver.answer(path, () => 204);
    const { id: first } = await world.delivery(one);
    await request('POST', `${one}/deliveries/${first}/resend`);
    await world.delivering.settled();
    expect(await dead(one)).toBe(1);
    await copyDelivery(id, 1_000, { state: 'dead' });
    expect(await dead(one)).toBe(1_000);
    await drop(one);
    await drop(other);
  });

  it('makes no event, no new version and no other ETag', async () => {
    const { path, at: one, id } = await hook();
    const seen = async (): Promise<unknown[]> => {
      const { headers, body } = await request('GET', one);
      const { rows } = world.delivering;
      const events = await rows('SELECT type, object_version FROM events WHERE object_id = ? ORDER BY position', id);
      return [headers.get('etag'), body.result['updated_at'], events];
    };
    await world.delivering.settled();
    const before = await seen();
    expect(before[2]).toEqual([{ type: 'webhook.created', object_version: 1 }]);
    await happen();
    // One success before the failure: each of the fields has changed.
    await world.delivering.settled();
    world.receiver.answer(path, () => 500);
    await happen();
    await world.delivering.settled();
    expect((await health(one))[4]).not.toBe(0);
    expect(await seen()).toEqual(before);
    // The copy of an editor is still good.
    const headers = { 'If-Match': String(before[0]) };
    const { status, body } = await request('PUT', one, { form: { name: 'Kept' }, headers });
    expect([status, body.result['name']]).toEqual([201, 'Kept']);
    await drop(one);
  });
});
