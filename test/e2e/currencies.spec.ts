import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { Currency } from '../../src/modules/settings/data/currency.entity';
import { type CartResult, type Fields, type OrderResult, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { recordedEvents } from '../support/recorded-events';
import { startStore, type TestStore } from '../support/store';

type CurrencyResult = Fields & { id: string; title: string; default: boolean; rounding_mode: string };

/** The two modes side by side: they differ for amounts half way between two cents. */
const UP = 'EUR';
const EVEN = 'USD';

onEachEngine('currencies', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let dataSource: DataSource;
  const ids = new Map<string, string>();

  const read = async (id: string): Promise<CurrencyResult> =>
    (await shop.send<CurrencyResult>('GET', `/v1/currencies/${id}`)).body.result;
  const change = (id: string, form: Fields) => shop.send<CurrencyResult>('PUT', `/v1/currencies/${id}`, { form });
  const found = async (query: Record<string, string>): Promise<unknown[]> =>
    (await shop.send<CurrencyResult[]>('GET', '/v1/currencies', { query })).body.result.map(({ code }) => code);
  /** The same question in both currencies. */
  const inBoth = async <T>(ask: (currency: string) => Promise<T>): Promise<T[]> => [await ask(UP), await ask(EVEN)];

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
    dataSource = store.app.get<DataSource>(getDataSourceToken());
    const form = { format: '{price}', enabled: 1 };
    ids.set(UP, (await shop.made('/v1/currencies', { ...form, code: UP, title: 'Euro' })).id);
    const even = { ...form, code: EVEN, title: 'Dollar', rounding_mode: 'half_even' };
    ids.set(EVEN, (await shop.made('/v1/currencies', even)).id);
  });
  afterAll(() => store.close());

  it('orders-and-payments.md 27: the default stays while there are orders, whose rates are of it', async () => {
    const pound = await dataSource.manager.findOneByOrFail(Currency, { defaultMark: 1 });
    const amounts = { subtotal: 1, total: 1, exchange_rate: 1 };
    await shop.made('/v1/orders', { status: 'unpaid', currency: pound.id, currency_code: pound.code, ...amounts });
    const { status, body } = await change(ids.get(UP) ?? '', { default: 1 });
    expect([status, body.errors]).toEqual([
      422,
      { default: ['default can move to another currency only while there are none of these: orders'] },
    ]);
  });

  it('orders-and-payments.md 28: a converted unit price is a whole number of smallest units', async () => {
    const yen = await shop.made('/v1/currencies', {
      code: 'JPY',
      title: 'Yen',
      format: '¥{price}',
      exchange_rate: '150.5',
    });
    const product = await shop.product({ price: '9.99' });
    const headers = { 'x-currency': 'JPY' };
    const linesOf = async (cart: string) => {
      const { result } = (await shop.send<CartResult>('GET', `/v1/carts/${cart}`, { headers })).body;
      const prices = Object.values(result.contents).map((line) => line['price']);
      return [prices, result.totals.post_discount.raw['with_tax']];
    };
    expect(await linesOf(await shop.cart(product.id, 1))).toEqual([[1503], 1503]);
    const three = await shop.cart(product.id, 3);
    expect(await linesOf(three)).toEqual([[1503], 4509]);
    const { body } = await shop.checkout(three, {}, headers);
    expect(body.result).toMatchObject({ subtotal: 4509, total: 4509 });
    const items = await shop.send<Fields[]>('GET', `/v1/orders/${body.result.id}/items`);
    expect(items.body.result).toMatchObject([{ price: 1503, quantity: 3 }]);
    const json = { cart: three, currency: 'JPY' };
    const preview = await shop.send<{ lines: Fields[] }>('POST', '/v1/promotions/cart/preview', { json });
    expect(preview.body.result.lines).toMatchObject([{ base: 4509 }]);
    await shop.send('DELETE', `/v1/products/${product.id}`);
    await shop.send('DELETE', `/v1/currencies/${yen.id}`);
  });

  describe('rounding_mode (promotions.md 2)', () => {
    let taxed: Fields & { id: string };
    let plain: Fields & { id: string };
    let tenth: Fields & { id: string };

    beforeAll(async () => {
      const band = await shop.made('/v1/taxes', { title: 'Tenth', rate: '10' });
      taxed = await shop.product({ price: '0.25', tax_band: band.id });
      plain = await shop.product({ price: '0.25' });
      tenth = await shop.promotion({ discount_code: 'tenth', amount: 10 });
    });
    afterAll(async () => {
      const paths = [`/v1/promotions/cart/${tenth.id}`, ...[taxed, plain].map(({ id }) => `/v1/products/${id}`)];
      for (const path of paths) await shop.send('DELETE', path);
    });

    it('is half_up unless said otherwise, can be found, changed and unset, and is in every event', async () => {
      const { id } = await shop.made('/v1/currencies', { code: 'SEK', title: 'Krona', format: '{price} kr' });
      const made = await read(id);
      expect(made).toMatchObject({ rounding: null, rounding_mode: 'half_up' });
      const even = (await change(id, { rounding_mode: 'half_even' })).body.result;
      expect([even.rounding_mode, (await change(id, { title: 'Kronor' })).body.result.rounding_mode]).toEqual([
        'half_even',
        'half_even',
      ]);
      expect([await found({ rounding_mode: 'half_even' }), await found({ rounding_mode: 'down' })]).toEqual([
        ['SEK', EVEN],
        [],
      ]);
      expect((await change(id, { rounding_mode: '' })).body.result.rounding_mode).toBe('half_up');
      const modes = (await recordedEvents(store, id)).map(({ data }) => (data as CurrencyResult).rounding_mode);
      expect(modes).toEqual(['half_up', 'half_even', 'half_even', 'half_up']);
      const refused = await change(id, { rounding_mode: 'half_down' });
      expect([refused.status, refused.body.errors]).toEqual([
        422,
        { rounding_mode: ['rounding_mode must be one of half_up, half_even'] },
      ]);
    });

    it('decides the tax and the discounts of a cart', async () => {
      const totals = await inBoth(async (currency) => {
        const headers = { 'x-currency': currency };
        const withTax = await shop.send<CartResult>('GET', `/v1/carts/${await shop.cart(taxed.id)}`, { headers });
        const cart = await shop.cart(plain.id);
        await shop.send('POST', `/v1/carts/${cart}/discount`, { form: { code: 'tenth' } });
        const discounted = await shop.send<CartResult>('GET', `/v1/carts/${cart}`, { headers });
        return [
          withTax.body.result.totals.post_discount.raw['with_tax'],
          discounted.body.result.totals.post_discount.raw['without_tax'],
        ];
      });
      // 10 % of 0.25 is 0.025: 0.03 half up, 0.02 half even.
      expect(totals).toEqual([
        [0.28, 0.22],
        [0.27, 0.23],
      ]);
    });

    it('decides a preview', async () => {
      const items = [{ sku: 'A', price: '0.25', quantity: 1 }];
      const promotions = [{ action: 'discount_by_percent', amount: 10 }];
      const nets = await inBoth(async (currency) => {
        const { body } = await shop.send<{ lines: { net: number }[] }>('POST', '/v1/promotions/cart/preview', {
          json: { items, promotions, currency },
        });
        return body.result.lines.map(({ net }) => net);
      });
      expect(nets).toEqual([[0.22], [0.23]]);
    });

    it('decides a checkout, and the order keeps it when the currency changes', async () => {
      const orders = await inBoth(async (currency) => {
        const { status, body } = await shop.checkout(await shop.cart(taxed.id), {}, { 'x-currency': currency });
        expect(status).toBe(201);
        return body.result;
      });
      const shown = ({ total, currency, totals }: OrderResult): unknown[] => [
        total,
        (totals as { raw: { tax: number } }).raw.tax,
        (currency as { data: CurrencyResult }).data.rounding_mode,
      ];
      expect(orders.map(shown)).toEqual([
        [0.28, 0.03, 'half_up'],
        [0.27, 0.02, 'half_even'],
      ]);
      const [, kept] = orders;
      await change(ids.get(EVEN) ?? '', { rounding_mode: 'half_up' });
      const again = await shop.send<OrderResult>('GET', `/v1/orders/${kept?.id}`);
      await change(ids.get(EVEN) ?? '', { rounding_mode: 'half_even' });
      expect(again.body.result).toEqual(kept);
    });

    it('decides the tax of an item of an order, and how its amounts are shown', async () => {
      const totals = await inBoth(async (currency) => {
        const stated = { status: 'unpaid', subtotal: '0.125', total: '0.135', exchange_rate: 1 };
        const order = await shop.made('/v1/orders', {
          ...stated,
          currency: ids.get(currency),
          currency_code: currency,
        });
        const item = { sku: 'A', title: 'A', quantity: 1, tax_rate: 10, tax_band: shop.untaxed, price: '0.25' };
        await shop.made(`/v1/orders/${order.id}/items`, item);
        const { body } = await shop.send<OrderResult>('GET', `/v1/orders/${order.id}`);
        const { raw, rounded, formatted } = body.result['totals'] as Record<'raw' | 'rounded' | 'formatted', Fields>;
        return [raw['tax'], raw['subtotal'], rounded['subtotal'], rounded['total'], formatted['subtotal']];
      });
      expect(totals).toEqual([
        [0.03, 0.125, 0.13, 0.14, '0.13'],
        [0.02, 0.125, 0.12, 0.14, '0.12'],
      ]);
    });
  });
});
