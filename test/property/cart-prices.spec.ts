import fc from 'fast-check';
import { amountNumber, parseAmount } from '../../src/kernel/money';
import { ACTION_KEYS } from '../../src/modules/promotions/domain/actions/promotion-actions';
import { type CartResult, type Fields, type OrderResult, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

/** Carts on each engine. `CART_RUNS=2000` is what a release is tried with. */
const RUNS = Number(process.env['CART_RUNS'] ?? 20);
const TIMEOUT_MS = 30_000 + RUNS * 1000;
/** Made once; each run draws from them. */
const PRICES = ['0.01', '3.33', '9.99', '10', '24.5', '199.995'];
const CUSTOMERS = 6;
const METHODS = 3;

const leaf = fc.oneof(
  fc.record({
    type: fc.constant('customer'),
    match: fc.constantFrom('orders', 'spent'),
    operator: fc.constantFrom('>', '<=', '='),
    against: fc.constantFrom(0, 1, 2, 5, 50),
  }),
  fc.record({
    type: fc.constant('customer'),
    match: fc.constantFrom('is_guest', 'first_order'),
    against: fc.constantFrom(0, 1),
  }),
  fc.record({
    type: fc.constant('customer'),
    match: fc.constant('email'),
    operator: fc.constantFrom('starts_with', '!='),
    against: fc.constantFrom('c1', 'c2@example.com'),
  }),
  fc.record({ type: fc.constant('customer'), match: fc.constant('group'), against: fc.constantFrom('trade', 'club') }),
  fc.record({
    type: fc.constant('cart'),
    match: fc.constantFrom('value', 'discounted_value', 'total_items', 'shipping_price'),
    operator: fc.constantFrom('>', '<='),
    against: fc.nat(100),
  }),
);
const rules = fc.record({
  type: fc.constant('group'),
  match_on: fc.constantFrom('any', 'all'),
  children: fc.array(leaf, { minLength: 1, maxLength: 2 }),
});

const promotion = fc.record({
  action: fc.constantFrom(...ACTION_KEYS),
  amount: fc.integer({ min: 0, max: 60 }),
  max_quantity: fc.nat(4),
  trigger_quantity: fc.integer({ min: 1, max: 3 }),
  priority: fc.nat(3),
  terminating: fc.constantFrom(0, 0, 1),
  persistent: fc.constantFrom(0, 1),
  best_of: fc.constantFrom('', '', 'spring', 'spring'),
  apply_to_shipping: fc.constantFrom(0, 1),
  max_uses: fc.constantFrom(0, 0, 1),
  customer_uses: fc.constantFrom(0, 0, 1),
  budget: fc.constantFrom(0, 0, 0.5, 5, 40),
  coded: fc.constantFrom('', '', 'own', 'pool', 'both'),
  group: fc.constantFrom(null, null, 0),
  rules: fc.option(rules, { freq: 3 }),
});

const run = fc.record({
  lines: fc.uniqueArray(fc.record({ product: fc.nat(PRICES.length - 1), quantity: fc.integer({ min: 1, max: 5 }) }), {
    selector: ({ product }) => product,
    minLength: 1,
    maxLength: 4,
  }),
  promotions: fc.array(promotion, { minLength: 1, maxLength: 4 }),
  customer: fc.option(fc.nat(CUSTOMERS - 1), { freq: 4 }),
  by: fc.constantFrom<('id' | 'email')[]>('id', 'email'),
  /** Whether the cart knows the customer, or each request names them. */
  isKnown: fc.boolean(),
  isCoded: fc.boolean(),
  method: fc.nat(METHODS - 1),
  currency: fc.constantFrom('GBP', 'GBP', 'JPY', 'KWD'),
  end: fc.constantFrom('paid', 'cancelled', 'unpaid'),
});
type Run = typeof run extends fc.Arbitrary<infer T> ? T : never;

/** A promotion of a run. */
interface Sold {
  readonly id: string;
  /** That a cart can use it by; null: none. */
  readonly code: string | null;
}
interface Options {
  cart: CartResult;
  total: number;
  shipping: { methods: (Fields & { id: string; total: number })[] };
}
interface Preview {
  totals: CartResult['totals'];
  lines: { net: number }[];
  shipping: { net: number };
  applied: { id: string }[];
}

const sum = (numbers: readonly number[]): number =>
  amountNumber(numbers.reduce((total, number) => total + parseAmount(String(number)), 0n));

describe.each(['0', '1'])('with PRICES_INCLUDE_TAX=%s', (includesTax) => {
  onEachEngine('the price of a cart', (engine) => {
    let store: TestStore;
    let shop: Shop;
    let count = 0;
    const world = {
      products: [] as string[],
      methods: [] as (Fields & { id: string })[],
      rates: [] as string[],
      customers: [] as { id: string; email: string }[],
      groups: [] as string[],
    };

    beforeAll(async () => {
      store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0', PRICES_INCLUDE_TAX: includesTax });
      shop = await Shop.open(store);
      const bands: { id: string; rate: string }[] = [];
      for (const rate of ['0', '20', '8.875'])
        bands.push({ id: (await shop.made('/v1/taxes', { title: rate, rate })).id, rate });
      for (const [i, price] of PRICES.entries())
        world.products.push((await shop.product({ price, tax_band: bands[i % 3]?.id, requires_shipping: i % 2 })).id);
      for (const [i, price] of ['0', '4.5', '12.345'].entries()) {
        world.methods.push(await shop.shipping({ price, tax_band: bands[i]?.id }));
        world.rates.push(String(bands[i]?.rate));
      }
      for (const slug of ['trade', 'club'])
        world.groups.push((await shop.made('/v1/customers/groups', { title: slug, slug })).id);
      for (let i = 0; i < CUSTOMERS; i += 1) {
        const email = `c${i}@example.com`;
        const person = { first_name: 'C', last_name: String(i), email, group: world.groups[i % 3] ?? '' };
        world.customers.push({ id: (await shop.made('/v1/customers', person)).id, email });
      }
      const yen = { code: 'JPY', title: 'Yen', format: '¥{price}', exchange_rate: '150.5', enabled: 1 };
      await shop.made('/v1/currencies', yen);
      await shop.made('/v1/currencies', { ...yen, code: 'KWD', title: 'Dinar', exchange_rate: '0.41' });
    });
    afterAll(() => store.close());

    /** The code that a promotion can be used by; one of its pool where it has one. */
    const codeOf = async (id: string, coded: string, place: number): Promise<string | null> => {
      if (coded === '') return null;
      if (coded === 'own') return `code${place}`;
      await shop.made(`/v1/promotions/cart/${id}/codes`, { codes: [`Pool-${id}`] });
      return `pool-${id}`;
    };

    const sell = async ({ promotions }: Run): Promise<Sold[]> => {
      const made: Sold[] = [];
      for (const { coded, group, rules: tree, ...fields } of promotions) {
        const isWhole = fields.action === 'buy_x_get_y_free';
        const form = {
          ...fields,
          amount: isWhole ? Math.max(1, fields.amount % 3) : fields.amount,
          ...(fields.action === 'free_ship' && { shipping_methods: [world.methods[1]?.id] }),
          ...(['own', 'both'].includes(coded) && { discount_code: `CODE${made.length}` }),
          ...(group !== null && { customer_group: world.groups[group] }),
          ...(tree !== null && { match_rules: JSON.stringify(tree) }),
        };
        const { id } = await shop.promotion(form);
        made.push({ id, code: await codeOf(id, coded, made.length) });
      }
      return made;
    };

    const filled = async (each: Run, sold: readonly Sold[], who: string | null): Promise<string> => {
      const cart = `random-${(count += 1)}`;
      for (const { product, quantity } of each.lines)
        await shop.send('POST', `/v1/carts/${cart}`, { form: { id: world.products[product], quantity } });
      const code = sold.find((promotion) => promotion.code !== null)?.code ?? null;
      const form = {
        ...(each.isKnown && who !== null && { customer: who }),
        ...(each.isCoded && code !== null && { discount_code: code }),
      };
      await shop.send('PUT', `/v1/carts/${cart}`, { form });
      return cart;
    };

    /** All that a cart, its options, its previews and its checkout say, each in the same words. */
    const said = async (each: Run, sold: readonly Sold[]): Promise<Fields> => {
      const customer = each.customer === null ? undefined : world.customers[each.customer];
      const who = customer?.[each.by] ?? null;
      const cart = await filled(each, sold, who);
      const headers = { 'x-currency': each.currency };
      const named = who !== null && !each.isKnown ? { customer: who } : undefined;
      const { id, slug, price } = world.methods[each.method] as Fields & { id: string };
      const shown = (await shop.send<CartResult>('GET', `/v1/carts/${cart}`, { headers })).body.result;
      const options = (await shop.send<Options>('GET', `/v1/carts/${cart}/checkout`, { headers, query: named })).body
        .result;
      const previewed = async (more: Fields): Promise<Preview> => {
        const json = { cart, currency: each.currency, ...(named && { customer: { [each.by]: who } }), ...more };
        return (await shop.send<Preview>('POST', '/v1/promotions/cart/preview', { json })).body.result;
      };
      const plain = await previewed({});
      const sent = await previewed({ shipping: { id, slug, price, tax_rate: world.rates[each.method] } });
      const { status, body } = await shop.checkout(cart, { shipping: id, ...named }, headers);
      expect([status, body.errors]).toEqual([201, undefined]);
      await settle(body.result, each);
      return {
        cart: [(named ? options.cart : shown).totals, options.cart.totals],
        applied: [options.cart.promotions.applied.map((applied) => applied['id'])],
        subtotal: body.result.subtotal,
        shipping: body.result.shipping_price,
        total: options.shipping.methods.find((offered) => offered.id === id)?.total,
        bare: options.total,
        is: {
          cart: [plain.totals, plain.totals],
          applied: [plain.applied.map((applied) => applied.id)],
          subtotal: sum(sent.lines.map(({ net }) => net)),
          shipping: sent.shipping.net,
          total: body.result.total,
          bare: plain.totals.post_discount.raw['with_tax'],
        },
      };
    };

    const settle = async ({ id }: OrderResult, { end }: Run): Promise<void> => {
      if (end !== 'unpaid') await shop.send('PUT', `/v1/orders/${id}`, { form: { status: end } });
    };

    it(
      'orders-and-payments.md 22, promotions-at-scale.md 4: is the same in the cart, its options, previews and checkout, to the cent',
      async () => {
        let discounted = 0;
        const property = fc.asyncProperty(run, async (each) => {
          const sold = await sell(each);
          const { is, ...says } = await said(each, sold);
          if ((is as { applied: unknown[][] }).applied[0]?.length !== 0) discounted += 1;
          expect(says).toEqual(is);
          for (const { id } of sold) await shop.send('DELETE', `/v1/promotions/cart/${id}`);
        });
        await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
        expect(discounted).toBeGreaterThan(RUNS / 10);
      },
      TIMEOUT_MS,
    );
  });
});
