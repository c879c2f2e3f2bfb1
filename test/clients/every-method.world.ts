import { type SmallWorld, smallWorld } from '../support/small-world';
import { type TestStore } from '../support/store';
import { type MethodWorld } from './every-method.table';

const CODES = ['EUR', 'USD', 'JPY', 'CAD', 'AUD', 'NZD', 'SEK', 'NOK', 'DKK', 'CHF'];
const CARD = { data: { number: '4242424242424242', expiry_month: 12, expiry_year: 2030, cvv: '123' } };
const BUYER = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };
const ADDRESS = { first_name: 'Ada', last_name: 'Lovelace', address_1: '1 Row', postcode: 'BA1 1AA', country: 'GB' };

/** The client under test: its token and its cart. */
export interface Shopper {
  /** Default: the token of the tests. */
  readonly token?: string;
  readonly cart: string;
}

/** A store with a record of each resource, and more of them on demand. */
export class EveryMethodWorld {
  private number = 0;
  private coded = -1;

  private constructor(
    private readonly store: TestStore,
    private readonly world: SmallWorld,
    private readonly shopper: () => Shopper,
  ) {}

  static async of(store: TestStore, shopper: () => Shopper): Promise<EveryMethodWorld> {
    return new EveryMethodWorld(store, await smallWorld(store), shopper);
  }

  /** Returns the records that the methods of the table are called with. */
  readonly at = (): MethodWorld => ({
    world: this.world,
    make: async (path, fields) => {
      if (!path.includes('?')) return (await this.send('POST', path, fields ?? this.freshBody(path))).id;
      const { body } = await this.store.request<{ result: { id: string }[] }>('GET', path);
      return body.result[0]?.id ?? '';
    },
    choices: async () => {
      const { id } = await this.send('POST', '/v1/products', this.freshBody('/v1/products'));
      const path = `/v1/products/${id}/modifiers`;
      const { id: modifier } = await this.send('POST', path, { title: 'Size', type: 'variant' });
      const { id: variation } = await this.send('POST', `${path}/${modifier}/variations`, { title: 'L' });
      return { product: id, modifier, variation };
    },
    line: async () => this.fill(this.shopper()),
    order: async () => {
      const shopper = { ...this.shopper(), cart: `own-cart-of-a-page-${(this.number += 1)}` };
      await this.fill(shopper);
      const { shipping } = this.world.ids;
      const fields = { customer: BUYER, bill_to: ADDRESS, ship_to: 'bill_to', shipping, gateway: 'dummy' };
      return (await this.send('POST', `/v1/carts/${shopper.cart}/checkout`, fields, shopper)).id;
    },
    pay: async (method, order) =>
      void (await this.send('POST', `/v1/checkout/payment/${method}/${order}`, CARD, this.shopper())),
  });

  /** The arguments, with a body of a further record in the place of each path. */
  async given(args: (at: MethodWorld) => Promise<readonly unknown[]> | readonly unknown[]): Promise<unknown[]> {
    const given = await args(this.at());
    return given.map((one) => (typeof one === 'string' && one.startsWith('/') ? this.freshBody(one) : one));
  }

  private async fill({ cart, token }: Shopper): Promise<string> {
    const fields = { id: this.world.ids.product, quantity: 1 };
    const { contents } = await this.send('POST', `/v1/carts/${cart}`, fields, { token });
    return Object.keys(contents as object)[0] ?? '';
  }

  private async send(
    method: string,
    path: string,
    json: object,
    by: { readonly token?: string | undefined } = {},
  ): Promise<{ id: string } & Record<string, unknown>> {
    const { status, body } = await this.store.request<{ result: { id: string } }>(method, path, {
      json,
      ...(by.token === undefined ? {} : { token: by.token }),
    });
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`);
    return { ...body.result };
  }

  private freshBody(path: string): object {
    const { bodies } = this.world;
    const name = `m-${(this.number += 1)}`;
    const cart = { action: 'discount_by_percent', amount: 10, apply_to_shipping: 0, terminating: 0, persistent: 0 };
    const made: Record<string, object> = {
      '/v1/brands': { title: name, slug: name },
      '/v1/categories': { title: name, slug: name },
      '/v1/collections': { title: name, slug: name },
      '/v1/customers': { ...bodies.customers, email: `${name}@example.com` },
      '/v1/customers/groups': { title: name, slug: name },
      '/v1/orders': bodies.orders,
      '/v1/products': { ...bodies.products, sku: name, slug: name },
      '/v1/promotions/cart': { ...cart, title: name, from: '2020-01-01', to: '2099-12-31', status: 0 },
      '/v1/shipping': { ...bodies.shipping, slug: name },
      '/v1/taxes': bodies.taxes,
      '/v1/webhooks': { ...bodies.webhooks, name },
    };
    if (path === '/v1/currencies') return { ...bodies.currencies, code: CODES[(this.coded += 1)] };
    return made[path] ?? {};
  }
}

/** Every method of every resource that a client has, as `Resource.Method`. */
export function methodsOf(client: object): string[] {
  const names: string[] = [];
  for (const [resource, part] of Object.entries(client)) {
    if (typeof part !== 'object' || part === null || !/^[A-Z]/.test(resource) || resource === 'Storage') continue;
    for (const name in part) {
      if (/^[A-Z]/.test(name) && typeof (part as Record<string, unknown>)[name] === 'function')
        names.push(`${resource}.${name}`);
    }
  }
  return names.sort();
}

/** Fails unless the record of an answer, or each of its list or object by id, shows these fields. */
export function expectShown(result: unknown, shows: readonly string[] | null): void {
  const records = shows === null ? [] : recordsOf(result, shows);
  for (const record of records) expect(Object.keys(record)).toEqual(expect.arrayContaining([...(shows ?? [])]));
  expect(records.length > 0 || shows === null || shows.length === 0).toBe(true);
}

function recordsOf(result: unknown, shows: readonly string[]): object[] {
  if (typeof result !== 'object' || result === null) throw new TypeError(`no result: ${String(result)}`);
  return shows.length > 0 && shows.every((field) => field in result) ? [result] : (Object.values(result) as object[]);
}
