import { type Scope, SCOPES } from '../../src/kernel/scopes';
import { ClientsService } from '../../src/modules/access/clients.service';
import { onEachEngine } from '../support/engines';
import { startStore } from '../support/store';
import { webhookWorld } from '../support/webhook-world';

const MINUTE_MS = 60_000;

onEachEngine('machines whose clocks differ by a minute (hardening 4)', (engine) => {
  const world = webhookWorld(engine);
  const { hook, drop, happen, deliveries, request } = world;
  const at = (offsetMs: number): void => world.delivering.setClock(new Date(Date.now() + offsetMs));
  /** Has events fanned out as if for the first time, by a worker that was away until now. */
  const fanOutAgain = (brandId: string) =>
    world.delivering.rows('UPDATE events SET fanned_out_at = NULL, position = NULL WHERE object_id = ?', brandId);
  const replay = (path: string) =>
    request<{ result: { replayed: number } }>('POST', `${path}/replay`, { form: { since: '2020-01-01' } });

  it.each([
    ['ahead of', MINUTE_MS, -MINUTE_MS],
    ['behind', -MINUTE_MS, MINUTE_MS],
  ])('a webhook made by a machine %s the others receives every later event', async (_, maker, other) => {
    at(maker);
    const { at: path } = await hook();
    at(other);
    for (let i = 0; i < 5; i += 1) await happen();
    await world.delivering.settled();
    expect(await deliveries(path)).toHaveLength(5);
    await drop(path);
  });

  it.each([
    ['ahead of', MINUTE_MS, -MINUTE_MS],
    ['behind', -MINUTE_MS, MINUTE_MS],
  ])('an event from before it, made %s it, is neither sent nor replayed', async (_, before, maker) => {
    at(before);
    const early = await happen();
    await world.delivering.settled();
    at(maker);
    const { at: path } = await hook();
    await fanOutAgain(early);
    await world.delivering.settled();
    world.delivering.setClock();
    expect((await replay(path)).body.result.replayed).toBe(0);
    expect(await deliveries(path)).toEqual([]);
    await drop(path);
  });

  it('a replay sends what a disabled webhook missed, even if the clocks differ', async () => {
    at(MINUTE_MS);
    const { at: path } = await hook();
    await request('PUT', path, { form: { enabled: 0 } });
    at(-MINUTE_MS);
    await happen();
    await world.delivering.settled();
    world.delivering.setClock();
    await request('PUT', path, { form: { enabled: 1 } });
    expect((await replay(path)).body.result.replayed).toBe(1);
    await drop(path);
  });

  it('rows from before epochs are judged by their times, as they were', async () => {
    const early = await happen();
    const { at: path, id } = await hook();
    const late = await happen();
    await world.delivering.settled();
    const { rows } = world.delivering;
    await rows('UPDATE events SET epoch = NULL WHERE object_id IN (?, ?)', early, late);
    await rows(`UPDATE events SET occurred_at = '2020-01-01 00:00:00.000' WHERE object_id = ?`, early);
    await rows('UPDATE webhooks SET since_epoch = NULL WHERE id = ?', id);
    await rows('DELETE FROM webhook_deliveries WHERE webhook_id = ?', id);
    for (const brand of [early, late]) await fanOutAgain(brand);
    await happen();
    await world.delivering.settled();
    expect(await deliveries(path)).toHaveLength(2);
    await drop(path);
    // Later webhooks would be judged by the times of these.
    await rows('DELETE FROM events WHERE object_id IN (?, ?)', early, late);
  });
});

onEachEngine('the scopes of who made a webhook (hardening 8)', (engine) => {
  const world = webhookWorld(engine);
  const { hook, drop, happen, deliveries, request, brief } = world;
  const tokenWith = async (name: string, scopes: readonly string[]): Promise<string> => {
    const { store } = world.delivering;
    const { clientId, clientSecret } = await store.app.get(ClientsService).create(name, [...scopes]);
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    return (await request<{ access_token: string }>('POST', '/oauth/access_token', { form, token: null })).body
      .access_token;
  };
  let groups = 0;
  const group = async (): Promise<void> => {
    const { status } = await request('POST', '/v1/customers/groups', {
      form: { title: 'G', slug: `group-${(groups += 1)}` },
    });
    expect(status).toBe(201);
  };
  const types = async (path: string) => (await deliveries(path)).map(({ type }) => type).sort();
  const everything = { events: ['brand.*', 'customer_group.*'] };

  it('withholds objects that its maker could not read, from deliveries and from replays', async () => {
    const token = await tokenWith('narrow', ['webhooks:read', 'webhooks:write', 'products:read']);
    const { at: path, ...record } = await hook(everything, token);
    expect(record.scopes).toEqual(['products:read', 'webhooks:read', 'webhooks:write']);
    await happen();
    await group();
    await world.delivering.settled();
    const form = { since: '2020-01-01' };
    const { body } = await request<{ result: { replayed: number } }>('POST', `${path}/replay`, { form });
    expect([await types(path), body.result.replayed]).toEqual([['brand.created'], 1]);
    await drop(path);
  });

  it('a change by a client with more scopes does not widen it', async () => {
    const token = await tokenWith('maker', ['webhooks:write', 'products:read']);
    const { at: path } = await hook(everything, token);
    const url = world.receiver.url('/elsewhere');
    const { body } = await request('PUT', path, { form: { url, events: ['*.*'] } });
    expect(body.result.scopes).toEqual(['products:read', 'webhooks:write']);
    await group();
    await world.delivering.settled();
    expect(await types(path)).toEqual([]);
    await drop(path);
  });

  it('a client with fewer scopes that points it elsewhere takes nothing along that it could not read', async () => {
    const { at: path } = await hook(everything);
    world.receiver.answer('/first', () => 500);
    await request('PUT', path, { form: { url: world.receiver.url('/first') } });
    await group();
    await world.delivering.settled();
    const token = await tokenWith('thief', ['webhooks:write']);
    const moved = await request('PUT', path, { form: { url: world.receiver.url('/stolen') }, token });
    expect(moved.body.result.scopes).toEqual(['webhooks:write']);
    const [waiting] = await deliveries(path);
    const resent = await request('POST', `${path}/deliveries/${waiting?.id}/resend`, { token });
    const withheld = 'event is of an object that the scopes of the webhook cannot read: create a new webhook';
    expect([resent.status, resent.body.errors]).toEqual([422, { event: [withheld] }]);
    // Due now, as it would be in time: no change tells the attempt of the scopes.
    await world.delivering.rows('UPDATE webhook_deliveries SET due_at = created_at WHERE id = ?', waiting?.id);
    await group();
    await world.delivering.settled();
    expect((await deliveries(path)).map(brief)).toEqual([
      { state: 'cancelled', error: 'scope_missing', attempts_made: 1 },
    ]);
    expect(world.receiver.calls('/stolen')).toEqual([]);
    for (const dry_run of [1, 0]) {
      const { body } = await request('POST', `${path}/replay`, { form: { since: '2020-01-01', dry_run }, token });
      expect(body.result).toEqual({ replayed: 0, has_more: false });
    }
    await drop(path);
  });

  it('a webhook from before keeps every object and says so, until a client points it elsewhere', async () => {
    const { at: path, id } = await hook(everything);
    await world.delivering.rows('UPDATE webhooks SET scopes = NULL, since_epoch = NULL WHERE id = ?', id);
    await world.delivering.rows('UPDATE event_epochs SET epoch = epoch + 1');
    expect((await request('GET', path)).body.result.scopes).toBeNull();
    await group();
    await world.delivering.settled();
    expect(await types(path)).toEqual(['customer_group.created']);
    const token = await tokenWith('editor', ['webhooks:write', 'products:read']);
    expect((await request('PUT', path, { form: { name: 'n' }, token })).body.result.scopes).toBeNull();
    const moved = await request('PUT', path, { form: { url: world.receiver.url('/moved') }, token });
    expect(moved.body.result.scopes).toEqual(['products:read', 'webhooks:write']);
    await drop(path);
  });

  describe('a change of its secret needs them all (webhooks.md 6)', () => {
    const rotate = (path: string, token: string) => request('POST', `${path}/secret/rotate`, { token });
    const put = (path: string, token: string, url?: string) =>
      request('PUT', path, { form: { secret: 'another-secret', ...(url !== undefined && { url }) }, token });
    const secretOf = async (id: string): Promise<unknown> =>
      world.delivering.rows('SELECT secret, previous_secret, scopes, url FROM webhooks WHERE id = ?', id);

    it.each([
      ['webhooks:write alone', (all: Scope[]) => all.filter((scope) => scope === 'webhooks:write'), 'customers:read'],
      ['all but one', (all: Scope[]) => all.filter((scope) => scope !== 'orders:read'), 'orders:read'],
    ])('with %s, it is 403 and nothing changes', async (_, some, missing) => {
      const maker: Scope[] = ['customers:read', 'orders:read', 'webhooks:read', 'webhooks:write'];
      const { at: path, id } = await hook(everything, await tokenWith('maker', maker));
      const token = await tokenWith('other', some(maker));
      const before = await secretOf(id);
      for (const refused of [await rotate(path, token), await put(path, token)]) {
        const error = `The access token lacks the scope ${missing}`;
        expect([refused.status, refused.body]).toEqual([403, { status: false, error }]);
      }
      expect(await secretOf(id)).toEqual(before);
      for (const scopes of [maker, [...SCOPES]]) {
        const holder = await tokenWith('holder', scopes);
        expect([(await rotate(path, holder)).status, (await put(path, holder)).status]).toEqual([200, 201]);
      }
      await drop(path);
    });

    it('with a new address it first loses those that the caller lacks, so it is the caller who is told', async () => {
      const { at: path } = await hook(everything);
      const token = await tokenWith('other', ['webhooks:write']);
      const moved = await put(path, token, world.receiver.url('/own'));
      expect([moved.status, moved.body.result.scopes]).toEqual([201, ['webhooks:write']]);
      expect((await rotate(path, token)).status).toBe(200);
      await drop(path);
    });

    it('of one from before, which has none and receives all: every scope that reads', async () => {
      const { at: path, id } = await hook(everything);
      await world.delivering.rows('UPDATE webhooks SET scopes = NULL WHERE id = ?', id);
      const reads = SCOPES.filter((scope) => scope.endsWith(':read'));
      const all = await tokenWith('reader', ['webhooks:write', ...reads]);
      const few = await tokenWith('other', ['webhooks:write', ...reads.slice(0, -1)]);
      expect([(await rotate(path, few)).status, (await rotate(path, all)).status]).toEqual([403, 200]);
      await drop(path);
    });
  });

  it('the static token has them all', async () => {
    const { at: path, ...record } = await hook();
    expect(record.scopes).toEqual([...SCOPES].sort());
    await drop(path);
  });
});

onEachEngine('as many webhooks as WEBHOOK_LIMIT (hardening 12)', (engine) => {
  it('are made, by however many at once, and the next is refused', async () => {
    const store = await startStore(engine.databaseUrl, { WEBHOOK_LIMIT: '3' });
    const form = { url: 'https://shop.example/', content_type: 'json', create: 1, update: 1, delete: 1, enabled: 1 };
    const create = () => store.request<{ errors?: unknown }>('POST', '/v1/webhooks', { form });
    const answers = await Promise.all(Array.from({ length: 8 }, create));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 422, 422, 422, 422, 422]);
    const message = 'there are 3 webhooks already: remove one, or raise WEBHOOK_LIMIT';
    expect((await create()).body.errors).toEqual({ webhooks: [message] });
    await store.close();
  });
});
