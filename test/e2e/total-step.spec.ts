import { type CartResult, type Fields, GOOD_CARD, type OrderResult, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { STRIPE_KEY, STRIPE_WEBHOOK_SECRET, StripeServer } from '../support/stripe.server';
import { startStore, type TestStore } from '../support/store';
import { tableDump } from '../support/table-dump';

type Amounts = Record<'subtotal' | 'shipping_price' | 'tax' | 'rounding' | 'total', number>;
type Totals = Record<'formatted' | 'rounded' | 'raw', Amounts>;
interface Edited {
  readonly before: Totals;
  readonly after: Totals;
  readonly balance: number;
}

const KWD = { title: 'Dinar', code: 'KWD', exchange_rate: '0.4', format: '{price} KD' };
const ten = (number: number): number => Math.round(number * 10_000) / 10_000;

/** Nine pounds 99 with 20 percent of tax, sent for 4.01 with the same: by whether prices include tax. */
const MODES = [
  {
    includesTax: '0',
    cart: { with_tax: 12, without_tax: 9.99, tax: 2, rounding: 0.01 },
    order: { subtotal: 9.99, shipping_price: 4.01, tax: 2.8, rounding: 0, total: 16.8 },
    edited: { subtotal: 29.97, shipping_price: 4.01, tax: 6.79, rounding: -0.02, total: 40.75 },
  },
  {
    includesTax: '1',
    cart: { with_tax: 10, without_tax: 8.32, tax: 1.67, rounding: 0.01 },
    order: { subtotal: 8.32, shipping_price: 3.34, tax: 2.34, rounding: 0, total: 14 },
    edited: { subtotal: 24.97, shipping_price: 3.34, tax: 5.67, rounding: 0.02, total: 34 },
  },
] as const;

for (const { includesTax, ...worked } of MODES) {
  onEachEngine(`orders-and-payments.md 37: totals in steps, PRICES_INCLUDE_TAX=${includesTax}`, (engine) => {
    let stripe: StripeServer;
    let store: TestStore;
    let shop: Shop;
    let pound: string;
    let band: string;

    beforeAll(async () => {
      stripe = await StripeServer.start();
      store = await startStore(engine.databaseUrl, {
        ...{ RATE_LIMIT_PER_MINUTE: '0', PRICES_INCLUDE_TAX: includesTax, GATEWAY_URLS: `stripe=${stripe.url}` },
      });
      shop = await Shop.open(store);
      const { body } = await shop.send<{ id: string }[]>('GET', '/v1/currencies');
      pound = body.result[0]?.id ?? '';
      band = String((await shop.send<Fields[]>('GET', '/v1/taxes?title=Default')).body.result[0]?.['id']);
      await set({ total_step: '0.05' });
    });
    afterAll(async () => {
      await store.close();
      await stripe.close();
    });

    const set = async (form: Fields, id = pound) => {
      const { status, body } = await shop.send<Fields>('PUT', `/v1/currencies/${id}`, { form });
      return status === 200 ? body.result['total_step'] : [status, body.errors];
    };
    const taxedCart = async (quantity = 1) => {
      const product = await shop.product({ price: '9.99', tax_band: band });
      return { cart: await shop.cart(product.id, quantity), sku: String(product['sku']) };
    };
    const expressed = async () =>
      (await shop.shipping({ price: '4.01', tax_band: band, price_max: '100000', weight_max: '100' })).id;
    const placed = async (quantity = 1): Promise<OrderResult & { totals: Totals; sku: string }> => {
      const { cart, sku } = await taxedCart(quantity);
      const { status, body } = await shop.checkout(cart, { shipping: await expressed() });
      expect([status, body.errors]).toEqual([201, undefined]);
      return { ...(body.result as OrderResult & { totals: Totals }), sku };
    };

    it('cart, options, preview and checkout come to the same total', async () => {
      const { cart } = await taxedCart();
      const shipping = await expressed();
      const read = (await shop.send<CartResult>('GET', `/v1/carts/${cart}`)).body.result;
      expect(read.totals.post_discount.raw).toEqual(worked.cart);
      expect(read.totals.pre_discount.rounded).toEqual(worked.cart);
      const pounds = Object.entries(worked.cart).map(([part, amount]) => [part, `£${amount.toFixed(2)}`]);
      expect(read.totals.post_discount.formatted).toEqual(Object.fromEntries(pounds));
      expect(read['total']).toBe(worked.cart.with_tax);
      const preview = await shop.send<CartResult>('POST', '/v1/promotions/cart/preview', { json: { cart } });
      expect([preview.body.result.totals, preview.body.result['total']]).toEqual([read.totals, read['total']]);
      const options = (await shop.send<Fields>('GET', `/v1/carts/${cart}/checkout`)).body.result;
      const [method] = (options['shipping'] as { methods: Fields[] }).methods.filter(({ id }) => id === shipping);
      expect([options['total'], method?.['total']]).toEqual([worked.cart.with_tax, worked.order.total]);
      const { status, body } = await shop.checkout(cart, { shipping, expected_total: worked.order.total });
      const order = body.result as OrderResult & { totals: Totals };
      expect([status, order.total, order.totals.raw, order.totals.rounded]).toEqual([
        ...[201, worked.order.total, worked.order, worked.order],
      ]);
      const total = (await shop.send<OrderResult & { totals: Totals }>('GET', `/v1/orders/${order.id}`)).body.result;
      expect(total.totals).toEqual(order.totals);
    });

    it('an edit keeps the step that the order was placed with', async () => {
      const { id, sku, totals } = await placed();
      await set({ total_step: '' });
      const { body } = await shop.send<Edited>('POST', `/v1/orders/${id}/edits`, {
        json: { items: [{ sku, quantity: 3 }] },
      });
      await set({ total_step: '0.05' });
      const { before, after, balance } = body.result;
      expect([before, after.raw, balance]).toEqual([totals, worked.edited, worked.edited.total]);
    });

    it('refunds of parts give back what was charged and no more, in any order', async () => {
      const { id, sku, total } = await placed(3);
      await shop.pay('purchase', id, GOOD_CARD);
      const refunds: number[] = [];
      for (const asked of [{ items: [{ sku, quantity: 1 }] }, { shipping: true }, { items: [{ sku, quantity: 2 }] }]) {
        const preview = await shop.send<Fields>('POST', `/v1/orders/${id}/refunds/preview`, { json: asked });
        const { amount, rounding, items, left } = preview.body.result as {
          amount: number;
          rounding: number;
          items: { amount: number }[];
          left: { shipping: number };
        };
        const worth = items.reduce((sum, item) => sum + item.amount, 'shipping' in asked ? left.shipping : 0);
        expect(ten(worth + rounding)).toBe(amount);
        const { status } = await shop.send('POST', `/v1/checkout/payment/refund/${id}`, { json: asked });
        expect(status).toBe(200);
        refunds.push(amount);
      }
      expect(refunds.map((amount) => Math.round(amount * 100) % 5)).toEqual([0, 0, 0]);
      expect(ten(refunds.reduce((sum, amount) => sum + amount, 0))).toBe(total);
      const { balance, refunded } = (await shop.send<OrderResult>('GET', `/v1/orders/${id}`)).body.result;
      expect([balance, refunded, await shop.statusOf(id)]).toEqual([0, total, 'refunded']);
    });

    it('a refund or a capture by amount takes whole steps, or all there is', async () => {
      const { id } = await placed();
      await shop.pay('authorize', id, GOOD_CARD);
      const fault = { amount: ['amount must be a whole number of 0.05 GBP'] };
      const tried = async (method: string, amount: string) => {
        const { status, body } = await shop.pay(method, id, { amount });
        return status === 200 ? status : [status, body.errors];
      };
      expect(await tried('capture', '10.01')).toEqual([422, fault]);
      expect(await tried('capture', '10.05')).toBe(200);
      expect(await tried('refund', '0.01')).toEqual([422, fault]);
      expect(await tried('refund', '0.05')).toBe(200);
      expect(await tried('refund', '10')).toBe(200);
    });

    it('amounts that the caller states stay as sent', async () => {
      const amounts = { subtotal: 10.01, shipping_price: 0, total: 10.02, exchange_rate: 1 };
      const json = { currency: pound, currency_code: 'GBP', gateway: 'dummy', status: 'unpaid', ...amounts };
      const { body } = await shop.send<OrderResult & { totals: Totals }>('POST', '/v1/orders', { json });
      const { id, totals } = body.result;
      expect(totals.raw).toEqual({ subtotal: 10.01, shipping_price: 0, tax: 0, rounding: 0, total: 10.02 });
      expect((await shop.pay('purchase', id, GOOD_CARD)).status).toBe(200);
      expect((await shop.pay('refund', id, { amount: '0.01' })).status).toBe(200);
    });

    it('a step is a multiple of the smallest unit, and unset it is that unit', async () => {
      const yen = { title: 'Yen', code: 'JPY', exchange_rate: '187.335', format: '¥{price}' };
      const refused = async (total_step: string) =>
        (await shop.send('POST', '/v1/currencies', { form: { ...yen, total_step } })).body.errors;
      expect(await refused('0.5')).toEqual({
        total_step: ['total_step must be a multiple of 1, the smallest unit of JPY'],
      });
      expect(await refused('0')).toEqual({ total_step: ['total_step must be above 0'] });
      expect(await refused('-5')).toEqual({ total_step: ['total_step must be 0 or more'] });
      expect(await refused('1000000.01')).toEqual({ total_step: ['total_step must be at most 1000000'] });
      expect(await refused('0.00001')).toEqual({ total_step: ['total_step must have at most 4 decimals'] });
      const { id, total_step: step } = await shop.made('/v1/currencies', { ...yen, total_step: '10' });
      // Warnings beside the record are no part of its tag (wire.md 6).
      const tags = [
        await shop.send('PUT', `/v1/currencies/${id}`, { form: { title: 'Yen?' } }),
        await shop.send('GET', `/v1/currencies/${id}`),
      ];
      const [tag = '', ...same] = tags.map(({ headers }) => headers.get('etag') ?? '');
      expect([tag.length > 2, same]).toEqual([true, [tag]]);
      expect([step, await set({ title: 'Yen!' }, id), await set({ code: 'KRW' }, id)]).toEqual([10, 10, 10]);
      expect([await set({ total_step: '' }, id), await set({ total_step: null }, id)]).toEqual([null, null]);
      const found = await shop.send<Fields[]>('GET', '/v1/currencies?total_step=0.05');
      expect(found.body.result.map(({ code }) => code)).toEqual(['GBP']);
      await shop.send('DELETE', `/v1/currencies/${id}`);
    });

    it('a gateway that takes no such totals says so, and no checkout begins with it', async () => {
      const fault = 'total_step of KWD must be a multiple of 0.01: stripe takes no smaller amounts';
      const settings = { secret_key: STRIPE_KEY, webhook_secret: STRIPE_WEBHOOK_SECRET };
      const warnings = async (method: string, path: string, form?: Fields) =>
        ((await shop.send(method, path, form && { form })).body as unknown as { warnings: string[] }).warnings;
      expect(await warnings('PUT', '/v1/gateways/stripe', { settings })).toEqual([]);
      const dinar = await shop.made('/v1/currencies', KWD);
      expect(await warnings('PUT', '/v1/gateways/stripe', { enabled: 1 })).toEqual([fault]);
      expect(await warnings('GET', '/v1/gateways/stripe/enable')).toEqual([fault]);
      expect(await warnings('PUT', '/v1/gateways/manual', { enabled: 1 })).toEqual([]);
      expect(await warnings('PUT', `/v1/currencies/${dinar.id}`, { enabled: 0 })).toEqual([]);
      expect(await warnings('PUT', `/v1/currencies/${dinar.id}`, { enabled: 1 })).toEqual([fault]);

      const { cart } = await taxedCart();
      const headers = { 'X-Currency': 'KWD' };
      const shipping = await expressed();
      const before = await tableDump(store);
      const refused = await shop.checkout(cart, { gateway: 'stripe', shipping }, headers);
      expect([refused.status, refused.body.errors]).toEqual([422, { total_step: [fault] }]);
      expect(await tableDump(store)).toEqual(before);
      expect((await shop.checkout(cart, { gateway: 'manual', shipping }, headers)).status).toBe(201);

      expect(await warnings('PUT', `/v1/currencies/${dinar.id}`, { total_step: '0.01' })).toEqual([]);
      const { status, body } = await shop.checkout(cart, { gateway: 'stripe', shipping }, headers);
      expect([status, Math.round(body.result.total * 1000) % 10]).toEqual([201, 0]);
      const paid = await shop.pay('purchase', body.result.id, { data: { payment_method: 'pm_card_visa' } });
      expect([paid.status, await shop.statusOf(body.result.id)]).toEqual([200, 'paid']);
    });
  });
}
