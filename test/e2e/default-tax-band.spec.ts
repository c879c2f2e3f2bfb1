import { migrations } from '../../src/app/migrations';
import { dataSourceOptions } from '../../src/platform/database/connection/data-source-options';
import { StoreDataSource } from '../../src/platform/database/connection/store-data-source';
import { type CartResult, type Fields, type Result, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

const ADDED = 1763707000000;
const TIME = '2026-01-31 12:00:00.000';
const NONE = ['0', 'none', 'NONE', ' None '];

interface Band extends Fields {
  readonly id: string;
  readonly title: string;
  readonly default: boolean;
}

const bands = async (shop: Shop): Promise<Band[]> => (await shop.send<Band[]>('GET', '/v1/taxes')).body.result;
const marked = async (shop: Shop): Promise<unknown[]> =>
  (await bands(shop)).filter((band) => band.default).map(({ id }) => id);
const bandOf = (record: Fields): unknown => (record['tax_band'] as { data: Band } | null)?.data.id ?? null;
const product = (form: Fields, at = Math.random().toString(36).slice(2)) => ({
  ...{ sku: at, title: at, slug: at, price: '12', requires_shipping: 0 },
  ...form,
});

describe.each(['0', '1'])('with PRICES_INCLUDE_TAX=%s', (includesTax) => {
  onEachEngine('wire.md 7: the default tax band', (engine) => {
    let store: TestStore;
    let shop: Shop;
    let standard: Band;
    let reduced: Band;

    const method = (form: Fields, at = Math.random().toString(36).slice(2)) => ({
      ...{ title: at, slug: at, price: '12', status: 1 },
      ...form,
    });

    beforeAll(async () => {
      store = await startStore(engine.databaseUrl, { PRICES_INCLUDE_TAX: includesTax });
      shop = new Shop(store, '');
    });
    beforeEach(async () => {
      standard = (await shop.made('/v1/taxes', { title: 'Standard', rate: '20', default: 1 })) as Band;
      reduced = (await shop.made('/v1/taxes', { title: 'Reduced', rate: '5' })) as Band;
    });
    afterAll(() => store.close());

    it('is one, however many ask for it at once', async () => {
      const others = [reduced];
      for (const title of ['A', 'B', 'C']) others.push((await shop.made('/v1/taxes', { title, rate: '1' })) as Band);
      const moves = await Promise.all([
        ...others.map(({ id }) => shop.send('PUT', `/v1/taxes/${id}`, { form: { default: 1 } })),
        ...['D', 'E'].map((title) => shop.send('POST', '/v1/taxes', { form: { title, rate: '1', default: 1 } })),
      ]);
      expect(moves.map(({ status }) => status)).toEqual([200, 200, 200, 200, 201, 201]);
      expect(await marked(shop)).toHaveLength(1);
    });

    it('is that of products and shipping methods without one; none is none', async () => {
      for (const [path, form, untaxed] of [
        ['/v1/products', product, { pricing: { raw: { with_tax: 12, without_tax: 12, tax: 0 } } }],
        ['/v1/shipping', method, { price: 12 }],
      ] as const) {
        const made = await shop.made(path, form({}));
        expect(bandOf(made)).toBe(standard.id);
        const own = `${path}/${made.id}`;
        const put = async (tax_band: unknown) => (await shop.send('PUT', own, { json: { tax_band } })).body.result;
        expect(bandOf(await put(reduced.id))).toBe(reduced.id);
        expect(bandOf(await put(''))).toBe(standard.id);
        expect(bandOf(await put(null))).toBe(standard.id);
        for (const none of [...NONE, 0]) {
          expect(bandOf(await put(none))).toBeNull();
          expect(bandOf(await shop.made(path, form({ tax_band: none })))).toBeNull();
          expect(bandOf((await shop.send('PUT', own, { form: { title: `Without ${none}` } })).body.result)).toBeNull();
        }
        for (const wrong of ['00', '-0', 'nil', 'no', '0.0', '77', [], {}, true, false]) {
          const { status, body } = await shop.send('PUT', own, { json: { tax_band: wrong } });
          expect([wrong, status, Object.keys(body.errors)]).toEqual([wrong, 422, ['tax_band']]);
        }
        const last = (await shop.send('GET', own)).body.result;
        expect(bandOf(last)).toBeNull();
        expect(last).toMatchObject(untaxed);
      }
    });

    it('taxes custom items without a band of their own, in carts and orders', async () => {
      const items = [
        { name: 'Plain', price: '12', quantity: 1 },
        { name: 'Low', price: '12', tax_band: reduced.id },
        { name: 'Free', price: '12', tax_band: 'none' },
        { name: 'Zero', price: '12', tax_band: 0 },
      ];
      for (const form of items) expect((await shop.send('POST', '/v1/carts/custom', { form })).status).toBe(201);
      // The same again raises the quantity of the line.
      await shop.send('POST', '/v1/carts/custom', { form: { name: 'Plain', price: '12', tax_band: standard.id } });
      const cart = (await shop.send<CartResult>('GET', '/v1/carts/custom')).body.result;
      const told = Object.values(cart.contents).map(({ name, quantity, tax }) => [name, quantity, tax]);
      expect(told).toEqual([
        ['Plain', 2, '20.00'],
        ['Low', 1, '5.00'],
        ['Free', 1, '0.00'],
        ['Zero', 1, '0.00'],
      ]);
      const tax = includesTax === '1' ? 4.57 : 5.4;
      expect(cart.totals.post_discount.raw).toMatchObject({ tax });
      // A line keeps the band that it got.
      await shop.send('PUT', `/v1/taxes/${reduced.id}`, { form: { default: 1 } });
      const { body } = await shop.checkout('custom');
      const query = { sort: 'id', order: 'asc' };
      const kept = (await shop.send<Fields[]>('GET', `/v1/orders/${body.result.id}/items`, { query })).body.result;
      expect(kept.map((item) => [item['title'], item['tax_rate'], bandOf(item)])).toEqual([
        ['Plain', 20, standard.id],
        ['Low', 5, reduced.id],
        ['Free', 0, null],
        ['Zero', 0, null],
      ]);
    });

    it('prices a product without tax the same in carts, previews, edits and stated items', async () => {
      const { id, sku } = await shop.made('/v1/products', product({ tax_band: 0, price: '8' }));
      const rule = { type: 'cart_item', match: 'tax_band', operator: '=', against: standard.id };
      const rules = JSON.stringify({ type: 'group', match_on: 'all', children: [rule] });
      await shop.promotion({ action: 'discount_by_fixed', amount: 1, match_items: rules });
      const cart = await shop.cart(id, 2);
      const totals = (await shop.send<CartResult>('GET', `/v1/carts/${cart}`)).body.result.totals.post_discount;
      expect(totals.raw).toEqual({ with_tax: 16, without_tax: 16, tax: 0, rounding: 0 });
      const json = { items: [{ id, price: 8, quantity: 2 }] };
      const preview = await shop.send<CartResult>('POST', '/v1/promotions/cart/preview', { json });
      expect(preview.body.result.totals.post_discount.raw).toEqual(totals.raw);
      const order = (await shop.checkout(await shop.cart((await shop.made('/v1/products', product({}))).id))).body
        .result;
      const items = `/v1/orders/${order.id}/items`;
      await shop.send('POST', `/v1/orders/${order.id}/edits`, { json: { items: [{ sku, quantity: 1 }] } });
      const stated = { sku: 'S', title: 'S', quantity: 1, tax_rate: 0, price: 1, tax_band: 'none' };
      expect((await shop.send('POST', items, { form: stated })).status).toBe(201);
      const query = { sort: 'id', order: 'asc' };
      const [own, ...others] = (await shop.send<Fields[]>('GET', items, { query })).body.result;
      expect([bandOf(own ?? {}), ...others.map((item) => [item['tax_rate'], bandOf(item)])]).toEqual([
        standard.id,
        [0, null],
        [0, null],
      ]);
    });
  });
});

// In a store where nothing uses a band: all can be removed.
describe.each(['0', '1'])('with PRICES_INCLUDE_TAX=%s', (includesTax) => {
  onEachEngine('wire.md 7: the default tax band of a new store', (engine) => {
    let store: TestStore;

    beforeAll(async () => (store = await startStore(engine.databaseUrl, { PRICES_INCLUDE_TAX: includesTax })));
    afterAll(() => store.close());

    it('moves, is not left out, and is the first band', async () => {
      const shop = new Shop(store, '');
      const standard = (await shop.made('/v1/taxes', { title: 'Standard', rate: '20', default: 1 })) as Band;
      const reduced = (await shop.made('/v1/taxes', { title: 'Reduced', rate: '5' })) as Band;
      const refused = async (method: string, path: string, form: Fields): Promise<unknown> => {
        const { status, body } = await store.request<Result>(method, path, { form });
        return [status, body.errors];
      };
      expect([standard.default, reduced.default, await marked(shop)]).toEqual([true, false, [standard.id]]);
      const [seeded] = (await bands(shop)).filter(({ title }) => title === 'Default');
      expect((await shop.send('DELETE', `/v1/taxes/${seeded?.id}`)).status).toBe(200);
      const fault = (message: string) => [422, { default: [`default ${message}`] }];
      const path = `/v1/taxes/${standard.id}`;
      expect(await refused('PUT', path, { default: 0 })).toEqual(fault('can only be moved to another tax band'));
      expect(await refused('PUT', path, { default: '' })).toEqual(fault('can only be moved to another tax band'));
      expect(await refused('DELETE', path, {})).toEqual(
        fault('tax band cannot be removed: make another one the default first'),
      );
      expect((await shop.send('PUT', path, { form: { default: 1, rate: '19' } })).status).toBe(200);
      await shop.send('PUT', `/v1/taxes/${reduced.id}`, { form: { default: 1 } });
      expect(await marked(shop)).toEqual([reduced.id]);
      const third = await shop.made('/v1/taxes', { title: 'Third', rate: '7', default: 1 });
      expect(await marked(shop)).toEqual([third.id]);
      const found = async (text: string) =>
        (await shop.send<Band[]>('GET', '/v1/taxes', { query: { default: text } })).body.result.map(({ id }) => id);
      expect([await found('1'), (await found('0')).sort()]).toEqual([[third.id], [standard.id, reduced.id].sort()]);
      for (const { id } of [standard, reduced, third])
        expect((await shop.send('DELETE', `/v1/taxes/${id}`)).status).toBe(200);
      expect(await bands(shop)).toEqual([]);
      expect(bandOf(await shop.made('/v1/products', product({})))).toBeNull();
      expect((await shop.made('/v1/taxes', { title: 'New', rate: '7' }))['default']).toBe(true);
    });
  });
});

onEachEngine('the migration that marks the default tax band', (engine) => {
  it.each([
    ['no band', [], []],
    ['the oldest of several', ['2026-01-02', '2026-01-01', '2026-01-03'], [null, 1, null]],
    ['the lower id of two of one moment', ['2026-01-01', '2026-01-01'], [1, null]],
  ])('%s', async (_, days, marks) => {
    const some = migrations.filter(({ name }) => Number(name.slice(-13)) <= ADDED);
    const options = dataSourceOptions({ url: engine.databaseUrl, entities: [], migrations: some });
    const dataSource = await new StoreDataSource(options).initialize();
    await dataSource.runMigrations({ transaction: 'each' });
    await dataSource.undoLastMigration({ transaction: 'each' });
    await dataSource.query('DELETE FROM tax_bands');
    for (const [at, day] of days.entries()) {
      await dataSource.query(
        'INSERT INTO tax_bands (id, version, title, rate, created_at, updated_at) VALUES (?, 1, ?, ?, ?, ?)',
        [String(at + 1), 'Band', '20', `${day}${TIME.slice(10)}`, TIME],
      );
    }
    await dataSource.runMigrations({ transaction: 'each' });
    const found: { default_mark: number | null }[] = await dataSource.query(
      'SELECT default_mark FROM tax_bands ORDER BY id',
    );
    expect(found.map((row) => row.default_mark)).toEqual(marks);
    await dataSource.destroy();
  });
});
