import { once } from 'node:events';
import { request, type Server } from 'node:http';
import { type Socket } from 'node:net';
import { HttpAdapterHost } from '@nestjs/core';
import { PricingTurns } from '../../src/modules/carts/pricing-turns';
import { type CartResult, type Fields, Shop } from '../builders/cart-shop.builder';
import { SignedIn } from '../builders/signed-in.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

const COST = 40;

onEachEngine('what pages cost (storefront.md 1)', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let token: string;
  let address = 0;
  const products: string[] = [];

  beforeAll(async () => {
    const settings = { RATE_LIMIT_PER_MINUTE: '0', STOREFRONT_COST_PER_MINUTE: String(COST), TRUST_PROXY: '1' };
    store = await startStore(engine.databaseUrl, settings);
    shop = await Shop.open(store);
    for (let i = 0; i < 101; i += 1) products.push((await shop.product()).id);
    token = (await SignedIn.open(shop)).page;
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => store.close());

  const from = (): Record<string, string> => ({ 'x-forwarded-for': `10.0.0.${(address += 1)}` });
  const lines = (count: number): Fields[] => products.slice(0, count).map((id) => ({ id, quantity: 1 }));
  const linesOf = async (cart: string): Promise<number> =>
    Object.keys((await shop.send<CartResult>('GET', `/v1/carts/${cart}`)).body.result.contents).length;

  /** Asks until the limit is reached. @param waits gets whether each response says when to ask again @returns how often it was answered */
  const asked = async (path: string, headers: Record<string, string>, waits: boolean[] = []): Promise<number> => {
    for (let count = 0; ; count += 1) {
      const { status, headers: answered } = await store.request('GET', path, { token, headers });
      waits.push(Number(answered.get('retry-after')) > 0);
      if (status === 429) return count;
    }
  };

  it('a page fills a cart to 100 lines and no further; the shop does to 500', async () => {
    const cart = 'a-cart-of-a-large-page';
    const json = { items: lines(99) };
    expect((await shop.send('POST', `/v1/carts/${cart}/items`, { json })).status).toBe(201);
    const [last = '', beyond = ''] = products.slice(99);
    const add = (id: string) =>
      shop.send('POST', `/v1/carts/${cart}`, { token, headers: from(), json: { id, quantity: 1 } });
    expect((await add(last)).status).toBe(201);
    const refused = await add(beyond);
    expect([refused.status, refused.body.errors]).toEqual([422, { cart: ['cart must not hold more than 100 items'] }]);
    const both = { items: [{ id: last }, { id: beyond }] };
    expect((await shop.send('POST', `/v1/carts/${cart}/items`, { token, headers: from(), json: both })).status).toBe(
      422,
    );
    // More of what is in it is no further line.
    expect([(await add(last)).status, await linesOf(cart)]).toEqual([201, 100]);
    expect((await shop.send('POST', `/v1/carts/${cart}`, { json: { id: beyond } })).status).toBe(201);
    expect(await linesOf(cart)).toBe(101);
  });

  it('each request of a page costs 1, and its response 1 more for each 16 KiB; another address and the shop have their own', async () => {
    const cart = 'a-cart-with-some-lines';
    expect((await shop.send('POST', `/v1/carts/${cart}/items`, { json: { items: lines(40) } })).status).toBe(201);
    const waits: boolean[] = [];
    const one = from();
    expect(await asked('/v1/currencies', one, waits)).toBe(COST);
    const bytes = JSON.stringify((await shop.send('GET', `/v1/carts/${cart}`)).body).length;
    const cost = 1 + Math.floor(bytes / 16_384);
    expect([cost > 1, await asked(`/v1/carts/${cart}`, from(), waits)]).toEqual([true, Math.ceil(COST / cost)]);
    expect((await store.request('GET', '/v1/currencies', { headers: one })).status).toBe(200);
    expect([waits.filter(Boolean).length, waits.at(-1)]).toEqual([2, true]);
  });

  it('a response costs as much where the client has hung up before it was worked out', async () => {
    const cart = 'a-cart-that-is-left';
    expect((await shop.send('POST', `/v1/carts/${cart}/items`, { json: { items: lines(40) } })).status).toBe(201);
    const bytes = JSON.stringify((await shop.send('GET', `/v1/carts/${cart}`)).body).length;
    const headers = from();
    const sent = request(`${store.url}/v1/carts/${cart}`, {
      agent: false,
      headers: { ...headers, authorization: `Bearer ${token}` },
    });
    sent.on('error', () => undefined);
    const connected = once(
      store.app.get(HttpAdapterHost).httpAdapter.getHttpServer() as Server,
      'connection',
    ) as Promise<[Socket]>;
    jest.spyOn(PricingTurns.prototype, 'take').mockImplementationOnce(async () => {
      const [socket] = await connected;
      const gone = once(socket, 'close');
      sent.destroy();
      await gone;
    });
    const answered = new Promise<void>((resolve) => {
      const adapter = store.app.get(HttpAdapterHost).httpAdapter;
      const reply = adapter.reply.bind(adapter);
      jest.spyOn(adapter, 'reply').mockImplementationOnce((...answer: Parameters<typeof reply>) => {
        reply(...answer);
        resolve();
      });
    });
    sent.end();
    await answered;
    expect(await asked('/v1/currencies', headers)).toBe(COST - 1 - Math.floor(bytes / 16_384));
  });

  it('a cart of many lines waits for a turn before each part of the work, a small one and a transaction do not', async () => {
    const cart = 'a-cart-that-takes-turns';
    const turns = jest.spyOn(PricingTurns.prototype, 'take');
    expect((await shop.send('POST', `/v1/carts/${cart}/items`, { json: { items: lines(21) } })).status).toBe(201);
    // In another language, the transaction prices the cart anew for its response.
    const other = { headers: { 'accept-language': 'de' }, json: { id: products[21], quantity: 1 } };
    expect((await shop.send('POST', `/v1/carts/${cart}`, other)).status).toBe(201);
    expect(turns).toHaveBeenCalledTimes(0);
    await shop.send('GET', `/v1/carts/${cart}`);
    expect(turns).toHaveBeenCalledTimes(3);
    turns.mockClear();
    const small = 'a-cart-that-takes-none';
    await shop.send('POST', `/v1/carts/${small}/items`, { json: { items: lines(20) } });
    for (const id of [small, 'a-cart-of-nothing']) await shop.send('GET', `/v1/carts/${id}`);
    expect(turns).toHaveBeenCalledTimes(0);
  });
});
