import { setTimeout as pause } from 'node:timers/promises';
import { type Form, type SoakWorld } from './soak.world';

/** Customers who come again: counters a customer are as many as that. */
const CUSTOMERS = 40;
/** Operations under way at once; what would be more is held back and counted. */
const MAX_UNDER_WAY = 64;
/** Stock of each product at the beginning. */
export const STOCK = 10_000_000;
/** Brands come and go at a pace of their own: the receivers that hang or fail hear of them. */
const BRAND_EVERY_MS = 3_000;
/** Interval in which the operator enables the webhook again whose receiver responds with 410. */
const REOPEN_EVERY_MS = 12_000;

/** Numbers of acknowledged requests, by kind. */
export type Done = Record<
  'orders' | 'items' | 'updates' | 'customers' | 'brands' | 'paid' | 'cancelled' | 'reads',
  number
>;

type Step = () => Promise<void>;

/** The traffic of a store: mixed writes, and purchases with promotions that are paid, cancelled or left. */
export class SoakLoad {
  readonly done: Done = { orders: 0, items: 0, updates: 0, customers: 0, brands: 0, paid: 0, cancelled: 0, reads: 0 };
  /** Requests that were not answered with 2xx, the first few. */
  readonly failures: string[] = [];
  failed = 0;
  /** Operations not begun because too many were under way. */
  held = 0;
  private underWay = 0;
  private turn = 0;
  private count = 0;
  private readonly recent: string[] = [];
  private readonly mix: readonly Step[];

  private constructor(
    private readonly world: SoakWorld,
    private readonly orderForm: Form,
    private readonly shop: Readonly<Record<'tea' | 'mug' | 'shipping' | 'band', string>>,
    private readonly gone: string,
  ) {
    const { order, item, update, customer, purchase, read } = this.steps();
    this.mix = [order, item, update, purchase('paid'), read, order, customer, purchase('cancelled'), item, update];
  }

  /** Fills the store with what is sold and promised. */
  static async open(world: SoakWorld, gone: string): Promise<SoakLoad> {
    const made = async (path: string, form: Form): Promise<string> =>
      (await world.ask('POST', path, form)).body.result.id;
    const band = await made('/v1/taxes', { title: 'Reduced', rate: '5' });
    const product = (sku: string, price: string): Promise<string> => {
      const stock = { stock_status: '1', stock_level: String(STOCK) };
      return made('/v1/products', { sku, title: sku, slug: sku.toLowerCase(), price, tax_band: band, ...stock });
    };
    const [tea, mug] = [await product('TEA', '9.99'), await product('MUG', '6.50')];
    const way = { title: 'Post', slug: 'post', price: '4.50', tax_band: band, status: '1' };
    const shipping = await made('/v1/shipping', way);
    const always = { from: '2020-01-01', to: '2099-12-31', status: '1', terminating: '0', persistent: '0' };
    const percent = { ...always, action: 'discount_by_percent', apply_to_shipping: '0' };
    await made('/v1/promotions/cart', { ...percent, title: 'For all', amount: '5', max_uses: '100000000' });
    const limits = { max_uses: '100000000', customer_uses: '1000000' };
    await made('/v1/promotions/cart', { ...percent, title: 'By code', amount: '10', discount_code: 'SOAK', ...limits });
    const currencies = (await world.ask('GET', '/v1/currencies')).body as unknown as { result: { id: string }[] };
    const order = { status: 'unpaid', subtotal: '10', total: '10', exchange_rate: '1', currency_code: 'GBP' };
    const form = { ...order, currency: currencies.result[0]?.id ?? '' };
    const load = new SoakLoad(world, form, { tea, mug, shipping, band }, gone);
    load.remember(await made('/v1/orders', form));
    return load;
  }

  /** As many operations as that, as fast as it goes. */
  async burst(operations: number): Promise<void> {
    let left = operations;
    const worker = async (): Promise<void> => {
      while ((left -= 1) >= 0) await this.next();
    };
    await Promise.all(Array.from({ length: MAX_UNDER_WAY }, worker));
  }

  /** Operations at a steady rate, whether or not answers keep up, until told to stop; then waits for what is under way. */
  async run(perSecond: number, stop: AbortSignal): Promise<void> {
    const brands = this.every(BRAND_EVERY_MS, stop, () => this.brand());
    const reopened = this.every(REOPEN_EVERY_MS, stop, async () => {
      await this.world.ask('PUT', `/v1/webhooks/${this.gone}`, { enabled: '1' });
    });
    const begun = performance.now();
    for (let i = 0; !stop.aborted; i += 1) {
      const early = begun + (i * 1000) / perSecond - performance.now();
      if (early > 1) await pause(early);
      if (this.underWay < MAX_UNDER_WAY) void this.next();
      else this.held += 1;
    }
    await Promise.all([brands, reopened]);
    while (this.underWay > 0) await pause(20);
  }

  private async every(ms: number, stop: AbortSignal, step: Step): Promise<void> {
    while (!stop.aborted) {
      await this.attempt(step);
      await pause(ms, undefined, { signal: stop }).catch(() => undefined);
    }
  }

  private next(): Promise<void> {
    const step = this.mix[this.turn % this.mix.length];
    this.turn += 1;
    return step === undefined ? Promise.resolve() : this.attempt(step);
  }

  private async attempt(step: Step): Promise<void> {
    this.underWay += 1;
    try {
      await step();
    } catch (error) {
      this.failed += 1;
      if (this.failures.length < 5) this.failures.push(String(error));
    } finally {
      this.underWay -= 1;
    }
  }

  private steps() {
    const { world, done } = this;
    const order: Step = async () => {
      this.remember((await world.ask('POST', '/v1/orders', this.orderForm)).body.result.id);
      done.orders += 1;
    };
    const item: Step = async () => {
      const tax = { tax_band: this.shop.band, tax_rate: '5' };
      const fields = { title: 'Tea', quantity: '2', price: '9.99', sku: `S-${(this.count += 1)}`, ...tax };
      await world.ask('POST', `/v1/orders/${this.any()}/items`, fields);
      done.items += 1;
    };
    const update: Step = async () => {
      await world.ask('PUT', `/v1/orders/${this.any()}`, { shipping_price: `${(this.count += 1)}.50` });
      done.updates += 1;
    };
    const customer: Step = async () => {
      const email = `soak-${(this.count += 1)}@example.com`;
      await world.ask('POST', '/v1/customers', { first_name: 'Ada', last_name: 'Lovelace', email });
      done.customers += 1;
    };
    const read: Step = async () => {
      await world.ask('GET', '/v1/orders?limit=10');
      await world.ask('GET', `/v1/orders/${this.any()}`);
      done.reads += 1;
    };
    return { order, item, update, customer, read, purchase: (end: 'paid' | 'cancelled') => () => this.purchase(end) };
  }

  /** A cart with two products and a code, its checkout under a key of its own, and what becomes of the order. */
  private async purchase(end: 'paid' | 'cancelled'): Promise<void> {
    const number = (this.count += 1);
    const cart = `/v1/carts/soak-${number}`;
    await this.world.ask('POST', cart, { id: this.shop.tea, quantity: '2' });
    await this.world.ask('POST', cart, { id: this.shop.mug, quantity: '1' });
    await this.world.ask('POST', `${cart}/discount`, { code: 'soak' });
    const buyer = {
      'customer[first_name]': 'Ada',
      'customer[last_name]': 'Lovelace',
      'customer[email]': `buyer-${number % CUSTOMERS}@example.com`,
    };
    const form = { gateway: 'dummy', shipping: this.shop.shipping, ...buyer };
    const { id } = (await this.world.ask('POST', `${cart}/checkout`, form, `soak-${number}`)).body.result;
    const card = { 'data[number]': '4242424242424242', 'data[expiry_month]': '12', 'data[expiry_year]': '2030' };
    if (end === 'paid') await this.world.ask('POST', `/v1/checkout/payment/purchase/${id}`, card);
    else await this.world.ask('PUT', `/v1/orders/${id}`, { status: 'cancelled' });
    this.done[end] += 1;
  }

  /** A brand comes and goes. */
  private async brand(): Promise<void> {
    const slug = `brand-${(this.count += 1)}`;
    const { id } = (await this.world.ask('POST', '/v1/brands', { title: slug, slug })).body.result;
    await this.world.ask('DELETE', `/v1/brands/${id}`);
    this.done.brands += 1;
  }

  private remember(order: string): void {
    this.recent.push(order);
    if (this.recent.length > 200) this.recent.shift();
  }

  private any(): string {
    const order = this.recent[this.count % this.recent.length];
    if (order === undefined) throw new Error('no order yet');
    return order;
  }
}
