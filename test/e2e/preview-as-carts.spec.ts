import { type CartResult, type Fields, type Result, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { statementsOf } from '../support/statements';
import { startStore, type TestStore } from '../support/store';

interface Preview {
  readonly totals: Record<'pre_discount' | 'post_discount', unknown>;
  readonly lines: readonly Record<'base' | 'net' | 'tax', number>[];
  readonly shipping: unknown;
  readonly total: number;
}

interface Options {
  readonly shipping: { readonly methods: readonly { readonly id: string; readonly total: number }[] };
}

describe.each(['0', '1'])('with PRICES_INCLUDE_TAX=%s', (includesTax) => {
  onEachEngine('promotions.md, Preview: items and shipping are priced as a cart is', (engine) => {
    let store: TestStore;
    let shop: Shop;
    let standard = '';
    let reduced = '';

    beforeAll(async () => {
      store = await startStore(engine.databaseUrl, { PRICES_INCLUDE_TAX: includesTax });
      shop = new Shop(store, '0');
      standard = (await shop.made('/v1/taxes', { title: 'Standard', rate: '20', default: 1 })).id;
      reduced = (await shop.made('/v1/taxes', { title: 'Reduced', rate: '5' })).id;
      await shop.made('/v1/currencies', {
        code: 'USD',
        title: 'Dollar',
        format: '${price}',
        exchange_rate: '2',
        enabled: 1,
      });
    });
    afterAll(() => store.close());

    const ask = async (json: Fields, headers: Record<string, string> = {}) => {
      const { status, body } = await store.request<Result<Preview>>('POST', '/v1/promotions/cart/preview', {
        json,
        headers,
      });
      return { status, errors: body.errors, ...body.result };
    };
    const cartOf = async (id: string, headers: Record<string, string> = {}) =>
      (await shop.send<CartResult>('GET', `/v1/carts/${id}`, { headers })).body.result;

    it('an item without tax_rate has the tax of its band, of its product, or else of the default band', async () => {
      const items = [
        { id: (await shop.product({ tax_band: reduced, price: '7' })).id, price: '7', quantity: 3 },
        { id: (await shop.product({ tax_band: 'none', price: '5' })).id, price: '5', quantity: 1 },
        { name: 'Wrap', price: '12', quantity: 2 },
        { name: 'Card', price: '3.33', quantity: 1, tax_band: reduced },
        { name: 'Gift', price: '9', quantity: 1, tax_band: 'none' },
        { id: 'own', name: 'Own', price: '4', quantity: 1, tax_band: standard },
      ];
      expect((await shop.send('POST', '/v1/carts/as-cart/items', { json: { items } })).status).toBe(201);
      const { totals } = await cartOf('as-cart');
      const preview = await ask({ items });
      expect([preview.totals, (await ask({ cart: 'as-cart' })).totals]).toEqual([totals, totals]);
      const tax = includesTax === '1' ? [1, 0, 4, 0.16, 0, 0.67] : [1.05, 0, 4.8, 0.17, 0, 0.8];
      expect(preview.lines.map((line) => line.tax)).toEqual(tax);
      // The rate that is sent counts, also none.
      const sent = await ask({ items: items.map((item) => ({ ...item, tax_rate: '0' })) });
      expect(sent.lines.map((line) => line.tax)).toEqual([0, 0, 0, 0, 0, 0]);
    });

    it('an item without tax_rate has a tax band of the store or none', async () => {
      const item = { price: '6', quantity: 1 };
      const unknown = ['42', 'reduced', '00'].map((tax_band) => ({ ...item, tax_band }));
      const { status, errors } = await ask({ items: [item, ...unknown] });
      const fields = [1, 2, 3].map((at) => `items.${at}.tax_band`);
      expect([status, errors]).toEqual([
        422,
        Object.fromEntries(fields.map((field) => [field, [`${field} does not exist`]])),
      ]);
      const none = ['0', 'none', ' None '].map((tax_band) => ({ ...item, tax_band }));
      expect((await ask({ items: none })).lines.map(({ tax }) => tax)).toEqual([0, 0, 0]);
      // Beside a rate only rules see the band, as it was sent.
      const match_items = {
        type: 'group',
        children: [{ type: 'cart_item', match: 'tax_band', operator: '=', against: 'std' }],
      };
      const promotions = [{ action: 'discount_by_percent', amount: 50, match_items }];
      const rated = await ask({ items: [{ ...item, tax_band: 'std', tax_rate: '0' }], promotions });
      expect(rated.total).toBe(3);
    });

    it('an item without id is the product whose SKU it has', async () => {
      const product = await shop.product({ tax_band: reduced, price: '7' });
      const cart = await shop.cart(product.id, 3);
      const { totals } = await cartOf(cart);
      for (const name of [{ sku: product['sku'] }, { sku: 'L', product_sku: product['sku'] }]) {
        expect((await ask({ items: [{ ...name, price: '7', quantity: 3 }] })).totals).toEqual(totals);
      }
      // With a title, or an id that no product has, it is a custom item, as in a cart.
      const custom = { sku: product['sku'], price: '7', quantity: 3 };
      const own = 'as-a-custom-item';
      const form = { name: 'Engraved', ...custom };
      expect((await shop.send('POST', `/v1/carts/${own}`, { form })).status).toBe(201);
      const taxed = (await cartOf(own)).totals;
      expect(taxed).not.toEqual(totals);
      for (const name of [{ id: 'own' }, { title: 'Engraved' }]) {
        expect((await ask({ items: [{ ...name, ...custom }] })).totals).toEqual(taxed);
      }
    });

    it('a line in another currency is rounded once, and a cart rounds the price of one unit', async () => {
      const code = 'CAD';
      const form = { code, title: 'C', format: '${price}', exchange_rate: '1.337', enabled: 1 };
      await shop.made('/v1/currencies', form);
      const { id } = await shop.product({ price: '0.99', tax_band: 'none' });
      const cart = await shop.cart(id, 3);
      const cad = { 'x-currency': code };
      // 0.99 x 1.337 = 1.32363: 3 x 1.32363 = 3.97089, and 3 x 1.32 = 3.96.
      const [inline, stored] = [
        await ask({ items: [{ id, price: '0.99', quantity: 3 }] }, cad),
        await ask({ cart }, cad),
      ];
      expect([inline.total, stored.total]).toEqual([3.97, 3.96]);
      expect((await cartOf(cart, cad)).totals.post_discount.raw.with_tax).toBe(3.96);
    });

    it('the currency of a stored cart is looked up once', async () => {
      const cart = await shop.cart((await shop.product({ price: '7' })).id);
      const reads = (headers: Record<string, string> = {}) =>
        statementsOf(store, async () => expect((await ask({ cart }, headers)).status).toBe(200));
      await reads();
      expect(await reads({ 'x-currency': 'USD' })).toEqual(await reads());
    });

    it('shipping needs a price where the prices sent are not as those of its method', async () => {
      const { id } = await shop.shipping({ price: '4.99', tax_band: reduced });
      const items = [{ price: '6', quantity: 1 }];
      const [own, other] = includesTax === '1' ? [1, 0] : [0, 1];
      const prices = own === 1 ? 'include tax' : 'do not include tax';
      const fault = `shipping.price is required with prices_include_tax ${other}: prices of shipping methods ${prices}`;
      const refused = await ask({ items, shipping: { id }, prices_include_tax: other });
      expect([refused.status, refused.errors]).toEqual([422, { 'shipping.price': [fault] }]);
      const shipped = await ask({ items, shipping: { id } });
      expect((await ask({ items, shipping: { id }, prices_include_tax: own })).shipping).toEqual(shipped.shipping);
      const sent = await ask({ items, shipping: { id, price: '5' }, prices_include_tax: other });
      expect(sent.shipping).toEqual({
        base: 5,
        ...(other === 1 ? { net: 4.76, tax: 0.24, charged: 5 } : { net: 5, tax: 0.25, charged: 5.25 }),
        discounts: [],
      });
    });

    it('X-Currency is the currency where the body names none', async () => {
      const { id } = await shop.product({ price: '7', tax_band: reduced });
      const cart = await shop.cart(id, 3);
      const items = [{ id, price: '7', quantity: 3 }];
      const usd = { 'x-currency': 'usd' };
      const [own, dollars] = [(await cartOf(cart)).totals, (await cartOf(cart, usd)).totals];
      expect(dollars).not.toEqual(own);
      for (const what of [{ cart }, { items }]) {
        expect((await ask(what, usd)).totals).toEqual(dollars);
        expect((await ask({ ...what, currency: '' }, usd)).totals).toEqual(dollars);
        expect((await ask({ ...what, currency: 'GBP' }, usd)).totals).toEqual(own);
        expect((await ask({ ...what, currency: 'USD' }, { 'x-currency': 'GBP' })).totals).toEqual(dollars);
        expect((await ask({ ...what, currency: 'USD' }, { 'x-currency': 'XXX' })).totals).toEqual(dollars);
        const { status, errors } = await ask(what, { 'x-currency': 'XXX' });
        expect([status, errors]).toEqual([
          422,
          { 'X-Currency': ['X-Currency must be the code of an enabled currency'] },
        ]);
      }
    });

    it('shipping has the price and tax of its method where none are sent', async () => {
      const { id } = await shop.product({ price: '7', tax_band: reduced });
      const cart = await shop.cart(id, 3);
      const method = await shop.shipping({ price: '4.99', tax_band: reduced });
      const items = [{ id, price: '7', quantity: 3 }];
      const { body } = await shop.send<Options>('GET', `/v1/carts/${cart}/checkout`);
      const total = body.result.shipping.methods.find((one) => one.id === method.id)?.total;
      const whole = await ask({ items, shipping: { price: '4.99', tax_rate: '5' } });
      for (const shipping of [{ id: method.id }, { slug: method['slug'] }, { id: method.id, price: '' }]) {
        for (const what of [{ cart }, { items }]) {
          const preview = await ask({ ...what, shipping });
          expect([preview.shipping, preview.total]).toEqual([whole.shipping, whole.total]);
        }
      }
      expect(whole.total).toBe(total);
      const sent = await ask({ cart, shipping: { id: method.id, price: '1', tax_rate: '0' } });
      expect(sent.shipping).toEqual((await ask({ items, shipping: { price: '1' } })).shipping);
      const unknown = await ask({ cart, shipping: { id: '42' } });
      expect([unknown.status, unknown.errors]).toEqual([
        422,
        { 'shipping.price': ['shipping.price is required unless id or slug names a shipping method'] },
      ]);
    });
  });
});
