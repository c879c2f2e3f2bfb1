import { FanOut } from '../../src/modules/webhooks/fan-out/fan-out';
import { GOOD_CARD, Shop } from '../../test/builders/cart-shop.builder';
import { Seeded } from '../../test/simulation/seeded';
import { type Call, type TestStore } from '../../test/support/store';
import { recordStatements } from '../../test/support/recorded-statements';
import { type Operation } from './sharded-replay';

const PRODUCTS = 24;
const CUSTOMERS = 60;
/** More than are used. */
const MANY = 1_000_000;
/** Operations between two fan-outs of a worker. */
const FAN_OUT_EVERY = 10;

/** Operations of shoppers, the staff and other programs, by their share in a hundred. */
const SHARES = {
  'read a cart': 25,
  'add to a cart': 26,
  'enter a code': 6,
  'check out': 10,
  pay: 8,
  'cancel an order': 2,
  'create an order': 4,
  'read an order': 10,
  'list orders': 3,
  'filter orders': 2,
  'sign up a customer': 2,
  'read the feed': 2,
} as const;
type Act = keyof typeof SHARES;

/** Drives a store as a shop is used, and keeps the statements of each operation. Only the seed decides what is done. */
export async function shopDays(store: TestStore, count: number, seed = 1): Promise<Operation[]> {
  const days = await ShopDays.open(store, new Seeded(seed));
  const operations: Operation[] = [];
  const record = async (name: string, act: () => Promise<unknown>): Promise<void> =>
    void operations.push({ name, statements: await recordStatements(store, act) });
  for (let i = 1; i <= count; i += 1) {
    const act = days.next();
    await record(act, () => days.do(act));
    if (i % FAN_OUT_EVERY === 0) await record('fan out', () => store.app.get(FanOut).fanOut());
  }
  return operations;
}

class ShopDays {
  private readonly customers: string[] = [];
  /** Every second product has a limited stock. */
  private readonly products: string[] = [];
  private readonly codes: string[] = [];
  private readonly carts: string[] = [];
  private readonly unpaid: string[] = [];
  private readonly orders: string[] = [];
  private currency = '';
  private drawn = 0;

  private constructor(
    private readonly shop: Shop,
    private readonly seeded: Seeded,
  ) {}

  static async open(store: TestStore, seeded: Seeded): Promise<ShopDays> {
    const days = new ShopDays(await Shop.open(store), seeded);
    await days.furnish();
    return days;
  }

  /** Draws an operation; those that need a cart or an order become adds until there is one. */
  next(): Act {
    const acts = Object.entries(SHARES) as [Act, number][];
    let at = this.seeded.next() * acts.reduce((sum, [, share]) => sum + share, 0);
    const [act = 'add to a cart'] = acts.find(([, share]) => (at -= share) < 0) ?? [];
    const [needsCart, needsUnpaid] = [/ cart$|code|check out/.test(act), /pay|cancel/.test(act)];
    const isPossible =
      (!needsCart || this.carts.length > 0) &&
      (!needsUnpaid || this.unpaid.length > 0) &&
      (act !== 'read an order' || this.orders.length > 0);
    return isPossible ? act : 'add to a cart';
  }

  do(act: Act): Promise<unknown> {
    const acts: Readonly<Record<Act, () => Promise<unknown>>> = {
      'read a cart': () => this.send('GET', `/v1/carts/${this.seeded.pick(this.carts)}`, {}),
      'add to a cart': () => this.add(),
      'enter a code': () =>
        this.send('POST', `/v1/carts/${this.seeded.pick(this.carts)}/discount`, {
          form: { code: this.seeded.pick(this.codes) },
        }),
      'check out': () => this.checkOut(),
      pay: () => this.send('POST', `/v1/checkout/payment/purchase/${this.taken(this.unpaid)}`, { form: GOOD_CARD }),
      'cancel an order': () =>
        this.send('PUT', `/v1/orders/${this.taken(this.unpaid)}`, { form: { status: 'cancelled' } }),
      'create an order': () => this.createOrder(),
      'read an order': () => this.send('GET', `/v1/orders/${this.seeded.pick(this.orders)}`, {}),
      'list orders': () => this.send('GET', '/v1/orders', { query: { limit: '20' } }),
      'filter orders': () => this.send('GET', '/v1/orders', { query: { limit: '20', status: 'paid' } }),
      'sign up a customer': () => this.signUp(),
      'read the feed': () => this.send('GET', '/v1/events', { query: { after: '0', limit: '20' } }),
    };
    return acts[act]();
  }

  /** Products, customers, a webhook, and promotions: one for all, one with a code and limits, one with a pool of codes. */
  private async furnish(): Promise<void> {
    const { body } = await this.shop.send<{ id: string }[]>('GET', '/v1/currencies');
    this.currency = body.result[0]?.id ?? '';
    for (let i = 0; i < PRODUCTS; i += 1) {
      const stock = i % 2 === 0 ? { stock_status: '1', stock_level: MANY } : {};
      this.products.push((await this.shop.product(stock)).id);
    }
    for (let i = 0; i < CUSTOMERS; i += 1) await this.signUp();
    const kinds = { create: 1, update: 1, delete: 1, enabled: 1, events: ['order.*'] };
    await this.shop.made('/v1/webhooks', { url: 'http://127.0.0.1:9/', content_type: 'json', ...kinds });
    await this.shop.promotion({ amount: 5 });
    await this.shop.promotion({ discount_code: 'LIMITED', max_uses: MANY, customer_uses: MANY });
    const { id } = await this.shop.promotion();
    const drawn = await this.shop.send<{ code: string }[]>('POST', `/v1/promotions/cart/${id}/codes`, {
      json: { count: 100, uses: 100 },
    });
    this.codes.push(...drawn.body.result.map(({ code }) => code), ...Array.from({ length: 100 }, () => 'LIMITED'));
  }

  /** Two adds in five begin a new cart. */
  private async add(): Promise<void> {
    const isNew = this.carts.length === 0 || this.seeded.chance(0.4);
    const cart = isNew ? `cart-${(this.drawn += 1)}` : this.seeded.pick(this.carts);
    if (isNew) this.carts.push(cart);
    const form = { id: this.seeded.pick(this.products), quantity: this.seeded.between(1, 3) };
    await this.send('POST', `/v1/carts/${cart}`, { form });
  }

  /** Every second shopper is a customer; all send an `Idempotency-Key`, as pages should. */
  private async checkOut(): Promise<void> {
    const cart = this.taken(this.carts);
    const customer = this.seeded.chance(0.5) ? { customer: this.seeded.pick(this.customers) } : {};
    const call = { form: { gateway: 'dummy', ...customer }, headers: { 'idempotency-key': `key-${cart}` } };
    const { id } = await this.send('POST', `/v1/carts/${cart}/checkout`, call);
    this.orders.push(id);
    this.unpaid.push(id);
  }

  private async createOrder(): Promise<void> {
    const money = { subtotal: '10', total: '10', exchange_rate: '1' };
    const fields = { status: 'unpaid', currency: this.currency, currency_code: 'GBP', ...money };
    const form = { ...fields, customer: this.seeded.pick(this.customers) };
    this.orders.push((await this.send('POST', '/v1/orders', { form })).id);
  }

  private async signUp(): Promise<void> {
    const form = { first_name: 'Ada', last_name: 'Lovelace', email: `shopper-${(this.drawn += 1)}@example.com` };
    this.customers.push((await this.send('POST', '/v1/customers', { form })).id);
  }

  /** @throws Error when it fails: its statements would not be those of the operation */
  private async send(method: string, path: string, call: Call): Promise<{ readonly id: string }> {
    const { status, body } = await this.shop.send(method, path, call);
    if (status >= 400) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`);
    return body.result;
  }

  /** One of them, which is removed. */
  private taken(list: string[]): string {
    const one = this.seeded.pick(list);
    list.splice(list.indexOf(one), 1);
    return one;
  }
}
