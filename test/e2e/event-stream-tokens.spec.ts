import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { Clock } from '../../src/kernel/clock';
import { ClientsService } from '../../src/modules/access/clients.service';
import { TokensService } from '../../src/modules/access/tokens.service';
import { CodesService } from '../../src/modules/promotions/codes/codes.service';
import { FanOut } from '../../src/modules/webhooks/fan-out/fan-out';
import { Metrics } from '../../src/platform/metrics/metrics';
import { Gate } from '../support/database';
import { onEachEngine } from '../support/engines';
import { openStream, type StreamReader } from '../support/event-stream.reader';
import { startStore, type TestStore } from '../support/store';

const HOUR = 3_600_000;
/** Timers of the store alone: sockets go on by themselves. */
const REAL = ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] as const;
const fakeTimers = () => jest.useFakeTimers({ doNotFake: [...REAL] });
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

onEachEngine('long answers and their tokens (events.md 8)', (engine) => {
  let store: TestStore;
  /** On SQLite one process serves. */
  let other: TestStore;
  beforeAll(async () => {
    store = await startStore(engine.databaseUrl);
    other = engine.name === 'sqlite' ? store : await startStore(engine.databaseUrl);
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });
  afterAll(async () => {
    await store.close();
    if (other !== store) await other.close();
  });

  let brands = 0;
  const clients = () => store.app.get(ClientsService);
  const newToken = async (): Promise<{ clientId: string; token: string }> => {
    const { clientId, clientSecret } = await clients().create('reader', ['events:read', 'promotions:read']);
    return { clientId, token: (await store.app.get(TokensService).issue(clientId, clientSecret)).accessToken };
  };
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const happen = async (): Promise<void> => {
    await store.request('POST', '/v1/brands', { form: { title: 'B', slug: `told-${(brands += 1)}` } });
    await store.app.get(FanOut, { strict: false }).fanOut();
  };
  const openStreams = async (of: TestStore) => /^event_streams (\d+)$/m.exec(await of.app.get(Metrics).text())?.[1];
  const untilOpen = async (of: TestStore, count: number): Promise<void> => {
    while ((await openStreams(of)) !== String(count)) await turn();
  };
  const signedIn = async (): Promise<{ path: string; token: string }> => {
    const email = `c${(brands += 1)}@example.com`;
    const form = { first_name: 'A', last_name: 'B', email, password: 'long enough 1' };
    const made = await store.request<{ result: { id: string } }>('POST', '/v1/customers', { form });
    const signIn = { form: { email, password: form.password } };
    const { body } = await store.request<{ result: { token: string } }>('POST', '/v1/customers/token', signIn);
    return { path: `/v1/customers/${made.body.result.id}`, token: body.result.token };
  };

  it('a stream sends nothing after its client was revoked, in every process', async () => {
    const { clientId, token } = await newToken();
    // What happened before has its positions.
    await happen();
    const streams = await Promise.all([store, other].map(({ url }) => openStream(url, '', bearer(token))));
    await happen();
    await Promise.all(streams.map((stream) => stream.until(1)));
    const ended = streams.map(({ response }) => once(response, 'end'));
    await clients().revoke(clientId);
    await happen();
    await Promise.all(ended);
    expect(streams.map((stream) => stream.events().length)).toEqual([1, 1]);
    await Promise.all([untilOpen(store, 0), untilOpen(other, 0)]);
    expect((await openStream(store.url, '', bearer(token))).response.statusCode).toBe(401);
  });

  it.each(['a token that was revoked', 'a token that expired', 'a customer whose password is new'])(
    'a quiet stream ends at the next heartbeat: %s',
    async (what) => {
      const { clientId, token } = await newToken();
      const customer = what.includes('customer') ? await signedIn() : undefined;
      fakeTimers();
      const sent = { ...bearer(token), ...(customer !== undefined && { 'x-customer-token': customer.token }) };
      const stream = await openStream(other.url, '', sent);
      await untilOpen(other, 1);
      jest.advanceTimersByTime(15_000);
      await stream.untilText('heartbeat');
      const ended = once(stream.response, 'end');
      if (what.includes('revoked')) await clients().revoke(clientId);
      else if (customer !== undefined)
        await store.request('PUT', customer.path, { form: { password: 'another one 2' } });
      else jest.spyOn(other.app.get(Clock), 'now').mockReturnValue(new Date(Date.now() + HOUR + 1000));
      expect(stream.response.readableEnded).toBe(false);
      jest.advanceTimersByTime(15_000);
      await ended;
      expect([stream.text().split('heartbeat').length, stream.response.complete]).toEqual([2, true]);
      await untilOpen(other, 0);
    },
  );

  it('a table of codes is cut off at the next heartbeat', async () => {
    const { clientId, token } = await newToken();
    const gate = new Gate();
    jest.spyOn(store.app.get(CodesService, { strict: false }), 'all').mockImplementation(async function* () {
      yield [];
      await gate.passed;
    } as never);
    fakeTimers();
    const request = get(`${store.url}/v1/promotions/cart/1/codes.csv`, { headers: bearer(token) });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const closed = new Promise((resolve) =>
      response
        .on('error', () => undefined)
        .resume()
        .once('close', resolve),
    );
    jest.advanceTimersByTime(15_000);
    await turn();
    await clients().revoke(clientId);
    jest.advanceTimersByTime(15_000);
    await closed;
    expect(response.complete).toBe(false);
    gate.open();
  });

  it('a client has 50 streams in a process, another one its own; what is refused or left takes no place', async () => {
    const [one, two] = [await newToken(), await newToken()];
    const refused = await openStream(store.url, 'after=999999999', bearer(one.token));
    expect([refused.response.statusCode, await openStreams(store)]).toEqual([410, '0']);
    const streams = await Promise.all(Array.from({ length: 50 }, () => openStream(store.url, '', bearer(one.token))));
    expect(new Set(streams.map(({ response }) => response.statusCode))).toEqual(new Set([200]));
    const next = await store.request('GET', '/v1/events/stream', { token: one.token });
    expect([next.status, next.headers.get('retry-after'), next.headers.get('error-code'), next.body]).toEqual([
      503,
      '5',
      'events.too_many_streams',
      { status: false, error: 'This process serves 50 streams to this client, which is the most that it allows' },
    ]);
    const others = await openStream(store.url, '', bearer(two.token));
    expect(others.response.statusCode).toBe(200);
    streams.pop()?.close();
    await untilOpen(store, 50);
    const again = await openStream(store.url, '', bearer(one.token));
    expect(again.response.statusCode).toBe(200);
    for (const stream of [...streams, again, others]) stream.close();
    await untilOpen(store, 0);
  });

  it('a process has 1,000 streams', async () => {
    const streams: StreamReader[] = [];
    for (let client = 0; client < 20; client += 1) {
      const { token } = await newToken();
      streams.push(...(await Promise.all(Array.from({ length: 50 }, () => openStream(store.url, '', bearer(token))))));
    }
    expect([new Set(streams.map(({ response }) => response.statusCode)), await openStreams(store)]).toEqual([
      new Set([200]),
      '1000',
    ]);
    const next = await store.request('GET', '/v1/events/stream');
    expect([next.status, next.body]).toEqual([
      503,
      { status: false, error: 'This process serves 1000 streams, which is the most that it allows' },
    ]);
    for (const one of streams) one.close();
    await untilOpen(store, 0);
  });
});
