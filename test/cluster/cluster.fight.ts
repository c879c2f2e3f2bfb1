import { randomUUID } from 'node:crypto';
import { type Caller } from './caller';
import { type Claim, none } from './cluster.claims';
import { type ClusterWorld } from './cluster.world';

const AT_ONCE = 40;
const FEW = 10;

/**
 * Two APIs that want the same rows at the same moment: on different nodes, against the advice, where the cluster takes that;
 * else both on the primary.
 */
export async function fight(world: ClusterWorld, caller: Caller, band: string): Promise<Claim[]> {
  const { hasManyWriters } = world.database.kind;
  if (hasManyWriters) await world.startApi(1, 1);
  const ring = new Ring(world, caller, band, hasManyWriters ? 'on two nodes at once' : 'at two APIs at once');
  return [
    await ring.stock(),
    await ring.promotion(),
    await ring.oneCart(),
    await ring.oneKey(),
    await ring.oneDefault(),
  ];
}

class Ring {
  constructor(
    private readonly world: ClusterWorld,
    private readonly caller: Caller,
    private readonly band: string,
    private readonly where: string,
  ) {}

  async stock(): Promise<Claim> {
    const product = await this.product({ stock_status: '1', stock_level: String(FEW) });
    const placed = await this.checkouts(product);
    return this.exactly(`orders of ${FEW} that are left`, placed.filter((status) => status === 201).length, FEW);
  }

  async promotion(): Promise<Claim> {
    const product = await this.product({ stock_status: '0' });
    const code = `F${randomUUID().slice(0, 8)}`.toUpperCase();
    const form = { title: code, from: '2020-01-01', to: '2099-12-31', status: '1', terminating: '0', persistent: '0' };
    const action = { action: 'discount_by_percent', amount: '10', apply_to_shipping: '0' };
    const id = await this.made('/v1/promotions/cart', {
      ...form,
      ...action,
      discount_code: code,
      max_uses: String(FEW),
    });
    await this.checkouts(product, code);
    const used = await this.world.count(0, `SELECT COUNT(*) FROM order_discounts WHERE promotion_id = ${id}`);
    return this.exactly(`discounts of a promotion of ${FEW} uses`, used, FEW);
  }

  /** The same cart checked out at both. */
  async oneCart(): Promise<Claim> {
    const product = await this.product({ stock_status: '0' });
    const twice: string[] = [];
    for (let i = 0; i < FEW; i += 1) {
      const cart = await this.cart(product, i % 2);
      const path = `/v1/carts/${cart}/checkout`;
      const [a, b] = await this.both((url) => this.caller.insist(url, 'POST', path, { gateway: 'dummy' }));
      if (a.body.result?.id !== b.body.result?.id)
        twice.push(`${a.status} ${b.status} ${JSON.stringify(b.body).slice(0, 200)}`);
    }
    return none(`${this.where}: carts that did not become one order`, twice);
  }

  /** The same request with the same key at both. */
  async oneKey(): Promise<Claim> {
    const twice: string[] = [];
    for (let i = 0; i < FEW; i += 1) {
      const key = randomUUID();
      const form = { first_name: 'A', last_name: 'B', email: `${key}@example.com` };
      const [a, b] = await this.both((url) => this.caller.insist(url, 'POST', '/v1/customers', form, key));
      if (a.body.result?.id !== b.body.result?.id) twice.push(`${key}: ${a.status} ${b.status}`);
    }
    return none(`${this.where}: keyed requests that did not have one effect`, twice);
  }

  async oneDefault(): Promise<Claim> {
    const currencies: string[] = [];
    for (const code of ['NOK', 'SEK']) {
      const form = { code, title: code, enabled: '1', default: '0', exchange_rate: '1', format: '{price}' };
      currencies.push(await this.made('/v1/currencies', { ...form, decimal_point: '.', thousand_point: ',' }));
    }
    for (let i = 0; i < FEW; i += 1) {
      await Promise.all(
        currencies.map((id, api) =>
          this.caller.insist(this.world.url((api + i) % 2), 'PUT', `/v1/currencies/${id}`, { default: '1' }),
        ),
      );
    }
    const defaults = await this.world.count(0, 'SELECT COUNT(*) FROM currencies WHERE default_mark = 1');
    return this.exactly('default currencies', defaults, 1);
  }

  private exactly(promise: string, found: number, wanted: number): Claim {
    return { promise: `${this.where}: ${promise}`, found: String(found), isKept: found === wanted };
  }

  private both<T>(act: (url: string) => Promise<T>): Promise<[T, T]> {
    return Promise.all([act(this.world.url(0)), act(this.world.url(1))]);
  }

  private async made(path: string, form: object): Promise<string> {
    const { status, body } = await this.caller.insist(this.world.url(0), 'POST', path, form);
    if (status !== 201 || body.result === undefined) throw new Error(`POST ${path}: ${status} ${JSON.stringify(body)}`);
    return body.result.id;
  }

  private product(stock: object): Promise<string> {
    const sku = randomUUID();
    return this.made('/v1/products', { sku, title: sku, slug: sku, price: '10', tax_band: this.band, ...stock });
  }

  private async cart(product: string, api: number, code?: string): Promise<string> {
    const cart = `cart-${randomUUID()}`;
    await this.caller.insist(this.world.url(api), 'POST', `/v1/carts/${cart}`, { id: product, quantity: '1' }, cart);
    if (code) await this.caller.insist(this.world.url(api), 'POST', `/v1/carts/${cart}/discount`, { code });
    return cart;
  }

  /** Statuses of as many checkouts at once, half of them at each API. */
  private async checkouts(product: string, code?: string): Promise<number[]> {
    const carts: string[] = [];
    for (let i = 0; i < AT_ONCE; i += 1) carts.push(await this.cart(product, i % 2, code));
    const answers = await Promise.all(
      carts.map((cart, i) =>
        this.caller.insist(this.world.url(i % 2), 'POST', `/v1/carts/${cart}/checkout`, { gateway: 'dummy' }),
      ),
    );
    return answers.map(({ status }) => status);
  }
}
