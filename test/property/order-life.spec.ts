import * as fc from 'fast-check';
import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { type Fields, GOOD_CARD, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

/** Sequences tried on each engine. The full form is `ORDER_LIFE_RUNS=5000`. */
const RUNS = Number(process.env['ORDER_LIFE_RUNS'] ?? 25);
const STOCK = 1_000_000;

/** A step in the life of an order, with its arguments. */
type Step =
  | { readonly do: 'edit'; readonly sku: 0 | 1 | 2; readonly quantity: number; readonly isDry: boolean }
  | { readonly do: 'shipping price'; readonly cents: number }
  | { readonly do: 'add item' | 'change item' | 'remove item'; readonly sku: 0 | 1 | 2; readonly quantity: number }
  | { readonly do: 'purchase' | 'authorize' | 'void' }
  | { readonly do: 'capture' | 'refund'; readonly cents: number | null }
  | { readonly do: 'refund items'; readonly sku: 0 | 1 | 2; readonly quantity: number; readonly isRestocked: boolean }
  | { readonly do: 'status'; readonly to: 'cancelled' | 'processing' | 'unpaid' | 'failed' | 'dispatched' }
  | { readonly do: 'ship'; readonly sku: 0 | 1 | 2; readonly quantity: number };

/** A refund of an order that came to nothing: it does not owe its total again (orders-and-payments.md 9, 16). */
const REFUNDED_WHEN_FAILED: Life = {
  lines: [{ sku: 0, quantity: 1 }],
  hasCode: false,
  hasShipping: false,
  totalStep: 1,
  steps: [{ do: 'purchase' }, { do: 'status', to: 'failed' }, { do: 'refund', cents: null }],
};

type StepOf<K extends Step['do']> = Step & { readonly do: K };

const sku = fc.constantFrom(0 as const, 1 as const, 2 as const);
const quantity = fc.integer({ min: 1, max: 4 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('edit' as const),
    sku,
    quantity: fc.integer({ min: 0, max: 5 }),
    isDry: fc.boolean(),
  }),
  fc.record({ do: fc.constant('shipping price' as const), cents: fc.nat(900) }),
  fc.record({
    do: fc.constantFrom('add item' as const, 'change item' as const, 'remove item' as const),
    sku,
    quantity,
  }),
  fc.record({ do: fc.constantFrom('purchase' as const, 'authorize' as const, 'void' as const) }),
  fc.record({
    do: fc.constantFrom('capture' as const, 'refund' as const),
    cents: fc.option(fc.integer({ min: 1, max: 4000 })),
  }),
  fc.record({ do: fc.constant('refund items' as const), sku, quantity, isRestocked: fc.boolean() }),
  fc.record({
    do: fc.constant('status' as const),
    to: fc.constantFrom(
      'cancelled' as const,
      'processing' as const,
      'unpaid' as const,
      'failed' as const,
      'dispatched' as const,
    ),
  }),
  fc.record({ do: fc.constant('ship' as const), sku, quantity }),
);

interface Life {
  readonly lines: readonly { readonly sku: 0 | 1 | 2; readonly quantity: number }[];
  readonly hasCode: boolean;
  readonly hasShipping: boolean;
  /** Step of the order's total, in cents. */
  readonly totalStep: 1 | 5 | 100;
  readonly steps: readonly Step[];
}

const life: fc.Arbitrary<Life> = fc.record({
  lines: fc.uniqueArray(fc.record({ sku, quantity }), { minLength: 1, maxLength: 3, selector: (line) => line.sku }),
  hasCode: fc.boolean(),
  hasShipping: fc.boolean(),
  totalStep: fc.constantFrom(1 as const, 5 as const, 100 as const),
  steps: fc.array(step, { minLength: 1, maxLength: 12 }),
});

const cents = (amount: unknown): number => Math.round(Number(amount) * 100);
const sum = (amounts: readonly number[]): number => amounts.reduce((a, b) => a + b, 0);

interface Order extends Fields {
  id: string;
  status: { data: { key: string } };
}

onEachEngine('the life of an order (orders-and-payments.md 3, 6, 9)', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let products: readonly (Fields & { id: string; sku: string })[];
  let code: string;
  let shipping: string;
  let promotions: readonly string[];

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
    const { id: band } = await shop.made('/v1/taxes', { title: 'VAT', rate: '20' });
    const stock = { stock_status: 1, stock_level: STOCK };
    const prices = ['9.99', '12.00', '0.37'];
    const made = await Promise.all(
      prices.map((price, i) =>
        shop.product({ sku: `L-${i}`, price, ...stock, ...(i === 1 ? {} : { tax_band: band }) }),
      ),
    );
    products = made as (Fields & { id: string; sku: string })[];
    ({ id: shipping } = await shop.shipping({ price: '4.95', tax_band: band }));
    code = 'life';
    const limits = { max_uses: 1_000_000, customer_uses: 0 };
    const all = [
      await shop.promotion({ action: 'discount_by_percent', amount: 15, discount_code: code, ...limits }),
      // Falls away when the order gets smaller.
      await shop.promotion({
        action: 'discount_subtotal_fixed',
        amount: 3,
        match_rules: JSON.stringify({
          type: 'group',
          match_on: 'all',
          children: [{ type: 'cart', match: 'value', operator: '>=', against: 25 }],
        }),
        ...limits,
      }),
      await shop.promotion({ action: 'buy_x_get_y_free', trigger_quantity: 3, amount: 1, ...limits }),
    ];
    promotions = all.map(({ id }) => id);
  });
  afterAll(() => store.close());

  const query = <T>(sql: string): Promise<T[]> => store.app.get<DataSource>(getDataSourceToken()).query<T[]>(sql);
  const get = async <R>(path: string): Promise<R> => {
    const { status, body } = await shop.send<R & { id: string }>('GET', path);
    expect(status).toBe(200);
    return body.result;
  };

  async function place({ lines, hasCode, hasShipping, totalStep }: Placing): Promise<Order> {
    await shop.setTotalStep(String(totalStep / 100));
    const cart = `life-${(carts += 1)}`;
    for (const line of lines) {
      await shop.send('POST', `/v1/carts/${cart}`, { form: { id: products[line.sku]?.id, quantity: line.quantity } });
    }
    if (hasCode) await shop.send('POST', `/v1/carts/${cart}/discount`, { form: { code } });
    const { status, body } = await shop.checkout(cart, hasShipping ? { shipping } : {});
    expect([status, body.error]).toEqual([201, undefined]);
    return body.result;
  }

  const send = async (method: string, path: string, json?: Fields): Promise<number> =>
    (await shop.send(method, path, json === undefined ? {} : { json })).status;

  async function itemPath(order: string, of: 0 | 1 | 2): Promise<string> {
    const items = await get<(Fields & { sku: string })[]>(`/v1/orders/${order}/items`);
    const item = items.find((line) => line.sku === `L-${of}`);
    return `/v1/orders/${order}/items/${String(item?.['id'] ?? 1)}`;
  }

  const linesOf = (one: { readonly sku: number; readonly quantity: number }): Fields => ({
    items: [{ sku: `L-${one.sku}`, quantity: one.quantity }],
  });
  const pay = (order: string, one: Step): Promise<number> =>
    send('POST', `/v1/checkout/payment/${methodOf(one)}/${order}`, paymentOf(one));

  const acts: { readonly [K in Step['do']]: (order: string, one: StepOf<K>) => Promise<number> } = {
    edit: (order, one) => send('POST', `/v1/orders/${order}/edits`, { ...linesOf(one), dry_run: one.isDry ? 1 : 0 }),
    'shipping price': (order, one) => send('POST', `/v1/orders/${order}/edits`, { shipping_price: one.cents / 100 }),
    'add item': (order, { sku: of, quantity: units }) =>
      send('POST', `/v1/orders/${order}/items`, { id: products[of]?.id, quantity: units }),
    'change item': async (order, { sku: of, quantity: units }) =>
      send('PUT', await itemPath(order, of), { quantity: units }),
    'remove item': async (order, { sku: of }) => send('DELETE', await itemPath(order, of)),
    ship: (order, one) => send('POST', `/v1/orders/${order}/shipments`, linesOf(one)),
    status: (order, { to }) => send('PUT', `/v1/orders/${order}`, { status: to }),
    purchase: pay,
    authorize: pay,
    capture: pay,
    refund: pay,
    'refund items': pay,
    void: pay,
  };

  /** Does a step. It may be refused: what is refused changes nothing, which the sums would show. @returns the status */
  const act = <K extends Step['do']>(order: string, one: StepOf<K>): Promise<number> => acts[one.do](order, one);

  /** Checks every sum that must hold after any steps. @returns the balance, in cents */
  async function check(id: string, totalStep: number): Promise<number> {
    const order = await get<Order>(`/v1/orders/${id}`);
    const items = await get<Fields[]>(`/v1/orders/${id}/items`);
    const payments = await get<Fields[]>(`/v1/orders/${id}/payments`);
    const [row] = await query<Record<string, unknown>>(`SELECT credit FROM orders WHERE id = '${id}'`);
    // Kept in ten-thousandths.
    const credit = Number(row?.['credit'] ?? 0) / 100;
    const { captured, refunded } = moved(payments);
    const total = cents(order['total']);
    const rounding = cents(rawOf(order, 'rounding'));
    expect({
      nets: sum(items.map(({ net }) => cents(net))),
      taxesAndAll: cents(order['subtotal']) + cents(order['shipping_price']) + cents(rawOf(order, 'tax')) + rounding,
      isRounded: Math.abs(rounding) * 2 <= totalStep && total % totalStep === 0,
      captured: cents(order['captured']),
      refunded: cents(order['refunded']),
      balance: cents(order['balance']),
      isCreditSound: credit >= 0 && credit <= refunded,
    }).toEqual({
      nets: cents(order['subtotal']),
      taxesAndAll: total,
      isRounded: true,
      captured,
      refunded,
      balance: NOTHING_DUE.has(order.status.data.key) ? refunded - captured : total - credit - captured + refunded,
      isCreditSound: true,
    });
    return cents(order['balance']);
  }

  /** Stock = what there was − what orders hold; counters = the ledger's rows. */
  async function checkBooks(): Promise<void> {
    const held = await query<{ product_id: unknown; quantity: unknown }>(
      'SELECT product_id, SUM(quantity) AS quantity FROM order_stock WHERE released_at IS NULL GROUP BY product_id',
    );
    for (const { id } of products) {
      const sold = Number(held.find((row) => String(row.product_id) === id)?.quantity ?? 0);
      expect(await shop.stockOf(id)).toBe(STOCK - sold);
    }
    const uses = await query<{ promotion_id: unknown; used: unknown }>(
      'SELECT promotion_id, used FROM promotion_counters',
    );
    const ledger = await query<{ promotion_id: unknown; used: unknown }>(
      'SELECT promotion_id, COUNT(*) AS used FROM promotion_redemptions WHERE released_at IS NULL GROUP BY promotion_id',
    );
    for (const id of promotions) {
      const of = (rows: typeof uses): number =>
        Number(rows.find(({ promotion_id }) => String(promotion_id) === id)?.used ?? 0);
      expect(of(uses)).toBe(of(ledger));
    }
  }

  it(
    `keeps every sum through ${RUNS} random lives of up to 12 steps`,
    async () => {
      const done = { accepted: 0, refused: 0 };
      await fc.assert(
        fc.asyncProperty(life, async ({ steps, ...placing }) => {
          const { id } = await place(placing);
          let balance = await check(id, placing.totalStep);
          for (const one of steps) {
            const status = await act(id, one);
            expect(status).toBeLessThan(500);
            done[status < 300 ? 'accepted' : 'refused'] += 1;
            const after = await check(id, placing.totalStep);
            // A refund never makes money due again.
            const isRefund = methodOf(one) === 'refund';
            expect(after).toBeLessThanOrEqual(isRefund ? Math.max(balance, 0) : Infinity);
            balance = after;
          }
          await checkBooks();
        }),
        { numRuns: RUNS, examples: [[REFUNDED_WHEN_FAILED]] },
      );
      // Most of what is tried has to happen, or little would be shown.
      expect(done.accepted).toBeGreaterThan(done.refused / 4);
    },
    300_000 + RUNS * 2400,
  );
});

type Placing = Omit<Life, 'steps'>;
let carts = 0;

/** Statuses of orders that owe nothing. */
const NOTHING_DUE = new Set(['cancelled', 'failed', 'declined']);

function methodOf(one: Step): string {
  return one.do === 'refund items' ? 'refund' : one.do;
}

function paymentOf(one: Step): Fields {
  if (one.do === 'refund items') {
    return { items: [{ sku: `L-${one.sku}`, quantity: one.quantity }], restock: one.isRestocked ? 1 : 0 };
  }
  if (one.do === 'capture' || one.do === 'refund') return one.cents === null ? {} : { amount: one.cents / 100 };
  return GOOD_CARD;
}

function moved(payments: readonly Fields[]): { captured: number; refunded: number } {
  const took = (methods: readonly string[]): number =>
    sum(
      payments
        .filter(({ method, status }) => methods.includes(keyOf(method)) && keyOf(status) === 'succeeded')
        .map(({ amount }) => cents(amount)),
    );
  return { captured: took(['purchase', 'capture']), refunded: took(['refund']) };
}

function keyOf(value: unknown): string {
  return typeof value === 'string' ? value : String((value as { data: { key: unknown } }).data.key);
}

function rawOf(order: Order, part: 'tax' | 'rounding'): unknown {
  return (order['totals'] as { raw: Fields }).raw[part];
}
