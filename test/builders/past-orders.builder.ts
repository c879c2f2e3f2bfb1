import { type Fields, GOOD_CARD, type OrderResult, type Shop } from './cart-shop.builder';

/** Random numbers of one seed, so that a run can be repeated. */
export function dice(seed: number): (sides: number) => number {
  let state = seed >>> 0;
  return (sides) => {
    // Mulberry32.
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}

const group = (...children: Fields[]): string => JSON.stringify({ type: 'group', match_on: 'all', children });
const leaf = (type: string, match: string, operator: string, against: unknown): Fields => ({
  type,
  match,
  operator,
  against,
});

/** Promotions of every action, with and without codes, groups, stops, limits and budgets. */
const PROMOTIONS: readonly Fields[] = [
  { action: 'discount_by_percent', amount: 15, discount_code: 'past', priority: 1 },
  { action: 'discount_by_percent', amount: '7.5', match_items: group(leaf('cart_item', 'sku', 'ends_with', '1')) },
  { action: 'discount_by_fixed', amount: '0.35', max_quantity: 1, apply_to_shipping: 1, best_of: 'spring' },
  { action: 'discount_subtotal_percent', amount: '4.25', best_of: 'spring' },
  { action: 'discount_to_fixed', amount: 8, match_items: group(leaf('cart_item', 'price', '>', 9)), priority: -1 },
  { action: 'discount_subtotal_fixed', amount: 3, match_rules: group(leaf('cart', 'value', '>=', 25)) },
  { action: 'buy_x_get_y_free', trigger_quantity: 3, amount: 1, persistent: 1 },
  {
    action: 'discount_subtotal_percent',
    amount: 5,
    match_rules: group(leaf('customer', 'orders', '>=', 2)),
    terminating: 1,
    priority: 5,
  },
  { action: 'discount_subtotal_fixed', amount: '1.11', max_uses: 6, priority: 6, persistent: 1 },
  { action: 'discount_subtotal_fixed', amount: '0.90', customer_uses: 1, priority: 7, persistent: 1 },
  { action: 'discount_by_percent', amount: 3, budget: '4.5', priority: 8, persistent: 1 },
  { action: 'discount_by_percent', amount: 2, from: '2020-01-01', to: '2026-03-01', priority: 9, persistent: 1 },
];

/** Codes that a promotion has in its pool, each for one use. */
const POOL = 25;

/** An order that was placed. */
export interface PastOrder {
  readonly id: string;
  readonly isEdited: boolean;
}

interface Purchase {
  readonly items: readonly Fields[];
  readonly code: string | undefined;
  readonly form: Fields;
  readonly headers: Record<string, string>;
}

/** A shop whose orders are of all kinds. */
export class PastOrders {
  readonly orders: PastOrder[] = [];
  /** Ids of all promotions, and of those whose uses are counted. */
  readonly promotions: string[] = [];
  private readonly limited = new Set<string>();
  private readonly later: (() => Promise<void>)[] = [];
  private products: (Fields & { id: string })[] = [];
  private shipping = '';
  private purchases = 0;

  /** @param pass moves the clock on, by some minutes */
  constructor(
    private readonly shop: Shop,
    private readonly roll: (sides: number) => number,
    private readonly pass: () => void,
  ) {}

  /** Makes products, promotions and what else orders are made of. */
  async open(): Promise<void> {
    const euro = { code: 'EUR', title: 'Euro', format: '€{price}', decimal_point: '.', thousand_point: ',' };
    await this.shop.made('/v1/currencies', { ...euro, exchange_rate: '1.37', rounding_mode: 'half_even', enabled: 1 });
    const yen = { code: 'JPY', title: 'Yen', format: '¥{price}', decimal_point: '.', thousand_point: ',' };
    await this.shop.made('/v1/currencies', { ...yen, exchange_rate: '183.2', enabled: 1 });
    const { id: band } = await this.shop.made('/v1/taxes', { title: 'VAT', rate: '20' });
    const prices = ['9.99', '12.05', '0.37', '7.5'];
    for (const [i, price] of prices.entries())
      this.products.push(await this.shop.product({ sku: `L-${i}`, price, ...(i === 1 ? {} : { tax_band: band }) }));
    ({ id: this.shipping } = await this.shop.shipping({ price: '4.95', tax_band: band }));
    for (const promotion of PROMOTIONS) {
      const { id } = await this.shop.promotion(promotion);
      this.promotions.push(id);
      if (['max_uses', 'customer_uses', 'budget'].some((limit) => limit in promotion)) this.limited.add(id);
    }
    const free = {
      action: 'free_ship',
      amount: 0,
      max_quantity: '2.5',
      shipping_methods: JSON.stringify([this.shipping]),
    };
    this.promotions.push((await this.shop.promotion(free)).id);
    const { id: pool } = await this.shop.promotion({
      action: 'discount_by_percent',
      amount: '6.5',
      priority: 10,
      persistent: 1,
    });
    const codes = Array.from({ length: POOL }, (_, i) => `pool-${i}`);
    await this.ok(this.shop.send('POST', `/v1/promotions/cart/${pool}/codes`, { json: { codes } }));
    this.promotions.push(pool);
    this.limited.add(pool);
  }

  /** Places orders; some are paid, refunded, cancelled, revived, removed or edited, at once or later. */
  async place(count: number): Promise<void> {
    for (let i = 0; i < count; i += 1) {
      this.pass();
      const order = await this.checkout();
      const isEdited = await this.live(order);
      if (isEdited !== undefined) this.orders.push({ id: order.id, isEdited });
      // Not in the millisecond in which an order was placed.
      this.pass();
      if (this.later.length > 5) await this.later.splice(this.roll(this.later.length), 1)[0]?.();
    }
  }

  /** Whether a promotion whose uses are counted applies to an order. */
  private async isLimited(id: string): Promise<boolean> {
    const { body } = await this.shop.send<{ id: string; promotion: string }[]>('GET', `/v1/orders/${id}/discounts`);
    return body.result.some(({ promotion }) => this.limited.has(promotion));
  }

  private async checkout(): Promise<OrderResult> {
    const { roll } = this;
    this.purchases += 1;
    const items = Array.from({ length: 1 + roll(3) }, () => ({
      id: this.products[roll(this.products.length)]?.id,
      quantity: 1 + roll(5),
    }));
    const code = [' Past', ` Pool-${roll(POOL)}`][roll(5)];
    const email = roll(2) === 0 ? `regular-${roll(4)}@example.com` : `once-${this.purchases}@example.com`;
    const customer = { first_name: 'Ada', last_name: 'Byron', email };
    const form = { customer, ...(roll(2) === 0 ? { shipping: this.shipping } : {}) };
    const currency = [undefined, undefined, 'EUR', 'JPY'][roll(4)];
    const headers: Record<string, string> = currency === undefined ? {} : { 'x-currency': currency };
    const purchase = { items, code, form, headers };
    const { status, body } = await (roll(4) === 0 ? this.buyFromCart(purchase) : this.buyAtOnce(purchase));
    if (status !== 201) throw new Error(`the checkout answered ${status}: ${JSON.stringify(body)}`);
    return body.result;
  }

  /** A cart that is filled item by item. A code of the pool that was used already is refused, and left out. */
  private async buyFromCart({ items, code, form, headers }: Purchase) {
    const cart = `past-${this.purchases}`;
    for (const item of items) await this.shop.send('POST', `/v1/carts/${cart}`, { form: item });
    if (code !== undefined) await this.shop.send('POST', `/v1/carts/${cart}/discount`, { form: { code } });
    return this.shop.checkout(cart, form, headers);
  }

  /** The whole purchase in one request; with a code that is refused in another one without. */
  private async buyAtOnce({ items, code, form, headers }: Purchase) {
    const send = (more: Fields) =>
      this.shop.send<OrderResult>('POST', '/v1/carts/checkout', {
        json: { gateway: 'dummy', items, ...form, ...more },
        headers,
      });
    const answer = await send(code === undefined ? {} : { code });
    return answer.status === 422 && code !== undefined ? send({}) : answer;
  }

  /** @returns whether it was edited; undefined: it was removed */
  private async live({ id, total }: OrderResult): Promise<boolean | undefined> {
    const { shop, roll } = this;
    const put = (status: string): Promise<void> => this.ok(shop.send('PUT', `/v1/orders/${id}`, { form: { status } }));
    const later = (act: () => Promise<void>): void => void this.later.push(act);
    switch (roll(10)) {
      case 0:
        later(() => put('cancelled'));
        return false;
      case 1:
        await put('failed');
        await put('unpaid');
        return false;
      case 2:
        await put('declined');
        return false;
      case 3:
        // With nothing to pay it is paid already.
        if (total === 0) return false;
        await this.ok(shop.pay('purchase', id, GOOD_CARD));
        await this.ok(shop.pay('refund', id, { amount: Math.min(1, total) }));
        return false;
      case 4:
        if (await this.isLimited(id)) return false;
        await this.ok(shop.send('DELETE', `/v1/orders/${id}`));
        return undefined;
      case 5:
        // Other orders may take what an edit frees.
        if (await this.isLimited(id)) return false;
        await this.ok(shop.send('POST', `/v1/orders/${id}/edits`, { json: { items: [{ sku: 'L-3', quantity: 2 }] } }));
        return true;
      default:
        return false;
    }
  }

  private async ok(answer: Promise<{ status: number; body: Fields }>): Promise<void> {
    const { status, body } = await answer;
    if (status !== 200 && status !== 201) throw new Error(`the answer was ${status}: ${JSON.stringify(body)}`);
  }
}
