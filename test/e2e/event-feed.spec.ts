import { once } from 'node:events';
import { DataSource } from 'typeorm';
import { EventRow } from '../../src/platform/events/event.entity';
import { FanOut } from '../../src/modules/webhooks/fan-out/fan-out';
import { oldEventsTasks } from '../../src/modules/webhooks/jobs/old-events.tasks';
import { CONFIG } from '../../src/platform/config/config';
import { Transactions } from '../../src/platform/database/connection/transactions';
import { insertRows } from '../../src/platform/database/rows/row-reader';
import { Lifecycle } from '../../src/platform/http/lifecycle';
import { MovedClock } from '../support/moved.clock';
import { onEachEngine } from '../support/engines';
import { type FedEvent, openStream } from '../support/event-stream.reader';
import { startStore, TEST_TOKEN, type TestStore } from '../support/store';

interface Feed {
  readonly status: true;
  readonly result: readonly FedEvent[];
  readonly last: number;
  readonly has_more: boolean;
}

onEachEngine('the feed of events', (engine) => {
  let store: TestStore;
  let fanOut: FanOut;
  beforeAll(async () => {
    // No worker: the test gives positions when it wants them given.
    store = await startStore(engine.databaseUrl, { ...(engine.redisUrl && { REDIS_URL: engine.redisUrl }) });
    fanOut = store.app.get(FanOut, { strict: false });
  });
  afterAll(() => store.close());

  let brands = 0;
  const brand = async (): Promise<string> => {
    const form = { title: 'B', slug: `fed-${(brands += 1)}` };
    return (await store.request<{ result: { id: string } }>('POST', '/v1/brands', { form })).body.result.id;
  };
  const rename = (id: string, title: string) => store.request('PUT', `/v1/brands/${id}`, { form: { title } });
  const feed = async (query: Record<string, string>): Promise<Feed> =>
    (await store.request<Feed>('GET', '/v1/events', { query })).body;
  const end = async (): Promise<number> => {
    await fanOut.fanOut();
    let page = await feed({ after: '0' });
    while (page.has_more) page = await feed({ after: String(page.last) });
    return page.last;
  };
  const rows = <T = Record<string, unknown>>(sql: string, ...parameters: unknown[]): Promise<T[]> =>
    store.app.get(DataSource).query<T[]>(sql, parameters);

  it('events.md 7: gives each event a position that rises, and says where to read on', async () => {
    const from = await end();
    const id = await brand();
    await rename(id, 'C');
    expect(await feed({ after: String(from) })).toEqual({ status: true, result: [], last: from, has_more: false });
    await fanOut.fanOut();
    const [made, renamed] = (await feed({ after: String(from) })).result;
    const shown = await store.request<{ result: object }>('GET', `/v1/events/${made?.id}`);
    expect(made).toEqual({ ...shown.body.result, position: from + 1 });
    expect(renamed).toMatchObject({ type: 'brand.updated', object_id: id, object_version: 2, position: from + 2 });
    const pages = [
      await feed({ after: String(from), limit: '1' }),
      await feed({ after: String(from + 1), limit: '1' }),
      await feed({ after: String(from + 2), limit: '1' }),
    ];
    expect(pages).toEqual([
      { status: true, result: [made], last: from + 1, has_more: true },
      { status: true, result: [renamed], last: from + 2, has_more: false },
      { status: true, result: [], last: from + 2, has_more: false },
    ]);
  });

  it('events.md 7: is filtered by type, object and object_id, each with several values', async () => {
    const from = await end();
    const [one, two] = [await brand(), await brand()];
    await rename(one, 'C');
    await fanOut.fanOut();
    const found = async (query: Record<string, string>) =>
      (await feed({ after: String(from), ...query })).result.map(({ type, object_id: id }) => [type, id]);
    expect(await found({ type: 'brand.updated' })).toEqual([['brand.updated', one]]);
    expect(await found({ type: 'order.*,*.updated' })).toEqual([['brand.updated', one]]);
    expect(await found({ type: 'brand.updated, brand.created', object_id: two })).toEqual([['brand.created', two]]);
    expect(await found({ object: 'brand', object_id: `${one},${two}` })).toEqual([
      ['brand.created', one],
      ['brand.created', two],
      ['brand.updated', one],
    ]);
    expect(await feed({ after: String(from), object: 'order' })).toEqual({
      status: true,
      result: [],
      last: from + 3,
      has_more: false,
    });
  });

  it('storefront.md 14: a filter that is repeated matches any of its values, in the feed and in the stream', async () => {
    const from = await end();
    const [one, two] = [await brand(), await brand()];
    await rename(one, 'C');
    await store.request('POST', '/v1/collections', { form: { title: 'C', slug: 'fed' } });
    await fanOut.fanOut();
    const [made, both] = [
      ['brand.created', 'brand.created'],
      ['brand.created', 'brand.created', 'brand.updated'],
    ];
    const table: [string, string[]][] = [
      ['type=brand.created&type=order.created', made],
      ['type[]=brand.created&type[]=order.*', made],
      ['type[0]=brand.created&type[1]=order.*', made],
      ['type=brand.created&type=order.created,brand.updated', both],
      ['object=brand&object=order', both],
      ['object=collection&object=brand', [...both, 'collection.created']],
      [`object_id=${one}&object_id=${two}`, both],
      ['type=brand.created&type=', made],
      ['type=&type=', [...both, 'collection.created']],
    ];
    for (const [query, types] of table) {
      const path = `/v1/events?after=${from}&${query}`;
      const { result } = (await store.request<Feed>('GET', path)).body;
      expect([query, result.map(({ type }) => type)]).toEqual([query, types]);
      const stream = await openStream(store.url, `after=${from}&${query}`);
      await stream.until(types.length);
      expect([query, stream.events().map(({ type }) => type)]).toEqual([query, types]);
      stream.close();
    }
    for (const query of ['type=brand.created&type=nothing', 'type[a][b]=brand.created', 'type[a]=brand.created'])
      expect([query, (await store.request('GET', `/v1/events?after=0&${query}`)).status]).toEqual([query, 422]);
  });

  it('events.md 7: events of one object come in the order of object_version, even if clocks differ', async () => {
    const from = await end();
    const id = await brand();
    await rename(id, 'C');
    const events = await rows<{ id: string; object_version: number }>(
      'SELECT id, object_version FROM events WHERE object_id = ? ORDER BY object_version',
      id,
    );
    // The clock of the second writer is a year behind: more events than one transaction reads lie between the two ids.
    await rows(
      'UPDATE events SET id = ? WHERE id = ?',
      `019a0000-0000-7000-8000-00000000000${brands % 10}`,
      events[1]?.id,
    );
    const { manager } = store.app.get(DataSource);
    const filler = await manager.findOneByOrFail(EventRow, { objectId: id, objectVersion: 1 });
    const others = Array.from({ length: 300 }, (_, at) => ({
      ...filler,
      id: `019b0000-0000-7000-8000-${String(at).padStart(12, '0')}`,
      objectId: String(1_000 + at),
    }));
    await insertRows(manager, EventRow, others);
    await fanOut.fanOut();
    const { result } = await feed({ after: String(from), object_id: id });
    expect(result.map(({ object_version: version }) => version)).toEqual([1, 2]);
    expect((await feed({ after: String(from + 100) })).result).toHaveLength(100);
    expect(await end()).toBe(from + 302);
  });

  it('events.md 7: positions are given by one process at a time, and none twice', async () => {
    const from = await end();
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(Array.from({ length: 8 }, brand));
      await Promise.all(Array.from({ length: 4 }, () => fanOut.fanOut()));
    }
    const { result } = await feed({ after: String(from) });
    expect(result.map(({ position }) => position)).toEqual(Array.from({ length: 40 }, (_, at) => from + at + 1));
  });

  it('events.md 7: a reader of what was removed, or never given, is told with 410 where to go on', async () => {
    const last = await end();
    const gone = await store.request('GET', '/v1/events', { query: { after: String(last + 1) } });
    expect([gone.status, gone.headers.get('error-code'), gone.body]).toEqual([
      410,
      'events.position_unknown',
      { status: false, error: `Position ${last + 1} is of no event yet. The newest event has position ${last}` },
    ]);
    const clock = new MovedClock();
    clock.move(Date.now() + 31 * 86_400_000 - clock.now().getTime());
    for (const task of oldEventsTasks(store.app.get(Transactions), clock, store.app.get(CONFIG)))
      while ((await task.removeBatch(500)).isMore);
    expect(await feed({ after: '0' })).toEqual({ status: true, result: [], last, has_more: false });
    const missed = await store.request('GET', '/v1/events', { query: { after: String(last - 1) } });
    expect([missed.status, missed.body]).toMatchObject([
      410,
      { error: expect.stringContaining(`after=${last}`) as string },
    ]);
    await brand();
    await fanOut.fanOut();
    expect((await feed({ after: String(last) })).result.map(({ position }) => position)).toEqual([last + 1]);
    expect((await feed({ after: '0' })).result.map(({ position }) => position)).toEqual([last + 1]);
  });

  it.each([
    [{ after: '-1' }, 'after'],
    [{ after: 'x' }, 'after'],
    [{ after: '' }, 'after'],
    [{ after: '0', type: 'brand.made' }, 'type'],
    [{ after: '0', type: 'brand.*,' }, 'type'],
    [{ after: '0', object: 'brands' }, 'object'],
    [{ after: '1.5' }, 'after'],
    [{ after: '99999999999999999999' }, 'after'],
    [{ after: '0', limit: '101' }, 'limit'],
    [{ after: '0', offset: '1' }, 'offset'],
    [{ after: '0', type: 'x'.repeat(65) }, 'type'],
    [{ after: '0', object: 'a,'.repeat(50) }, 'object'],
    [{ after: '0', 'object_id[a]': 'b' }, 'object_id'],
  ])('refuses %j', async (query, field) => {
    const { status, body } = await store.request<{ errors: object }>('GET', '/v1/events', { query });
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it('the list takes patterns of types as the feed does', async () => {
    const id = await brand();
    await rename(id, 'D');
    const types = async (type: string) => (await feed({ type, object_id: id })).result.map((event) => event.type);
    expect(await types('brand.*')).toEqual(['brand.updated', 'brand.created']);
    expect(await types('*.created,order.*')).toEqual(['brand.created']);
    expect(await types('order.*')).toEqual([]);
    expect(await types('nonsense.*')).toEqual([]);
  });

  describe('consumers (events.md 9)', () => {
    const consumer = (method: string, name: string, form?: Record<string, string>, headers = {}) =>
      store.request(method, `/v1/events/consumers/${name}`, { form, headers });

    it('keep their position, with the lag', async () => {
      const last = await end();
      expect((await consumer('GET', 'books')).status).toBe(404);
      const kept = await consumer('PUT', 'books', { position: String(last - 1) });
      const record = { name: 'books', position: last - 1, lag: 1, updated_at: expect.any(String) as string };
      expect([kept.status, kept.body]).toEqual([200, { status: true, result: record }]);
      await brand();
      await fanOut.fanOut();
      expect((await consumer('GET', 'books')).body).toEqual({ status: true, result: { ...record, lag: 2 } });
      expect((await store.request('GET', '/v1/events/consumers')).body).toEqual({
        status: true,
        result: [{ ...record, lag: 2 }],
      });
      expect((await consumer('PUT', 'books', { position: '0' })).body).toEqual({
        status: true,
        result: { ...record, position: 0, lag: last + 1 },
      });
      expect((await consumer('DELETE', 'books')).body).toEqual({
        status: true,
        message: 'Consumer removed successfully',
      });
      expect((await consumer('DELETE', 'books')).status).toBe(404);
      for (const name of ['%00', 'a%00b', 'A', 'a%2Fb'])
        expect([(await consumer('GET', name)).status, (await consumer('DELETE', name)).status]).toEqual([404, 404]);
    });

    it('wire.md 6: are changed and removed only in the state that If-Match names, although the lag grows', async () => {
      const put = async (position: string, tag: string) => {
        const { status, headers } = await consumer('PUT', 'tagged', { position }, { 'if-match': tag });
        return [status, headers.get('etag')] as const;
      };
      expect(await put('0', '*')).toEqual([409, null]);
      const made = String((await consumer('PUT', 'tagged', { position: '0' })).headers.get('etag'));
      await brand();
      await fanOut.fanOut();
      expect((await consumer('GET', 'tagged')).headers.get('etag')).toBe(made);
      const [changed, tag] = await put('1', made);
      expect([changed, await put('0', made)]).toEqual([200, [409, null]]);
      const remove = async (match: string) =>
        (await consumer('DELETE', 'tagged', undefined, { 'if-match': match })).status;
      expect([await remove(made), await remove(String(tag)), await remove('*')]).toEqual([409, 200, 404]);
    });

    it('are refused a position that was not given yet, a name that is none, and the 101st of them', async () => {
      const last = await end();
      const refused = [
        await consumer('PUT', 'books', { position: String(last + 1) }),
        await consumer('PUT', 'books', { position: '-1' }),
        await consumer('PUT', 'books', {}),
        await consumer('PUT', 'Books%20', { position: '0' }),
        await consumer('PUT', 'b'.repeat(65), { position: '0' }),
      ];
      expect(
        refused.map(({ status, body }) => [status, Object.keys((body as unknown as { errors: object }).errors)]),
      ).toEqual([
        [422, ['position']],
        [422, ['position']],
        [422, ['position']],
        [422, ['name']],
        [422, ['name']],
      ]);
      for (let made = 0; made < 100; made += 1) await consumer('PUT', `c${made}`, { position: '0' });
      expect((await consumer('PUT', 'c100', { position: '0' })).headers.get('error-code')).toBe(
        'events.too_many_consumers',
      );
      expect((await consumer('PUT', 'c99', { position: '1' })).status).toBe(200);
      await rows('DELETE FROM event_consumers');
    });
  });

  describe('the stream (events.md 8)', () => {
    const open = (query: string, headers: Record<string, string> = {}) => openStream(store.url, query, headers);

    it('sends what happens from now on, and goes on after Last-Event-ID', async () => {
      const last = await end();
      const stream = await open('type=brand.created');
      expect([stream.response.statusCode, stream.response.headers['content-type']]).toEqual([
        200,
        'text/event-stream; charset=utf-8',
      ]);
      const id = await brand();
      await rename(id, 'C');
      await brand();
      await fanOut.fanOut();
      await stream.until(2);
      const seen = [
        { id: last + 1, type: 'brand.created' },
        { id: last + 3, type: 'brand.created' },
      ];
      expect(stream.events()).toEqual(seen);
      stream.close();
      const again = await open('', { 'last-event-id': String(last + 1) });
      await again.until(2);
      expect(again.events()).toEqual([{ id: last + 2, type: 'brand.updated' }, seen[1]]);
      again.close();
      const all = await open(`after=${last}`);
      await all.until(3);
      expect(all.events().map((event) => event.id)).toEqual([last + 1, last + 2, last + 3]);
      all.close();
    });

    it('is refused before it begins: a position that is gone, a filter that is none, a scope that lacks', async () => {
      const last = await end();
      const statuses = [];
      for (const [query, headers] of [
        [`after=${last + 1}`, {}],
        ['after=x', {}],
        ['limit=1', {}],
        ['type=nothing', {}],
        ['', { 'last-event-id': 'x' }],
        ['', { authorization: 'Bearer nobody' }],
      ] as const) {
        const { response, close } = await open(query, headers);
        statuses.push(response.statusCode);
        close();
      }
      expect(statuses).toEqual([410, 422, 422, 422, 422, 401]);
    });

    it('has headers alone for HEAD', async () => {
      const headers = { authorization: `Bearer ${TEST_TOKEN}` };
      const { status, headers: sent } = await fetch(`${store.url}/v1/events/stream`, { method: 'HEAD', headers });
      expect([status, sent.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    });
  });
});

onEachEngine('the feed of a process that stops', (engine) => {
  it('events.md 8: ends its streams in order', async () => {
    const store = await startStore(engine.databaseUrl, { ...(engine.redisUrl && { REDIS_URL: engine.redisUrl }) });
    try {
      await store.request('POST', '/v1/brands', { form: { title: 'B', slug: 'last' } });
      await store.app.get(FanOut, { strict: false }).fanOut();
      const query = { after: '0', limit: '100' };
      const { last, has_more: hasMore } = (await store.request<Feed>('GET', '/v1/events', { query })).body;
      expect([last > 0, hasMore]).toEqual([true, false]);
      const stream = await openStream(store.url, '');
      const ended = once(stream.response, 'end');
      store.app.get(Lifecycle).drain();
      await ended;
      // A reader knows at once where it is.
      expect(stream.text()).toBe(`retry: 1000\nid: ${last}\n\n`);
    } finally {
      await store.close();
    }
  });
});
