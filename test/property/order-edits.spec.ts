import { getDataSourceToken } from '@nestjs/typeorm';
import * as fc from 'fast-check';
import { type DataSource } from 'typeorm';
import { type Fields, type OrderResult, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

/** `ORDER_EDIT_RUNS` orders, each edited several times. */
const RUNS = Number(process.env['ORDER_EDIT_RUNS'] ?? 15);
/** More than they can sell and use. */
const STOCK = 1_000 + RUNS * 100;
const MAX_USES = 1_000 + RUNS * 10;

/** One thing that happens to an order. */
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('edit' as const), changes: changes(), shipping: shippingOf() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('dry' as const), changes: changes(), shipping: shippingOf() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('move' as const), to: fc.constantFrom('cancelled', 'unpaid', 'paid') }),
  },
);

function changes() {
  return fc.uniqueArray(
    fc.record({
      product: fc.nat(2),
      quantity: fc.integer({ min: 0, max: 6 }),
      price: fc.option(fc.constantFrom('0', '0.01', '3.33', '20'), { freq: 3 }),
    }),
    { selector: ({ product }) => product, maxLength: 3 },
  );
}

function shippingOf() {
  return fc.option(fc.record({ method: fc.option(fc.nat(1)), price: fc.option(fc.constantFrom('0', '2.5', '9.99')) }), {
    freq: 2,
  });
}

/** Cents: totals are multiples of it (orders-and-payments.md 37). */
const STEP = 5;

onEachEngine('any sequence of edits', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let products: (Fields & { id: string })[];
  let methods: string[];

  const query = (sql: string, values: unknown[] = []): Promise<Fields[]> =>
    store.app.get<DataSource>(getDataSourceToken()).query(sql, values);
  const cents = (value: unknown): number => Math.round(Number(value) * 100);

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0', ORDER_TRANSITIONS: 'free' });
    shop = await Shop.open(store);
    await shop.setTotalStep(String(STEP / 100));
    const tax = (await shop.made('/v1/taxes', { title: 'VAT', rate: '17.5' })).id;
    const stock = { stock_status: 1, stock_level: STOCK, tax_band: tax };
    products = [
      await shop.product({ price: '9.99', ...stock }),
      await shop.product({ price: '3.35', ...stock, tax_band: shop.untaxed }),
      await shop.product({ price: '0.07', ...stock }),
    ];
    methods = [(await shop.shipping({ price: '4.99', tax_band: tax })).id, (await shop.shipping({ price: '7' })).id];
    const least = (value: number): string =>
      JSON.stringify({ type: 'group', children: [{ type: 'cart', match: 'value', operator: '>=', against: value }] });
    await shop.promotion({ amount: 7.5, max_uses: MAX_USES, apply_to_shipping: 1 });
    await shop.promotion({ action: 'discount_subtotal_fixed', amount: 3, max_uses: MAX_USES, match_rules: least(15) });
    await shop.promotion({ action: 'buy_x_get_y_free', amount: 1, trigger_quantity: 2, max_uses: MAX_USES });
    await shop.promotion({ action: 'free_ship', amount: 0, shipping_methods: [methods[0]], max_uses: MAX_USES });
  });
  afterAll(() => store.close());

  const edit = (order: string, { changes: lines, shipping }: { changes: Changes; shipping: Shipping }, dry: 0 | 1) => {
    const items = lines.map(({ product, quantity, price }) => ({
      sku: products[product]?.['sku'],
      quantity,
      ...(price !== null && { price }),
    }));
    const sent = shipping && {
      ...(shipping.method !== null && { shipping: methods[shipping.method] }),
      ...(shipping.price !== null && { shipping_price: shipping.price }),
    };
    return shop.send('POST', `/v1/orders/${order}/edits`, { json: { items, ...sent, dry_run: dry } });
  };

  /** Returns the invariants that an order breaks. */
  const faultsOf = async (id: string): Promise<string[]> => {
    const order = (await shop.send<OrderResult>('GET', `/v1/orders/${id}`)).body.result;
    const items = (await shop.send<Fields[]>('GET', `/v1/orders/${id}/items`)).body.result;
    const discounts = (await shop.send<Fields[]>('GET', `/v1/orders/${id}/discounts`)).body.result;
    const sum = (rows: readonly Fields[], field: string): number =>
      rows.reduce((all, row) => all + cents(row[field]), 0);
    const { tax, rounding } = (order['totals'] as { raw: Fields }).raw as { tax: number; rounding: number };
    const total = cents(order.subtotal) + cents(order.shipping_price) + cents(tax) + cents(rounding);
    return [
      ...(sum(items, 'net') === cents(order.subtotal) ? [] : ['net']),
      ...(total === cents(order.total) && Math.abs(cents(rounding)) <= STEP / 2 ? [] : ['total']),
      ...(cents(order.total) % STEP === 0 && cents(order['balance']) % STEP === 0 ? [] : ['step']),
      ...(sum(items, 'discount') === sum(discounts, 'discount') ? [] : ['discount']),
      ...(items.every(({ net, total: all, tax: own }) => cents(net) + cents(own) === cents(all)) ? [] : ['item']),
      ...(order.count === items.length ? [] : ['count']),
    ];
  };

  /** Units that the orders in force hold, and those that the stock lacks, by product. */
  const stockFaults = async (): Promise<string[]> => {
    const faults: string[] = [];
    for (const { id } of products) {
      const [sold] = await query(
        `SELECT COALESCE(SUM(i.quantity), 0) AS units FROM order_items i JOIN orders o ON o.id = i.order_id
         WHERE i.product_id = ? AND o.status <> 'cancelled'`,
        [id],
      );
      const left = Number(await shop.stockOf(id));
      if (STOCK - left !== Number(sold?.['units'])) faults.push(`${left} left, ${Number(sold?.['units'])} sold`);
    }
    return faults;
  };

  /** Counters of uses beside their ledger, and the ledger beside the discounts of the orders in force. */
  const useFaults = async (): Promise<Fields[]> => {
    const rows = await query(
      `SELECT c.promotion_id AS promotion, c.used AS used,
         (SELECT COUNT(*) FROM promotion_redemptions r WHERE r.promotion_id = c.promotion_id AND r.released_at IS NULL) AS ledger,
         (SELECT COUNT(*) FROM order_discounts d JOIN orders o ON o.id = d.order_id
            WHERE d.promotion_id = c.promotion_id AND o.status <> 'cancelled') AS discounts
       FROM promotion_counters c`,
    );
    return rows.filter(
      ({ used, ledger, discounts }) => Number(used) !== Number(ledger) || Number(ledger) !== Number(discounts),
    );
  };

  it(
    'orders-and-payments.md 4: an edit there and back gives the same order',
    async () => {
      const counts = fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }));
      const away = fc.array(fc.record({ units: counts, shipping: fc.nat(1) }), { minLength: 1, maxLength: 4 });
      let fell = 0;
      await fc.assert(
        fc.asyncProperty(counts, away, async (units, edits) => {
          const cart = await shop.cart(String(products[0]?.id), units[0]);
          await shop.send('POST', `/v1/carts/${cart}`, { form: { id: products[1]?.id, quantity: units[1] } });
          const { id } = (await shop.checkout(cart, { shipping: methods[0] })).body.result;
          const state = async (): Promise<unknown> => {
            const order = (await shop.send<OrderResult>('GET', `/v1/orders/${id}`)).body.result;
            const query_ = { query: { sort: 'id', order: 'asc' } };
            const items = (await shop.send<Fields[]>('GET', `/v1/orders/${id}/items`, query_)).body.result;
            const discounts = (await shop.send<Fields[]>('GET', `/v1/orders/${id}/discounts`)).body.result;
            const own = [...items, ...discounts].map(({ updated_at: _, ...row }) => row);
            return [order.total, order.subtotal, order.shipping_price, order['totals'], ...own];
          };
          const edit_ = ({ units: [first, second], shipping }: { units: [number, number]; shipping: number }) => {
            const changes = [first, second].map((quantity, product) => ({ product, quantity, price: null }));
            return edit(id, { changes, shipping: { method: shipping, price: null } }, 0);
          };
          const before = await state();
          for (const one of edits) {
            const { status, body } = await edit_(one);
            expect(status).toBe(200);
            fell += (body.result['promotions'] as { fallen: unknown[] }).fallen.length;
          }
          const { status, body } = await edit_({ units, shipping: 0 });
          expect([status, body.result['warnings'], await state()]).toEqual([200, [], before]);
        }),
        { numRuns: RUNS },
      );
      expect(fell).toBeGreaterThan(0);
      expect([await stockFaults(), await useFaults()]).toEqual([[], []]);
    },
    600_000 + RUNS * 300,
  );

  it(
    'orders-and-payments.md 3, 4, 6: leaves money, stock and uses true',
    async () => {
      const start = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 });
      let edited = 0;
      await fc.assert(
        fc.asyncProperty(start, fc.array(step, { minLength: 1, maxLength: 6 }), async (quantities, steps) => {
          const [first = 1, ...more] = quantities;
          const cart = await shop.cart(String(products[0]?.id), first);
          for (const [i, quantity] of more.entries()) {
            await shop.send('POST', `/v1/carts/${cart}`, { form: { id: products[i + 1]?.id, quantity } });
          }
          const { id } = (await shop.checkout(cart, { shipping: methods[0] })).body.result;
          for (const one of steps) {
            if (one.kind === 'move') await shop.send('PUT', `/v1/orders/${id}`, { json: { status: one.to } });
            else edited += Number((await edit(id, one, one.kind === 'dry' ? 1 : 0)).status === 200);
            expect(await faultsOf(id)).toEqual([]);
          }
          expect([await stockFaults(), await useFaults()]).toEqual([[], []]);
        }),
        { numRuns: RUNS },
      );
      expect(edited).toBeGreaterThan(RUNS);
    },
    600_000 + RUNS * 300,
  );
});

type Changes = readonly { readonly product: number; readonly quantity: number; readonly price: string | null }[];
type Shipping = { readonly method: number | null; readonly price: string | null } | null;
