import { Webhook as Verifier } from 'standardwebhooks';
import { verifyWebhook } from '../../src/modules/webhooks/domain/webhook-signature';
import { type DeliveryStore, startDeliveryStore } from '../support/delivery-store';
import { onEachEngine } from '../support/engines';
import { type ReceivedCall, startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver';

interface Body {
  readonly result: Record<string, unknown> & { id: string; secret: string };
  readonly errors?: Record<string, string[]>;
}
interface Delivery {
  readonly id: string;
  readonly event: string;
  readonly type: string;
  readonly state: string;
  readonly attempts_made: number;
  readonly next_attempt_at: string | null;
  readonly error: string | null;
  readonly attempts: { number: number; status: number | null; error: string | null; response: string | null }[];
}

const SCHEDULE_SECONDS = [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
const TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

onEachEngine('webhook deliveries', (engine) => {
  let delivering: DeliveryStore;
  let receiver: WebhookReceiver;
  let paths = 0;
  beforeAll(async () => {
    [delivering, receiver] = await Promise.all([startDeliveryStore(engine), startWebhookReceiver()]);
  });
  afterEach(() => delivering.setClock());
  afterAll(async () => {
    await delivering.close();
    await receiver.close();
  });

  const request = <B = Body>(method: string, path: string, call = {}) =>
    delivering.store.request<B>(method, path, call);
  /** A webhook that is told of changes of brands, at a path of its own. */
  const hook = async (fields: Record<string, unknown> = {}) => {
    const path = `/hook-${(paths += 1)}`;
    const kinds = { create: 1, update: 1, delete: 1, enabled: 1, events: ['brand.*'] };
    const form = { url: receiver.url(path), content_type: 'json', ...kinds, ...fields };
    const { status, body } = await request('POST', '/v1/webhooks', { form });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return { path, at: `/v1/webhooks/${body.result.id}`, ...body.result };
  };
  const drop = (at: string) => request('DELETE', at);
  let brands = 0;
  /** Makes something happen; resolves with the id of the brand that it happened to. */
  const happen = async (): Promise<string> => {
    const form = { title: 'A brand', slug: `brand-${(brands += 1)}` };
    return (await request('POST', '/v1/brands', { form })).body.result.id;
  };
  const deliveries = async (at: string, query: Record<string, string> = {}): Promise<Delivery[]> =>
    (await request<{ result: Delivery[] }>('GET', `${at}/deliveries`, { query })).body.result;
  const delivery = async (at: string): Promise<Delivery> => {
    const [first] = await deliveries(at);
    return (await request<{ result: Delivery }>('GET', `${at}/deliveries/${first?.id}`)).body.result;
  };
  const brief = ({ state, error, attempts_made }: Delivery) => ({ state, error, attempts_made });

  it('webhooks.md 4, 5: an event is told as a JSON array, signed as standardwebhooks verifies it', async () => {
    const { path, at, secret } = await hook();
    const brand = await happen();
    const [call] = await receiver.received(path, 1);
    const verified = new Verifier(secret).verify(call?.body ?? '', call?.headers ?? {});
    const [event] = (await request<{ result: { id: string }[] }>('GET', '/v1/events', { query: { object_id: brand } }))
      .body.result;
    expect(verified).toEqual([event]);
    expect(call?.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': event?.id,
      'webhook-attempt': '1',
      'user-agent': expect.stringMatching(/^storekeeper\//),
      'accept-encoding': 'identity',
    });
    await delivering.settled();
    expect(await delivery(at)).toEqual({
      id: expect.stringMatching(/^\d+$/),
      webhook: at.split('/').at(-1),
      event: event?.id,
      type: 'brand.created',
      state: 'delivered',
      attempts_made: 1,
      next_attempt_at: null,
      error: null,
      occurred_at: expect.stringMatching(TIME),
      created_at: expect.stringMatching(TIME),
      updated_at: expect.stringMatching(TIME),
      attempts: [
        {
          number: 1,
          started_at: expect.stringMatching(TIME),
          duration: expect.any(Number),
          status: 204,
          error: null,
          response: '',
        },
      ],
    });
    await drop(at);
  });

  it('webhooks.md 4: a form says the same in bracket notation, signed with the text of the secret', async () => {
    const { path, at } = await hook({ content_type: 'form', secret: 'plain text secret' });
    await happen();
    const [call] = await receiver.received(path, 1);
    const verifier = new Verifier('plain text secret', { format: 'raw' });
    expect(verifier.verify(call?.body ?? '', call?.headers ?? {}, { jsonParse: false })).toBeUndefined();
    expect(call?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    const fields = new URLSearchParams(call?.body);
    expect([fields.get('type'), fields.get('data[title]')]).toEqual(['brand.created', 'A brand']);
    await drop(at);
  });

  it('webhooks.md 6: while a secret is rotated both verify, json and form, and after a day the new one alone', async () => {
    for (const content_type of ['json', 'form']) {
      const { path, at, secret: old } = await hook({ content_type });
      const { secret: fresh } = (await request('POST', `${at}/secret/rotate`)).body.result;
      await happen();
      const [call] = await receiver.received(path, 1);
      for (const secret of [old, fresh]) {
        new Verifier(secret).verify(call?.body ?? '', call?.headers ?? {}, { jsonParse: false });
      }
      expect(call?.headers['webhook-signature']?.split(' ')).toHaveLength(2);
      await delivering.settled();
      const later = new Date(Date.now() + 24 * 60 * 60 * 1000 + 1000);
      delivering.setClock(later);
      const before = receiver.calls(path).length;
      await happen();
      await delivering.settled();
      const late = receiver.calls(path)[before];
      const check = (secret: string) =>
        verifyWebhook({ headers: late?.headers ?? {}, body: Buffer.from(late?.body ?? '') }, secret, later);
      expect([check(fresh), check(old)]).toEqual(['valid', 'signature_mismatch']);
      delivering.setClock();
      await drop(at);
    }
  });

  it('webhooks.md 7, 8: tells who selects it and was there, and nobody else', async () => {
    const all = await Promise.all([
      hook(),
      hook({ events: [] }),
      hook({ create: 0 }),
      hook({ events: ['order.*', '*.deleted'] }),
      hook({ enabled: 0 }),
    ]);
    await happen();
    await delivering.settled();
    const late = await hook();
    await delivering.settled();
    const told = [...all, late].map(
      ({ path }) => receiver.calls(path).filter(({ body }) => body.includes('"brand.created"')).length,
    );
    expect(told).toEqual([1, 1, 0, 0, 0, 0]);
    for (const { at } of [...all, late]) await drop(at);
  });

  it('webhooks.md 11: ten tries over 75 hours, each as late as the step says and at most 20 % later, same id and bytes', async () => {
    let now = new Date('2027-01-01T00:00:00.000Z');
    delivering.setClock(now);
    const { path, at } = await hook();
    receiver.answer(path, () => ({ status: 500, body: 'out of order' }));
    await happen();
    const waits: number[] = [];
    for (let tries = 1; tries <= 10; tries += 1) {
      await delivering.settled();
      expect(receiver.calls(path)).toHaveLength(tries);
      const [row] = await delivering.rows<{ due_at: Date | string | null }>(
        'SELECT due_at FROM webhook_deliveries WHERE webhook_id = ?',
        at.split('/').at(-1),
      );
      if (row?.due_at === null || row === undefined) break;
      const due = row.due_at instanceof Date ? row.due_at : new Date(`${row.due_at.replace(' ', 'T')}Z`);
      waits.push((due.getTime() - now.getTime()) / 1000);
      delivering.setClock(new Date(due.getTime() - 1));
      await delivering.settled();
      expect(receiver.calls(path)).toHaveLength(tries);
      now = due;
      delivering.setClock(now);
    }
    expect(waits).toHaveLength(9);
    waits.forEach((wait, i) => {
      const step = SCHEDULE_SECONDS[i + 1] ?? 0;
      expect(wait).toBeGreaterThanOrEqual(step);
      expect(wait).toBeLessThanOrEqual(step * 1.2);
    });
    const calls = receiver.calls(path);
    expect(calls.map(({ headers }) => headers['webhook-attempt'])).toEqual(calls.map((_, i) => String(i + 1)));
    expect(new Set(calls.map(({ headers, body }) => headers['webhook-id'] + body)).size).toBe(1);
    expect(new Set(calls.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(10);
    const dead = await delivery(at);
    expect(brief(dead)).toEqual({ state: 'dead', error: 'http_500', attempts_made: 10 });
    expect(dead.attempts.map(({ number, status, error, response }) => [number, status, error, response])).toEqual(
      calls.map((_, i) => [i + 1, 500, 'http_500', 'out of order']),
    );
    await drop(at);
  });

  it.each([
    ['a redirect', { status: 302, headers: { location: '/elsewhere' } }, { state: 'pending', error: 'http_302' }, 5],
    [
      'Retry-After on 429',
      { status: 429, headers: { 'retry-after': '60' } },
      { state: 'pending', error: 'http_429' },
      60,
    ],
    [
      'Retry-After on 503',
      { status: 503, headers: { 'retry-after': '90000' } },
      { state: 'pending', error: 'http_503' },
      86_400,
    ],
    [
      'Retry-After on 500',
      { status: 500, headers: { 'retry-after': '60' } },
      { state: 'pending', error: 'http_500' },
      5,
    ],
    ['2xx', { status: 299 }, { state: 'delivered', error: null }, null],
  ])('webhooks.md 11, 12: %s', async (_, answer, expected, seconds) => {
    const now = new Date('2027-02-01T00:00:00.000Z');
    delivering.setClock(now);
    const { path, at } = await hook();
    receiver.answer(path, () => answer);
    await happen();
    await delivering.settled();
    const found = await delivery(at);
    expect(brief(found)).toEqual({ ...expected, attempts_made: 1 });
    const wait =
      found.next_attempt_at === null ? null : (Date.parse(`${found.next_attempt_at}Z`) - now.getTime()) / 1000;
    // The step of 5 s may be 1 s later; what a receiver asked for is taken as it is.
    expect(wait === 6 ? 5 : wait).toBe(seconds);
    expect(receiver.calls('/elsewhere')).toEqual([]);
    await drop(at);
  });

  it('webhooks.md 12: 410 disables the webhook, with an event, and cancels what is pending', async () => {
    const watcher = await hook({ events: ['webhook.disabled'] });
    const { path, at, id } = await hook();
    receiver.answer(path, () => 410);
    await happen();
    await delivering.settled();
    expect((await request('GET', at)).body.result).toMatchObject({
      enabled: { value: 'No', data: { key: 0, value: 'No' } },
      disabled_reason: 'gone',
    });
    expect(brief(await delivery(at))).toEqual({ state: 'cancelled', error: 'http_410', attempts_made: 1 });
    const told = receiver.calls(watcher.path).map(({ body }) => (JSON.parse(body) as Record<string, unknown>[])[0]);
    expect(told).toMatchObject([{ type: 'webhook.disabled', event: 'update', object_id: id, data: { id } }]);
    for (const one of [at, watcher.at]) await drop(one);
  });

  it('webhooks.md 13: five days of nothing but failures disable it; enabling it begins with a clean slate', async () => {
    const { path, at } = await hook();
    const start = new Date('2027-03-01T00:00:00.000Z');
    delivering.setClock(start);
    receiver.answer(path, () => 500);
    const day = (n: number) => new Date(start.getTime() + n * 24 * 60 * 60 * 1000);
    for (let n = 0; n < 5; n += 1) {
      delivering.setClock(day(n));
      await happen();
      await happen();
      await delivering.settled();
    }
    const enabled = async () => ((await request('GET', at)).body.result['enabled'] as { value: string }).value;
    expect(await enabled()).toBe('Yes');
    delivering.setClock(day(5));
    await delivering.settled();
    expect(await enabled()).toBe('No');
    expect((await deliveries(at, { state: 'pending' })).length).toBe(0);
    const { body } = await request('PUT', at, { form: { enabled: 1 } });
    expect(body.result['disabled_reason']).toBeNull();
    await happen();
    await delivering.settled();
    expect(await enabled()).toBe('Yes');
    await drop(at);
  });

  it('webhooks.md 9: removing or disabling a webhook cancels what is pending', async () => {
    const { path, at, id } = await hook();
    receiver.answer(path, () => 500);
    await happen();
    await delivering.settled();
    await request('PUT', at, { form: { enabled: 0 } });
    expect(brief(await delivery(at))).toEqual({ state: 'cancelled', error: 'http_500', attempts_made: 1 });
    await drop(at);
    const other = await hook();
    receiver.answer(other.path, () => 500);
    await happen();
    await delivering.settled();
    await drop(other.at);
    const states = await delivering.rows(
      'SELECT state FROM webhook_deliveries WHERE webhook_id IN (?, ?)',
      id,
      other.id,
    );
    expect(states).toEqual([{ state: 'cancelled' }, { state: 'cancelled' }]);
  });

  it('webhooks.md 17: a refused address blocks, and what is shown is a code', async () => {
    const { at } = await hook({ url: 'http://10.1.2.3:9/internal' });
    await happen();
    await delivering.settled();
    const blocked = await delivery(at);
    expect(brief(blocked)).toEqual({ state: 'blocked', error: 'address_refused', attempts_made: 1 });
    expect(blocked.attempts).toMatchObject([{ status: null, error: 'address_refused', response: null }]);
    await drop(at);
  });

  it('webhooks.md 15: a resend is the same call again, from the first step of the schedule', async () => {
    const { path, at } = await hook();
    let status = 200;
    receiver.answer(path, () => status);
    await happen();
    await delivering.settled();
    const { id } = await delivery(at);
    status = 500;
    const { body, status: answered } = await request<{ result: Delivery }>('POST', `${at}/deliveries/${id}/resend`);
    expect([answered, brief(body.result)]).toEqual([200, { state: 'pending', error: null, attempts_made: 1 }]);
    await receiver.received(path, 2);
    await delivering.settled();
    expect(brief(await delivery(at))).toEqual({ state: 'pending', error: 'http_500', attempts_made: 2 });
    const [first, second] = receiver.calls(path);
    const same = (call?: ReceivedCall) => [call?.headers['webhook-id'], call?.body];
    expect(same(second)).toEqual(same(first));
    expect(second?.headers['webhook-attempt']).toBe('2');
    expect((await request('POST', `${at}/deliveries/12/resend`)).status).toBe(404);
    await request('PUT', at, { form: { enabled: 0 } });
    const refused = await request('POST', `${at}/deliveries/${id}/resend`);
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { enabled: ['enabled must be 1 for anything to be sent'] },
    ]);
    await drop(at);
  });

  it('webhooks.md 15: a replay sends what was sent and what was missed while it was disabled', async () => {
    const { path, at } = await hook();
    await happen();
    await delivering.settled();
    await request('PUT', at, { form: { enabled: 0 } });
    await happen();
    await delivering.settled();
    await request('PUT', at, { form: { enabled: 1 } });
    expect(receiver.calls(path)).toHaveLength(1);
    const replay = async (form: Record<string, string>) => {
      const { status, body } = await request('POST', `${at}/replay`, { form });
      await delivering.settled();
      return [status, body.result ?? body.errors, receiver.calls(path).length];
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
    expect(new Set(receiver.calls(path).map(({ headers }) => headers['webhook-id'])).size).toBe(2);
    await drop(at);
  });

  it('webhooks.md 15: a ping says nothing happened, and is no event', async () => {
    const { path, at, id, secret } = await hook();
    const { status, body } = await request<{ result: Delivery }>('POST', `${at}/ping`);
    expect([status, body.result.type]).toEqual([201, 'webhook.ping']);
    const [call] = await receiver.received(path, 1);
    expect(new Verifier(secret).verify(call?.body ?? '', call?.headers ?? {})).toEqual([
      {
        id: body.result.event,
        type: 'webhook.ping',
        object: 'webhook',
        object_id: id,
        object_version: 0,
        event: 'ping',
        occurred_at: expect.stringMatching(TIME),
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
    await delivering.settled();
    const types = async (query: Record<string, string>) => (await deliveries(at, query)).map(({ type }) => type);
    expect(await types({})).toEqual(['brand.deleted', 'brand.created']);
    expect(await types({ type: 'brand.deleted', state: 'delivered' })).toEqual(['brand.deleted']);
    expect(await types({ state: 'dead' })).toEqual([]);
    expect([(await types({ since: '2020-01-01' })).length, await types({ since: '2999-01-01' })]).toEqual([2, []]);
    await drop(at);
    expect((await request('GET', `${at}/deliveries`)).status).toBe(404);
  });
});
