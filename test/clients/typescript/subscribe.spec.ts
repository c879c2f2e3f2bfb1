import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type * as Client from '../../../clients/typescript/src/index';
import { onEachEngine } from '../../support/engines';
import { startStore, TEST_TOKEN, type TestStore } from '../../support/store';
import { clientEntry } from './client-project';
import { type FaultyFront, startFaultyFront } from './faulty-front';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const isStream = (path: string): boolean => path.startsWith('/v1/events/stream');

onEachEngine('a subscription to events', (engine) => {
  let createClient: typeof Client.createClient;
  let store: TestStore;
  let front: FaultyFront;
  let client: Client.StoreClient;
  let slugs = 0;

  beforeAll(async () => {
    ({ createClient } = jest.requireActual<typeof Client>(await clientEntry('index')));
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' }, true);
  }, 300_000);
  beforeEach(async () => {
    front = await startFaultyFront(store.url, isStream);
    client = createClient({ url: front.url, token: TEST_TOKEN });
  });
  afterEach(() => front.close());
  afterAll(() => store.close());

  const brand = async (): Promise<string> => {
    slugs += 1;
    const { data } = await client.POST('/v1/brands', { body: { title: 'B', slug: `fed-${slugs}`, status: 1 } });
    return data?.result.id ?? '';
  };
  /** The position of an object's first event. */
  const positionOf = async (id: string): Promise<number> => {
    for await (const { object_id, position } of client.subscribe({ after: 0 })) if (object_id === id) return position;
    return NaN;
  };
  const streams = () => front.requests.filter(({ line }) => isStream(line.split(' ')[1] ?? '')).map(({ line }) => line);

  it('goes on after each break from the last event that was taken', async () => {
    const after = await positionOf(await brand());
    front.requests.length = 0;
    const made: string[] = [];
    const taken: string[] = [];
    for (let i = 0; i < 3; i += 1) made.push(await brand());
    const places = [after];
    for await (const { object_id, position } of client.subscribe({ after, type: ['brand.*'] })) {
      taken.push(object_id);
      places.push(position);
      if (taken.length === 6) break;
      if (taken.length > 3) continue;
      made.push(await brand());
      front.cut();
    }
    expect(taken).toEqual(made);
    const begun = streams();
    expect(begun[0]).toBe(`GET /v1/events/stream?after=${after}&type=brand.*`);
    expect(begun.length).toBeGreaterThan(1);
    const possible = places.map((place) => `GET /v1/events/stream?after=${place}&type=brand.*`);
    expect(begun.filter((line) => !possible.includes(line))).toEqual([]);
  });

  it('that begins with the next event misses nothing when it breaks before that', async () => {
    const subscription = client.subscribe({ object: ['brand'] });
    const first = subscription.next();
    while (streams().length === 0) await new Promise(setImmediate);
    const seen = await positionOf(await brand());
    const { value } = await first;
    expect(value).toMatchObject({ type: 'brand.created', position: seen });
    await subscription.return();

    const broken = client.subscribe({ object: ['brand'] });
    front.requests.length = 0;
    const next = broken.next();
    // The position is in the first bytes of a stream: once a second stream names it, the first has been read.
    while (streams().length === 0) await new Promise(setImmediate);
    while (!/after=\d/.test(streams().at(-1) ?? '')) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      front.cut();
    }
    const id = await brand();
    expect((await next).value).toMatchObject({ object_id: id });
    await broken.return();
  });

  it('ends with its signal, also after a garbage collection: Node 20 holds the signal of a request weakly', async () => {
    const after = (await positionOf(await brand())) - 1;
    const abort = new AbortController();
    const events = client.subscribe({ after, object: ['brand'], signal: abort.signal });
    expect((await events.next()).value?.position).toBe(after + 1);
    const next = events.next();
    for (let turns = 0; turns < 3; turns += 1) {
      await new Promise(setImmediate);
      collectGarbage();
    }
    abort.abort();
    expect(await next).toEqual({ done: true, value: undefined });
  });

  it('waits while the store is away, and ends with its signal', async () => {
    const abort = new AbortController();
    front.faults.push('reset', { status: 503 }, 'reset', 'reset', 'reset');
    const id = await brand();
    const taken: string[] = [];
    for await (const { object_id } of client.subscribe({ after: 0, object: ['brand'], signal: abort.signal })) {
      taken.push(object_id);
      if (object_id === id) abort.abort();
    }
    expect(taken.at(-1)).toBe(id);
    for await (const event of client.subscribe({ after: 0, signal: abort.signal })) expect(event).toBeUndefined();
  });

  it('throws what no repeat can mend', async () => {
    const refused = client.subscribe({ after: 1e9 }).next();
    await expect(refused).rejects.toMatchObject({ status: 410 });
    const wrong = createClient({ url: front.url, token: 'wrong' }).subscribe().next();
    await expect(wrong).rejects.toMatchObject({ status: 401, code: 'access.token_required' });
  });
});
