import fc from 'fast-check';
import { type CartResult, type Fields, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

/** Carts on each engine and tax mode. */
const RUNS = Number(process.env['CART_RUNS'] ?? 10);
const PRICES = ['0.01', '3.33', '9.99', '24.5', '199.995'];
/** Some are above their price. */
const SALE_PRICES = ['0', '3.32', '10', '24.5', '0.0001'];
const MODIFIED = ['+1.50', '-0.75', '=2.99'];

const run = fc.record({
  lines: fc.uniqueArray(
    fc.record({
      product: fc.nat(PRICES.length - 1),
      variation: fc.nat(MODIFIED.length - 1),
      quantity: fc.integer({ min: 1, max: 5 }),
    }),
    { selector: ({ product }) => product, minLength: 1, maxLength: 4 },
  ),
  added: fc.nat(PRICES.length - 1),
  currency: fc.constantFrom('GBP', 'JPY'),
});

interface Options {
  readonly shipping: { readonly methods: readonly Fields[] };
  readonly total: number;
}

interface Made {
  readonly id: string;
  readonly sku: unknown;
  readonly size: string;
  readonly variations: readonly string[];
}

/** The amounts of a record, wherever they are in it: ids, names and times differ between two shops. */
function amounts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(amounts);
  if (typeof value !== 'object' || value === null) return typeof value === 'number' ? value : null;
  const named = Object.entries(value).filter(([name]) => name !== 'sale_price' && name !== 'data');
  return named.map(([name, part]) => [/^([0-9]+|[0-9a-f]{32})$/.test(name) ? '' : name, amounts(part)]);
}

describe.each(['0', '1'])('with SALE_PRICE=show and PRICES_INCLUDE_TAX=%s', (includesTax) => {
  onEachEngine('orders-and-payments.md 32: sale prices', (engine) => {
    let store: TestStore;
    let shop: Shop;
    let band: string;
    const shelves: Record<'sale' | 'plain', Made[]> = { sale: [], plain: [] };

    const stocked = async (fields: Fields): Promise<Made> => {
      const { id, sku } = await shop.product({ title: 'Tee', tax_band: band, requires_shipping: 1, ...fields });
      const path = `/v1/products/${id}/modifiers`;
      const size = (await shop.made(path, { title: 'Size', type: 'variant' })).id;
      const variations: string[] = [];
      for (const mod_price of MODIFIED)
        variations.push((await shop.made(`${path}/${size}/variations`, { title: mod_price, mod_price })).id);
      return { id, sku, size, variations };
    };

    beforeAll(async () => {
      const settings = { SALE_PRICE: 'show', PRICES_INCLUDE_TAX: includesTax };
      store = await startStore(engine.databaseUrl, settings);
      shop = await Shop.open(store);
      band = (await shop.made('/v1/taxes', { title: 'Standard', rate: '8.875' })).id;
      for (const [at, price] of PRICES.entries()) {
        shelves.sale.push(await stocked({ price, sale_price: SALE_PRICES[at] }));
        shelves.plain.push(await stocked({ price }));
      }
      await shop.shipping({ price: '4.5', price_min: '5', tax_band: band });
      await shop.shipping({ price: '7', tax_band: band });
      await shop.promotion({ amount: 12.5, match_rules: rule('cart', 'value', 20) });
      await shop.promotion({ action: 'discount_by_fixed', amount: 0.4, match_items: rule('cart_item', 'price', 3) });
      await shop.made('/v1/currencies', {
        code: 'JPY',
        title: 'Yen',
        format: '¥{price}',
        exchange_rate: '150.5',
        enabled: 1,
      });
    });
    afterAll(() => store.close());

    const rule = (type: string, match: string, against: number): string =>
      JSON.stringify({ type: 'group', match_on: 'all', children: [{ type, match, operator: '>=', against }] });

    /** All amounts that a shopper of one shelf and their order see. */
    const seen = async (
      shelf: readonly Made[],
      each: typeof run extends fc.Arbitrary<infer T> ? T : never,
      cart: string,
    ) => {
      const headers = { 'x-currency': each.currency };
      const at = (place: number): Made => shelf[place] as Made;
      const choice = ({ size, variations }: Made, place: number): Fields => ({ [size]: variations[place] });
      for (const { product, variation, quantity } of each.lines) {
        const made = at(product);
        const json = { id: made.id, quantity, modifier: choice(made, variation) };
        expect((await shop.send('POST', `/v1/carts/${cart}`, { json })).status).toBe(201);
      }
      const shown = (await shop.send<CartResult>('GET', `/v1/carts/${cart}`, { headers })).body.result;
      const options = (await shop.send<Options>('GET', `/v1/carts/${cart}/checkout`, { headers })).body.result;
      const preview = await shop.send('POST', '/v1/promotions/cart/preview', {
        json: { cart, currency: each.currency },
      });
      const method = options.shipping.methods[0]?.['id'];
      const order = (await shop.checkout(cart, { shipping: method }, headers)).body.result;
      const extra = at(each.added);
      const items = [{ sku: extra.sku, quantity: 2, modifier: choice(extra, 0) }];
      const edit = await shop.send('POST', `/v1/orders/${order.id}/edits`, { json: { items } });
      expect(edit.status).toBe(200);
      const kept = (
        await shop.send<Fields[]>('GET', `/v1/orders/${order.id}/items`, { query: { sort: 'id', order: 'asc' } })
      ).body;
      const products = await Promise.all(
        shelf.map(async ({ id }) => (await shop.send('GET', `/v1/products/${id}`, { headers })).body.result),
      );
      return {
        cart: amounts([shown.totals, shown.contents]),
        options: amounts([options.shipping, options.total]),
        preview: amounts(preview.body.result),
        order: amounts({ ...order, number: 0 }),
        edit: amounts(edit.body.result),
        items: amounts(kept.result),
        products: products.map(({ pricing, modifiers }) =>
          JSON.stringify([pricing, modifiers]).replace(/\d{17,19}|\d{4}-\d\d-\d\d [\d:]{8}/g, ''),
        ),
      };
    };

    it(
      'change no amount anywhere',
      async () => {
        let count = 0;
        const property = fc.asyncProperty(run, async (each) => {
          const own = await seen(shelves.sale, each, `sale-${(count += 1)}`);
          expect(own).toEqual(await seen(shelves.plain, each, `plain-${count}`));
        });
        await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
      },
      30_000 + RUNS * 2000,
    );

    it('are kept as sent, also above the price', async () => {
      const product = await shop.product({ price: '10', sale_price: '12.5' });
      expect([product['price'], product['sale_price']]).toEqual([10, 12.5]);
      const { status, body } = await shop.send('PUT', `/v1/products/${product.id}`, { form: { price: '9' } });
      expect([status, body.result['price'], body.result['sale_price']]).toEqual([200, 9, 12.5]);
    });
  });
});
