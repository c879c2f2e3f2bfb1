import { BrandsService } from '../../src/modules/catalog/brands.service';
import { DatabaseBusy } from '../../src/platform/database/connection/database.errors';
import { type Fields, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { statementsOf } from '../support/statements';
import { startStore, type TestStore } from '../support/store';

onEachEngine('what v1 pages do beside one record by its id (storefront.md 9, 12; wire.md 1)', (engine) => {
  let store: TestStore;
  let shop: Shop;

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
  });
  afterAll(() => store.close());

  const two = async (make: (at: number) => Promise<{ id: string }>): Promise<[string, string]> => [
    (await make(1)).id,
    (await make(2)).id,
  ];
  const statuses = (path: string, ids: readonly string[]): Promise<number[]> =>
    Promise.all(ids.map(async (id) => (await shop.send('GET', `${path}/${id}`)).status));

  describe('a removal of several ids', () => {
    let count = 0;
    const named = (path: string) => () =>
      shop.made(path, { title: `N ${(count += 1)}`, slug: `n${path.replace(/\W/g, '-')}-${count}` });
    const person = (at: number) =>
      shop.made('/v1/customers', { first_name: 'A', last_name: 'B', email: `several-${at}@example.com` });
    const place = { first_name: 'A', last_name: 'B', address_1: '1 Row', postcode: 'BA1 1AA', country: 'GB' };
    const hook = { url: 'https://a.example/', content_type: 'json', create: 1, update: 1, delete: 1, enabled: 0 };
    let product = '';
    let modifier = '';
    let customer = '';

    beforeAll(async () => {
      product = (await shop.product()).id;
      modifier = (await shop.made(`/v1/products/${product}/modifiers`, { title: 'Size', type: 'variant' })).id;
      const owner = { first_name: 'A', last_name: 'B', email: 'owner@example.com' };
      customer = (await shop.made('/v1/customers', owner)).id;
    });

    it.each<[string, () => string, (at: number) => Promise<{ id: string }>]>([
      ['Product', () => '/v1/products', () => shop.product()],
      ['Brand', () => '/v1/brands', named('/v1/brands')],
      ['Category', () => '/v1/categories', named('/v1/categories')],
      ['Collection', () => '/v1/collections', named('/v1/collections')],
      [
        'Modifier',
        () => `/v1/products/${product}/modifiers`,
        (at) => shop.made(`/v1/products/${product}/modifiers`, { title: `M ${at}`, type: 'input' }),
      ],
      [
        'Variation',
        () => `/v1/products/${product}/modifiers/${modifier}/variations`,
        (at) => shop.made(`/v1/products/${product}/modifiers/${modifier}/variations`, { title: `V ${at}` }),
      ],
      ['Customer', () => '/v1/customers', person],
      ['Customer group', () => '/v1/customers/groups', named('/v1/customers/groups')],
      [
        'Address',
        () => `/v1/customers/${customer}/addresses`,
        () => shop.made(`/v1/customers/${customer}/addresses`, place),
      ],
      ['Tax band', () => '/v1/taxes', (at) => shop.made('/v1/taxes', { title: `T ${at}`, rate: '5' })],
      ['Shipping method', () => '/v1/shipping', () => shop.shipping()],
      [
        'Currency',
        () => '/v1/currencies',
        (at) => shop.made('/v1/currencies', { code: ['', 'SEK', 'NOK'][at], title: 'C', format: '{price}' }),
      ],
      ['Promotion', () => '/v1/promotions/cart', () => shop.promotion()],
      ['Webhook', () => '/v1/webhooks', () => shop.made('/v1/webhooks', hook)],
    ])('removes each %s, or none', async (noun, at, make) => {
      const path = at();
      const ids = await two(make);
      const refused = await shop.send('DELETE', `${path}/${ids.join(',')},1`);
      expect([refused.status, await statuses(path, ids)]).toEqual([404, [200, 200]]);
      expect((await shop.send('DELETE', `${path}/${ids.join(',')},`)).status).toBe(404);
      const removed = await shop.send('DELETE', `${path}/${ids.join('%2C')},${ids[0]}`);
      const answer = { status: true, message: `${noun} removed successfully` };
      expect([removed.status, removed.body, await statuses(path, ids)]).toEqual([200, answer, [404, 404]]);
    });

    it('writes nothing, no event either, when the last one is in use', async () => {
      const [free, used] = await two(named('/v1/brands'));
      await shop.product({ brand: used });
      const events = async () =>
        (await store.request<{ result: Fields[] }>('GET', '/v1/events?limit=1')).body.result[0];
      const before = await events();
      const { status, body } = await shop.send('DELETE', `/v1/brands/${free},${used}`);
      expect([status, Object.keys(body.errors)]).toEqual([422, ['brand']]);
      expect([await statuses('/v1/brands', [free, used]), await events()]).toEqual([[200, 200], before]);
    });

    it('names the id at fault, in the order of the ids', async () => {
      const [free, used] = await two(named('/v1/brands'));
      const { sku } = await shop.product({ brand: used });
      const refusal = async (ids: string) => {
        const { status, body } = await shop.send('DELETE', `/v1/brands/${ids}`);
        return [status, body.error, body.errors];
      };
      const inUse = `brand is used by products ${String(sku)} (id ${used})`;
      expect(await refusal(`${free},${used},12`)).toEqual([422, inUse, { brand: [inUse] }]);
      expect(await refusal(`${free},12,${used}`)).toEqual([404, 'No brand found (id 12)', undefined]);
      expect(await refusal(`${free},`)).toEqual([404, 'No brand found (id )', undefined]);
      const long = 'x'.repeat(300);
      expect(await refusal(`${long},${free}`)).toEqual([404, `No brand found (id ${long.slice(0, 64)})`, undefined]);
      expect(await refusal(used)).toEqual([422, inUse.slice(0, -` (id ${used})`.length), expect.anything()]);
      const parent = await shop.made('/v1/categories', { title: 'up', slug: 'up' });
      const child = await shop.made('/v1/categories', { title: 'down', slug: 'down', parent: parent.id });
      const both = [child.id, parent.id];
      expect((await shop.send('DELETE', `/v1/categories/${[...both].reverse().join(',')}`)).status).toBe(422);
      expect((await shop.send('DELETE', `/v1/categories/${both.join(',')}`)).status).toBe(200);
      expect(await statuses('/v1/categories', both)).toEqual([404, 404]);
    });

    it('names no id in errors that are about none', async () => {
      const ids = await two(named('/v1/brands'));
      const path = `/v1/brands/${ids.join(',')}`;
      const refusal = async (headers: Record<string, string> = {}) => {
        const { status, body } = await store.request<Fields>('DELETE', path, { headers });
        return [status, body['error'], body['errors']];
      };
      const malformed = 'If-Match must be an ETag in double quotes, a list of them, or *';
      expect(await refusal({ 'if-match': 'x' })).toEqual([422, malformed, { 'If-Match': [malformed] }]);
      const busy = new DatabaseBusy();
      const told = busy.message;
      const brands = jest.spyOn(store.app.get(BrandsService), 'remove').mockRejectedValueOnce(busy);
      expect(await refusal()).toEqual([503, told, undefined]);
      brands.mockRejectedValueOnce(new Error('planted'));
      expect(await refusal()).toEqual([
        500,
        expect.stringMatching(/^Internal error\. Tell us the request id [0-9a-f-]{36}$/),
        undefined,
      ]);
      brands.mockRestore();
      expect(await statuses('/v1/brands', ids)).toEqual([200, 200]);
    });

    it('needs the tags of all in If-Match', async () => {
      const ids = await two(named('/v1/brands'));
      const tags = await Promise.all(
        ids.map(async (id) => (await store.request('GET', `/v1/brands/${id}`)).headers.get('etag')),
      );
      const remove = (sent: string) =>
        store.request<Fields>('DELETE', `/v1/brands/${ids.join(',')}`, { headers: { 'if-match': sent } });
      for (const [at, id] of [
        [0, ids[1]],
        [1, ids[0]],
      ] as const) {
        const { status, body } = await remove(String(tags[at]));
        expect([status, body['error']]).toEqual([409, expect.stringMatching(new RegExp(`If-Match \\(id ${id}\\)$`))]);
      }
      expect(await statuses('/v1/brands', ids)).toEqual([200, 200]);
      expect((await remove(tags.join(', '))).status).toBe(200);
      const others = await two(named('/v1/brands'));
      const any = { headers: { 'if-match': '*' } };
      expect((await store.request('DELETE', `/v1/brands/${others.join(',')}`, any)).status).toBe(200);
    });

    it('succeeds once for two requests at once, in any order of their ids', async () => {
      for (let round = 0; round < 5; round += 1) {
        const ids = await two(named('/v1/brands'));
        const paths = [ids, [...ids].reverse()].map((some) => `/v1/brands/${some.join(',')}`);
        const removals = await Promise.all(paths.map((path) => shop.send('DELETE', path)));
        expect(removals.map(({ status }) => status).sort()).toEqual([200, 404]);
      }
    });

    it('takes at most 100 ids', async () => {
      const ids = Array.from({ length: 101 }, (_, at) => String(911827077212696000n + BigInt(at)));
      const { status, body } = await shop.send('DELETE', `/v1/products/${ids.join(',')}`);
      expect([status, body.errors]).toEqual([422, { product_id: ['product_id must be at most 100 ids'] }]);
      expect((await shop.send('DELETE', `/v1/products/${ids.slice(1).join(',')}`)).status).toBe(404);
    });
  });

  describe('titles of modifiers and variations', () => {
    it('are unique within the product and within the modifier, in upper or lower case', async () => {
      const unique = { title: ['title must be unique'] };
      const modifiers = async () => `/v1/products/${(await shop.product()).id}/modifiers`;
      const path = await modifiers();
      const colour = await shop.made(path, { title: 'Colour', type: 'variant' });
      const size = await shop.made(path, { title: 'Size', type: 'variant' });
      await shop.made(await modifiers(), { title: 'Colour', type: 'variant' });
      for (const [method, at, title] of [
        ['POST', path, 'colour'],
        ['PUT', `${path}/${size.id}`, ' COLOUR '],
      ] as const) {
        const { status, body } = await shop.send(method, at, { form: { title, type: 'variant' } });
        expect([method, status, body.errors]).toEqual([method, 422, unique]);
      }
      expect((await shop.send('PUT', `${path}/${colour.id}`, { form: { title: 'COLOUR' } })).status).toBe(200);
      const red = await shop.made(`${path}/${colour.id}/variations`, { title: 'Red' });
      await shop.made(`${path}/${size.id}/variations`, { title: 'Red' });
      const blue = await shop.made(`${path}/${colour.id}/variations`, { title: 'Blue' });
      for (const [method, at] of [
        ['POST', `${path}/${colour.id}/variations`],
        ['PUT', `${path}/${colour.id}/variations/${blue.id}`],
      ] as const) {
        const { status, body } = await shop.send(method, at, { form: { title: 'RED' } });
        expect([method, status, body.errors]).toEqual([method, 422, unique]);
      }
      const again = await shop.send('PUT', `${path}/${colour.id}/variations/${red.id}`, { form: { title: 'Red' } });
      expect(again.status).toBe(200);
    });
  });

  it('titles of modifiers and variations are read once in a change', async () => {
    const path = `/v1/products/${(await shop.product()).id}/modifiers`;
    const size = `${path}/${(await shop.made(path, { title: 'Size', type: 'variant' })).id}`;
    const large = `${size}/variations/${(await shop.made(`${size}/variations`, { title: 'L' })).id}`;
    const reads = async (table: string, method: string, at: string, form: Fields) => {
      const send = async () => expect((await shop.send(method, at, { form })).status).toBeLessThan(300);
      return (await statementsOf(store, send, table)).filter((sql) => sql.startsWith('SELECT')).length;
    };
    expect([
      await reads('product_modifiers', 'POST', path, { title: 'Colour', type: 'variant' }),
      await reads('product_variations', 'POST', `${size}/variations`, { title: 'M' }),
    ]).toEqual([3, 3]);
    expect(await reads('product_modifiers', 'PUT', size, { title: 'Sizes' })).toBe(
      await reads('product_modifiers', 'PUT', size, { instructions: 'Choose' }),
    );
    expect(await reads('product_variations', 'PUT', large, { title: 'Large' })).toBe(
      await reads('product_variations', 'PUT', large, { mod_price: '+1' }),
    );
  });

  describe('the order of categories', () => {
    const make = async (slug: string, parent = ''): Promise<string> =>
      (await shop.made('/v1/categories', { title: slug, slug, parent })).id;
    const parentOf = async (id: string): Promise<unknown> => {
      const { body } = await shop.send<Fields & { parent: { data: { id: string } } | null }>(
        'GET',
        `/v1/categories/${id}`,
      );
      return body.result.parent?.data.id ?? null;
    };
    const order = (data: Fields) => shop.send('PUT', '/v1/categories/order', { form: { data } });

    it('sets the parent too, also where two change places', async () => {
      const [a, b] = [await make('a'), await make('b')];
      expect((await order({ [b]: { parent: a, order: 3 } })).status).toBe(200);
      expect([await parentOf(a), await parentOf(b)]).toEqual([null, a]);
      expect((await order({ [a]: { parent: b, order: 1 }, [b]: { parent: '', order: 2 } })).status).toBe(200);
      expect([await parentOf(a), await parentOf(b)]).toEqual([b, null]);
      expect((await order({ [a]: { parent: '0' }, [b]: 4 })).status).toBe(200);
      expect([await parentOf(a), await parentOf(b)]).toEqual([null, null]);
    });

    it('sets what is valid once all places are set, in any order of the ids', async () => {
      // a > b > c, then b > c > a: c, below which a comes to lie, is not in the request.
      const a = await make('r-a');
      const b = await make('r-b', a);
      const c = await make('r-c', b);
      expect((await order({ [a]: { parent: c }, [b]: { parent: '' } })).status).toBe(200);
      expect([await parentOf(a), await parentOf(b), await parentOf(c)]).toEqual([c, null, b]);
      // And with c in the request, but only its position.
      expect((await order({ [a]: { parent: '' }, [b]: { parent: a }, [c]: 7 })).status).toBe(200);
      expect([await parentOf(a), await parentOf(b), await parentOf(c)]).toEqual([null, a, b]);
    });

    it('has at most 20 levels above a category once all places are set', async () => {
      const chain = [await make('deep-0')];
      for (let at = 1; at < 21; at += 1) chain.push(await make(`deep-${at}`, chain.at(-1)));
      const top = await make('deep-top');
      const [first = '', last = ''] = [chain[0], chain.at(-1)];
      const refused = await order({ [first]: { parent: top, order: 1 }, [top]: 1 });
      const fault = 'parent must not bring a category below this one to have more than 20 above it';
      expect([refused.status, refused.body.errors]).toEqual([
        422,
        { [`data.${first}.parent`]: [`data.${first}.${fault}`] },
      ]);
      expect([await parentOf(first), await parentOf(last)]).toEqual([null, chain[19]]);
      // The last leaves the branch, which then fits.
      expect((await order({ [first]: { parent: top }, [last]: { parent: '' } })).status).toBe(200);
      expect([await parentOf(first), await parentOf(last)]).toEqual([top, null]);
    });

    it('reads those above a category only if its parent changes', async () => {
      const parent = await make('held-parent');
      const child = await make('held-child', parent);
      const of = (method: string, path: string, json: Fields) =>
        statementsOf(store, async () => expect((await shop.send(method, path, { json })).status).toBe(200));
      const own = `/v1/categories/${child}`;
      const renamed = await of('PUT', own, { title: 'A' });
      expect(await of('PUT', own, { title: 'B', parent })).toEqual(renamed);
      const placed = await of('PUT', '/v1/categories/order', { data: { [child]: { order: 1 } } });
      expect(await of('PUT', '/v1/categories/order', { data: { [child]: { order: 2, parent } } })).toEqual(placed);
    });

    it('refuses circles and what it cannot read, and then writes nothing', async () => {
      const [c, d] = [await make('c'), await make('d')];
      const circle = await order({ [c]: { parent: d, order: 9 }, [d]: { parent: c } });
      const below = `data.${c}.parent`;
      expect([circle.status, circle.body.errors]).toEqual([422, { [below]: [`${below} must not be below itself`] }]);
      const faults = await order({ [c]: { parent: 'x', order: -1 }, [d]: { place: 1 } });
      expect([faults.status, faults.body.errors]).toEqual([
        422,
        {
          [`data.${c}.order`]: [expect.stringContaining(`data.${c}.order must`)],
          [`data.${c}.parent`]: [`data.${c}.parent must be the id of a category`],
          [`data.${d}`]: [`data.${d} must have order or parent`],
        },
      ]);
      const unknown = await order({ [c]: { parent: '911827077212696576' } });
      expect([unknown.status, unknown.body.errors]).toEqual([
        422,
        { [`data.${c}.parent`]: [`data.${c}.parent does not exist`] },
      ]);
      expect([await parentOf(c), await parentOf(d)]).toEqual([null, null]);
    });

    it('shows a part of the tree by parent and status', async () => {
      const top = await make('top');
      const under = await make('under', top);
      const draft = (await shop.made('/v1/categories', { title: 'x', slug: 'x', parent: top, status: 0 })).id;
      await make('leaf', under);
      await shop.made('/v1/categories', { title: 'y', slug: 'y', parent: under, status: 0 });
      const slugs = async (query: Record<string, string>): Promise<unknown> => {
        type Node = { slug: string; children: Node[] };
        const { status, body } = await store.request<{ result: Node[] }>('GET', '/v1/categories/tree', { query });
        const shown = (nodes: Node[]): unknown => nodes.map(({ slug, children }) => [slug, shown(children)]);
        return [status, shown(body.result)];
      };
      expect(await slugs({ parent: 'top' })).toEqual([
        200,
        [
          [
            'under',
            [
              ['leaf', []],
              ['y', []],
            ],
          ],
          ['x', []],
        ],
      ]);
      expect(await slugs({ parent: top, status: '1' })).toEqual([200, [['under', [['leaf', []]]]]]);
      expect(await slugs({ parent: top, status: '0' })).toEqual([200, [['x', []]]]);
      expect(await slugs({ parent: draft })).toEqual([200, []]);
      expect(await slugs({ parent: 'none' })).toEqual([200, []]);
    });
  });

  it('lists the gateways that are disabled', async () => {
    const { status, body } = await store.request<{ result: Fields[] }>('GET', '/v1/gateways/disabled');
    expect([status, body.result.map(({ slug, enabled }) => [slug, enabled])]).toEqual([200, [['stripe', false]]]);
  });

  it('refuses settings that a gateway does not have, and names them', async () => {
    const put = (path: string, settings: Fields) => shop.send('PUT', path, { form: { settings } });
    const has = 'which has secret_key, webhook_secret';
    for (const path of ['/v1/gateways/stripe', '/v1/gateways/stripe/settings']) {
      const { status, body } = await put(path, { apiKey: 'sk', secret_key: 'sk_test_1' });
      const fault = `settings.apiKey is no setting of stripe, ${has}`;
      expect([path, status, body.errors]).toEqual([path, 422, { 'settings.apiKey': [fault] }]);
    }
    const { body } = await put('/v1/gateways/manual', { key: '1' });
    expect(body.errors).toEqual({ 'settings.key': ['settings.key is no setting of manual, which has none'] });
    expect((await put('/v1/gateways/stripe/settings', { apiKey: '' })).status).toBe(200);
  });

  it('removes an item of an order by its sku, in the body or in the query', async () => {
    const products = [await shop.product({ stock_level: 5 }), await shop.product(), await shop.product()];
    const cart = await shop.cart(products[0]?.id ?? '');
    for (const { id } of products.slice(1)) await shop.send('POST', `/v1/carts/${cart}`, { form: { id } });
    const { id } = (await shop.checkout(cart)).body.result;
    const path = `/v1/orders/${id}/items`;
    const [first, second, third] = products.map(({ sku }) => String(sku));
    const left = async () =>
      (await store.request<{ result: Fields[] }>('GET', path)).body.result.map(({ sku }) => sku).sort();
    expect((await shop.send('DELETE', path)).body.errors).toEqual({ sku: ['sku is required'] });
    expect((await shop.send('DELETE', path, { form: { sku: 'none' } })).status).toBe(404);
    expect((await shop.send('DELETE', path, { form: { sku: first?.toLowerCase() } })).status).toBe(404);
    expect(await left()).toEqual([first, second, third].sort());
    expect((await shop.send('DELETE', path, { form: { sku: first } })).body).toEqual({
      status: true,
      message: 'Order item removed successfully',
    });
    expect((await shop.send('DELETE', `${path}?sku=${second}`)).status).toBe(200);
    expect(await left()).toEqual([third]);
  });
});
