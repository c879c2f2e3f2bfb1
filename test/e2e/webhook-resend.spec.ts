import { Webhook as Verifier } from 'standardwebhooks';
import { DataSource } from 'typeorm';
import { WebhookAttempt } from '../../src/modules/webhooks/data/webhook-attempt.entity';
import { insertRows } from '../../src/platform/database/rows/row-reader';
import { onEachEngine } from '../support/engines';
import { like } from '../support/matchers';
import { type ReceivedCall } from '../support/webhook-receiver';
import { type Delivery, webhookWorld } from '../support/webhook-world';

const TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

onEachEngine('sending again', (engine) => {
  const world = webhookWorld(engine);
  const { request, hook, drop, happen, deliveries, delivery, brief } = world;

  it('webhooks.md 15: a resend is the same call again, from the first step of the schedule', async () => {
    const { path, at } = await hook();
    let status = 200;
    world.receiver.answer(path, () => status);
    await happen();
    await world.delivering.settled();
    const { id } = await delivery(at);
    status = 500;
    const { body, status: answered } = await request<{ result: Delivery }>('POST', `${at}/deliveries/${id}/resend`);
    expect([answered, brief(body.result)]).toEqual([200, { state: 'pending', error: null, attempts_made: 1 }]);
    await world.receiver.received(path, 2);
    await world.delivering.settled();
    expect(brief(await delivery(at))).toEqual({ state: 'pending', error: 'http_500', attempts_made: 2 });
    const [first, second] = world.receiver.calls(path);
    const same = (call?: ReceivedCall) => [call?.headers['webhook-id'], call?.body];
    expect(same(second)).toEqual(same(first));
    expect(second?.headers['webhook-attempt']).toBe('2');
    expect((await request('POST', `${at}/deliveries/12/resend`)).status).toBe(404);
    await request('PUT', at, { form: { enabled: 0 } });
    const refused = await request('POST', `${at}/deliveries/${id}/resend`);
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { enabled: ['enabled must be 1: enable the webhook first, it receives nothing while it is disabled'] },
    ]);
    await drop(at);
  });

  it('webhooks.md 15: a resend sends a delivery at once that waits for its next attempt', async () => {
    const { path, at } = await hook();
    let status = 500;
    world.receiver.answer(path, () => status);
    await happen();
    await world.delivering.settled();
    const { id, next_attempt_at } = await delivery(at);
    expect(next_attempt_at).toEqual(like(TIME));
    status = 204;
    expect((await request('POST', `${at}/deliveries/${id}/resend`)).status).toBe(200);
    await world.delivering.settled();
    expect(brief(await delivery(at))).toEqual({ state: 'delivered', error: null, attempts_made: 2 });
    await drop(at);
  });

  it('a delivery shows how many attempts are left before it is given up', async () => {
    const { path, at } = await hook();
    world.receiver.answer(path, () => 500);
    await happen();
    await world.delivering.settled();
    const left = async () => ((await deliveries(at)) as unknown as { attempts_left: number }[])[0]?.attempts_left;
    expect([await left(), (await delivery(at)).attempts_made]).toEqual([9, 1]);
    world.receiver.answer(path, () => 204);
    await request('POST', `${at}/deliveries/${(await delivery(at)).id}/resend`);
    await world.delivering.settled();
    expect([await left(), (await delivery(at)).attempts_made]).toEqual([0, 2]);
    await drop(at);
  });

  it('webhooks.md 15: a delivery shows its newest hundred attempts, oldest first', async () => {
    const { at } = await hook();
    await happen();
    await world.delivering.settled();
    const { id } = await delivery(at);
    const { manager } = world.delivering.store.app.get(DataSource);
    const again = {
      deliveryId: id,
      startedAt: new Date(),
      durationMs: 1,
      status: 500,
      error: 'http_500',
      response: '',
    };
    // After the one of the worker, each by an id of its own.
    const rows = Array.from({ length: 100 }, (_, i) => ({
      ...again,
      id: String(2n ** 62n + BigInt(i)),
      number: i + 2,
    }));
    await insertRows(manager, WebhookAttempt, rows);
    const { attempts } = await delivery(at);
    expect(attempts.map(({ number }) => number)).toEqual(Array.from({ length: 100 }, (_, i) => i + 2));
    await drop(at);
  });

  it.each(['json', 'form'])(
    'webhooks.md 5, 6: standardwebhooks verifies attempt, resend and ping (%s), also with the secret before a PUT',
    async (content_type) => {
      const [old, fresh] = ['the secret until now', 'the secret from now on'];
      const { path, at } = await hook({ content_type, secret: old });
      world.receiver.answer(path, ({ headers }) => (headers['webhook-attempt'] === '1' ? 500 : 204));
      await happen();
      await world.delivering.settled();
      const { id } = await delivery(at);
      await request('PUT', at, { form: { secret: fresh } });
      await request('POST', `${at}/deliveries/${id}/resend`);
      await request('POST', `${at}/ping`);
      const calls = await world.receiver.received(path, 3);
      const verifies = (secret: string) => (call: ReceivedCall) => {
        try {
          new Verifier(secret, { format: 'raw' }).verify(call.body, call.headers, { jsonParse: false });
          return true;
        } catch {
          return false;
        }
      };
      expect([old, fresh, 'the secret of somebody else'].map((secret) => calls.map(verifies(secret)))).toEqual([
        [true, true, true],
        [false, true, true],
        [false, false, false],
      ]);
      await drop(at);
    },
  );

  it('webhooks.md 15: a replay sends what was sent and what was missed while it was disabled', async () => {
    const { path, at } = await hook();
    await happen();
    await world.delivering.settled();
    await request('PUT', at, { form: { enabled: 0 } });
    await happen();
    await world.delivering.settled();
    await request('PUT', at, { form: { enabled: 1 } });
    expect(world.receiver.calls(path)).toHaveLength(1);
    const replay = async (form: Record<string, string>) => {
      const { status, body } = await request('POST', `${at}/replay`, { form });
      await world.delivering.settled();
      return [status, body.result ?? body.errors, world.receiver.calls(path).length];
    };
    expect(await replay({ since: '2020-01-01', state: 'dead' })).toEqual([200, { replayed: 0, has_more: false }, 1]);
    expect(await replay({ since: '2020-01-01', state: 'delivered' })).toEqual([
      200,
      { replayed: 1, has_more: false },
      2,
    ]);
    expect(await replay({ since: '2020-01-01' })).toEqual([200, { replayed: 2, has_more: false }, 4]);
    expect(await replay({ since: '2020-01-01', until: '2020-01-02' })).toEqual([
      200,
      { replayed: 0, has_more: false },
      4,
    ]);
    expect(await replay({})).toEqual([422, { since: ['since is required'] }, 4]);
    expect(await replay({ since: '2020-01-01', until: '2019-01-01' })).toEqual([
      422,
      { until: ['until must be after since'] },
      4,
    ]);
    expect(new Set(world.receiver.calls(path).map(({ headers }) => headers['webhook-id'])).size).toBe(2);
    await drop(at);
  });

  it('webhooks.md 15: a replay of what was missed sends nothing that was delivered, and no ping', async () => {
    const { path, at } = await hook();
    let status = 204;
    world.receiver.answer(path, () => status);
    const delivered = await happen();
    await world.delivering.settled();
    status = 500;
    const cancelled = await happen();
    await request('POST', `${at}/ping`);
    await world.delivering.settled();
    await request('PUT', at, { form: { enabled: 0 } });
    const untold = [await happen(), await happen()];
    await world.delivering.settled();
    status = 204;
    const missed = { since: '2020-01-01', state: 'missed' };
    const replay = async (form: Record<string, string | number>) => {
      const answer = await request('POST', `${at}/replay`, { form: { ...missed, ...form } });
      return [answer.status, answer.body.result ?? answer.body.errors];
    };
    const before = world.receiver.calls(path).length;
    // How many, also before it is enabled.
    expect(await replay({ dry_run: 1 })).toEqual([200, { replayed: 3, has_more: false }]);
    expect((await replay({}))[0]).toBe(422);
    await request('PUT', at, { form: { enabled: 1 } });
    expect(await replay({ dry_run: 1 })).toEqual([200, { replayed: 3, has_more: false }]);
    expect(await replay({ dry_run: 1, until: '2020-01-02' })).toEqual([200, { replayed: 0, has_more: false }]);
    await world.delivering.settled();
    expect(world.receiver.calls(path)).toHaveLength(before);
    const eventsOf = async (object_id: string) =>
      (await request<{ result: { id: string }[] }>('GET', '/v1/events', { query: { object_id } })).body.result;
    for (const [object, count] of [
      [untold[0], 1],
      [cancelled, 1],
      [delivered, 0],
    ] as const) {
      const [event] = await eventsOf(object ?? '');
      expect(await replay({ dry_run: 1, event: event?.id ?? '' })).toEqual([200, { replayed: count, has_more: false }]);
    }
    expect(await replay({ event: 'nonsense' })).toEqual([200, { replayed: 0, has_more: false }]);
    expect(await replay({ dry_run: 0 })).toEqual([200, { replayed: 3, has_more: false }]);
    await world.delivering.settled();
    const again = world.receiver.calls(path).slice(before);
    const objects = again.map(({ body }) => (JSON.parse(body) as { object_id: string }[])[0]?.object_id);
    expect(objects.sort()).toEqual([cancelled, ...untold].sort());
    expect(await replay({ dry_run: 1 })).toEqual([200, { replayed: 0, has_more: false }]);
    expect(await replay({ dry_run: 1, state: 'delivered' })).toEqual([200, { replayed: 4, has_more: false }]);
    await drop(at);
    expect((await replay({ dry_run: 1 }))[0]).toBe(404);
  });

  it('webhooks.md 15: a ping says nothing happened, and is no event', async () => {
    const { path, at, id, secret } = await hook();
    const { status, body } = await request<{ result: Delivery }>('POST', `${at}/ping`);
    expect([status, body.result.type]).toEqual([201, 'webhook.ping']);
    const [call] = await world.receiver.received(path, 1);
    expect(new Verifier(secret).verify(call?.body ?? '', call?.headers ?? {})).toEqual([
      {
        id: body.result.event,
        type: 'webhook.ping',
        object: 'webhook',
        object_id: id,
        object_version: 0,
        event: 'ping',
        occurred_at: like(TIME),
        data: {},
      },
    ]);
    expect((await request('GET', `/v1/events/${body.result.event}`)).status).toBe(404);
    await drop(at);
  });

  it('lists deliveries by state, type and time', async () => {
    const { at } = await hook();
    const id = await happen();
    await request('DELETE', `/v1/brands/${id}`);
    await world.delivering.settled();
    const types = async (query: Record<string, string>) => (await deliveries(at, query)).map(({ type }) => type);
    expect(await types({})).toEqual(['brand.deleted', 'brand.created']);
    expect(await types({ type: 'brand.deleted', state: 'delivered' })).toEqual(['brand.deleted']);
    expect(await types({ state: 'dead' })).toEqual([]);
    await request('POST', `${at}/ping`);
    await world.delivering.settled();
    expect(await types({ type: 'brand.*' })).toEqual(['brand.deleted', 'brand.created']);
    expect(await types({ type: '*.deleted,webhook.*' })).toEqual(['webhook.ping', 'brand.deleted']);
    expect(await types({ type: 'order.*' })).toEqual([]);
    expect([(await types({ since: '2020-01-01' })).length, await types({ since: '2999-01-01' })]).toEqual([3, []]);
    await drop(at);
    expect((await request('GET', `${at}/deliveries`)).status).toBe(404);
  });
});
