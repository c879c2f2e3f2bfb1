import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ProductRecord } from '../../src/modules/catalog/product.resource';
import { png, upload } from '../builders/image.builder';
import { type Fields, type Result, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { recordedEvents } from '../support/recorded-events';
import { type Call, startStore, type TestStore } from '../support/store';

/** Two API processes on one database, as far as memory goes: no store shares any with another. */
onEachEngine('copies of modifiers and images in memory (ADR 10)', (engine) => {
  let folder: string;
  let here: TestStore;
  let there: TestStore;
  let shop: Shop;
  let product: string;
  let size: string;

  const get = async (store: TestStore, path: string): Promise<unknown> => {
    const { status, body } = await store.request<Result<unknown>>('GET', path);
    return status === 200 ? body.result : status;
  };
  /** The product as both processes show it, alone and in a list. */
  const shown = async (): Promise<unknown[]> => {
    const views: unknown[] = [];
    for (const store of [here, there]) {
      views.push(await get(store, `/v1/products/${product}`));
      const list = await get(store, `/v1/products?id=${product}`);
      views.push(...(list as unknown[]));
    }
    return views;
  };
  /** The record that the last change wrote into its event, within its transaction, where no copies are read. */
  const told = async (): Promise<unknown> => (await recordedEvents(here, product)).at(-1)?.data;
  const change = async (store: TestStore, method: string, path: string, call: Call = {}): Promise<Fields> => {
    const { status, body } = await store.request<Result<Fields>>(method, path, call);
    expect([status, body.errors]).toEqual([method === 'POST' ? 201 : 200, undefined]);
    return body.result;
  };
  const modifiers = () => `/v1/products/${product}/modifiers`;
  const variations = () => `${modifiers()}/${size}/variations`;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'storekeeper-files-'));
    const env = { FILES_DIR: folder, PUBLIC_URL: 'https://shop.example', RATE_LIMIT_PER_MINUTE: '0' };
    here = await startStore(engine.databaseUrl, env);
    there = await startStore(engine.databaseUrl, env);
    shop = await Shop.open(here);
  });
  afterAll(async () => {
    await there.close();
    await here.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    product = (await shop.product({ price: '10', stock_status: 1, stock_level: 9 })).id;
    size = String((await change(here, 'POST', modifiers(), { form: { title: 'Size', type: 'variant' } }))['id']);
  });

  it('no process shows what another has changed as it was before', async () => {
    const at = (id: unknown) => `${variations()}/${String(id)}`;
    const image = (i: number) =>
      change(i % 2 === 0 ? here : there, 'POST', '/v1/files', {
        multipart: upload(png(8, 8, i), `${i}.png`, { assign_to: product }),
      });
    const put = (store: TestStore, path: string, form: Fields) => change(store, 'PUT', path, { form });
    let large: Fields = {};
    let small: Fields = {};
    const images: Fields[] = [];
    const changes: (() => Promise<unknown>)[] = [
      async () => (large = await change(here, 'POST', variations(), { form: { title: 'L', mod_price: '+1.50' } })),
      async () => (small = await change(there, 'POST', variations(), { form: { title: 'S', sku: 'TEE-S' } })),
      () => put(here, at(large['id']), { title: 'XL' }),
      () => put(there, at(large['id']), { mod_price: '=2.99' }),
      () => put(here, at(small['id']), { sku: 'TEE-XS' }),
      () => put(there, `/v1/products/${product}`, { price: '12' }),
      () => put(here, `/v1/products/${product}`, { sale_price: '11' }),
      () => put(there, at(small['id']), { stock_level: 5 }),
      () => put(here, at(small['id']), { stock_level: 4 }),
      () => put(there, `${modifiers()}/${size}`, { title: 'Width', instructions: 'Choose' }),
      () => put(here, at(small['id']), { stock_level: '' }),
      async () => images.push(await image(0)),
      async () => images.push(await image(1)),
      () => put(here, '/v1/files/order', { data: { [String(images[1]?.['id'])]: 0, [String(images[0]?.['id'])]: 1 } }),
      () => change(there, 'DELETE', `/v1/files/${String(images[1]?.['id'])}`),
      () => change(here, 'DELETE', at(large['id'])),
      () => change(there, 'DELETE', `${modifiers()}/${size}`),
      () => change(here, 'DELETE', `/v1/files/${String(images[0]?.['id'])}`),
    ];
    let before = '';
    for (const make of changes) {
      await make();
      // As text: the order of images is that of their ids.
      const now = JSON.stringify(await told());
      expect((await shown()).map((view) => JSON.stringify(view))).toEqual([now, now, now, now]);
      expect(now).not.toBe(before);
      before = now;
    }
    await change(there, 'DELETE', `/v1/products/${product}`);
    expect(await shown()).toEqual([404, 404]);
  });

  it('the stock of a variation is that of now, which no version counts', async () => {
    const form = { title: 'L', stock_level: 5 };
    const { id } = await change(here, 'POST', variations(), { form });
    const [before] = (await shown()) as ProductRecord[];
    const { id: cart } = await change(there, 'POST', '/v1/carts/copies', {
      form: { id: product, quantity: 2, modifier: { [size]: id } },
    });
    expect((await shop.checkout(String(cart))).status).toBe(201);
    const after = structuredClone(before);
    const variation = after?.modifiers[size]?.variations[String(id)];
    if (variation !== undefined) variation.stock_level = 3;
    expect(await shown()).toEqual([after, after, after, after]);
  });

  it('differences follow a currency that was changed elsewhere, and each request its own', async () => {
    await change(here, 'POST', variations(), { form: { title: 'L', mod_price: '+1.50' } });
    const yen = { code: 'JPY', title: 'Yen', format: '¥{price}', enabled: 1, decimal_point: '.', thousand_point: ',' };
    const made = await change(here, 'POST', '/v1/currencies', { form: { ...yen, exchange_rate: '100' } });
    const difference = async (store: TestStore, code?: string): Promise<unknown> => {
      const headers: Record<string, string> = code === undefined ? {} : { 'x-currency': code };
      const { body } = await store.request<Result<ProductRecord>>('GET', `/v1/products/${product}`, { headers });
      return Object.values(body.result.modifiers[size]?.variations ?? {}).map((variation) => variation.difference);
    };
    const all = async () => [
      await difference(here, 'JPY'),
      await difference(there, 'JPY'),
      await difference(here),
      await difference(there),
    ];
    expect(await all()).toEqual([['+¥150'], ['+¥150'], ['+£1.50'], ['+£1.50']]);
    await change(there, 'PUT', `/v1/currencies/${String(made['id'])}`, { form: { exchange_rate: '200' } });
    expect(await all()).toEqual([['+¥300'], ['+¥300'], ['+£1.50'], ['+£1.50']]);
  });

  it('a change that was refused leaves nothing behind', async () => {
    await shop.product({ sku: `TAKEN-${product}` });
    const { id } = await change(here, 'POST', variations(), { form: { title: 'L' } });
    const before = await shown();
    const form = { title: 'Refused', sku: `TAKEN-${product}` };
    for (const [method, path] of [
      ['POST', variations()],
      ['PUT', `${variations()}/${String(id)}`],
    ] as const) {
      expect((await there.request(method, path, { form })).status).toBe(422);
      expect(await shown()).toEqual(before);
    }
  });

  it('who has changed something reads it, in any process, while others read all the time', async () => {
    const { id } = await change(here, 'POST', variations(), { form: { title: 'Title 0' } });
    let isOver = false;
    const titleOf = async (store: TestStore): Promise<string | undefined> => {
      const { modifiers: own } = (await get(store, `/v1/products/${product}`)) as ProductRecord;
      return own[size]?.variations[String(id)]?.title;
    };
    const seen = await Promise.all([
      ...[here, there, here, there].map(async (store) => {
        const numbers: number[] = [];
        while (!isOver) numbers.push(Number((await titleOf(store))?.slice(6)));
        return numbers;
      }),
      (async () => {
        const numbers: number[] = [];
        for (let i = 1; i <= 40; i += 1) {
          const [writer, reader] = i % 2 === 0 ? [here, there] : [there, here];
          await change(writer, 'PUT', `${variations()}/${String(id)}`, { form: { title: `Title ${i}` } });
          const titles = [await titleOf(reader), await titleOf(writer)];
          expect(titles).toEqual([`Title ${i}`, `Title ${i}`]);
          numbers.push(i);
        }
        isOver = true;
        return numbers;
      })(),
    ]);
    for (const numbers of seen) {
      expect(numbers.length).toBeGreaterThan(0);
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    }
  });

  it('a removed product tells of its modifiers and its stock', async () => {
    await change(here, 'POST', variations(), { form: { title: 'L', stock_level: 2 } });
    const before = await told();
    await change(here, 'DELETE', `/v1/products/${product}`);
    expect((await recordedEvents(here, product)).at(-1)).toMatchObject({ type: 'product.deleted', data: before });
  });
});
