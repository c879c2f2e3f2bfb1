import { type Call, type TestStore } from '../support/store';

export type Fields = Record<string, unknown>;
export type Result<R = Fields & { id: string }> = {
  status: boolean;
  result: R;
  error: string;
  errors: Record<string, string[]>;
};

/** A line of a cart as far as tests name its fields. */
export type CartLine = Fields & { identifier: string; id: string | null; quantity: number; price: number };
export interface CartResult {
  id: string;
  contents: Record<string, CartLine>;
  total_items: number;
  discount_code: string | null;
  totals: Record<'pre_discount' | 'post_discount', Record<'formatted' | 'rounded' | 'raw', Fields>>;
  promotions: { applied: Fields[]; rejected: Fields[] };
  [field: string]: unknown;
}

/** Makes what a shop is made of, over HTTP; each call names only what matters. */
export class Shop {
  private count = 0;

  constructor(
    readonly store: TestStore,
    /** Band that is not taxed, the default one, so that totals are easy to read. */
    readonly untaxed: string,
  ) {}

  static async open(store: TestStore): Promise<Shop> {
    const { body } = await store.request<Result>('POST', '/v1/taxes', {
      form: { title: 'None', rate: '0', default: 1 },
    });
    return new Shop(store, body.result.id);
  }

  send<R = Fields & { id: string }>(method: string, path: string, call?: Call) {
    return this.store.request<Result<R>>(method, path, call);
  }

  async made(path: string, form: Fields): Promise<Fields & { id: string }> {
    const { status, body } = await this.send('POST', path, { form });
    if (status !== 201) throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(body)}`);
    return body.result;
  }

  /** Sets the step of totals in the default currency; empty: its smallest unit. */
  async setTotalStep(step: string): Promise<void> {
    const { result } = (await this.send<(Fields & { id: string })[]>('GET', '/v1/currencies')).body;
    const own = result.find((currency) => currency['default'] === true);
    const { status } = await this.send('PUT', `/v1/currencies/${own?.id}`, { form: { total_step: step } });
    if (status !== 200) throw new Error(`the step answered ${status}`);
  }

  product(more: Fields = {}): Promise<Fields & { id: string }> {
    const name = `P-${(this.count += 1)}`;
    return this.made('/v1/products', {
      sku: name,
      title: name,
      slug: name,
      price: '10',
      tax_band: this.untaxed,
      requires_shipping: 0,
      ...more,
    });
  }

  promotion(more: Fields = {}): Promise<Fields & { id: string }> {
    const title = `Promotion ${(this.count += 1)}`;
    const required = { title, from: '2020-01-01', to: '2099-12-31', status: 1, terminating: 0, persistent: 0 };
    const action = { action: 'discount_by_percent', amount: 10, apply_to_shipping: 0 };
    return this.made('/v1/promotions/cart', { ...required, ...action, ...more });
  }

  shipping(more: Fields = {}): Promise<Fields & { id: string }> {
    const title = `ship-${(this.count += 1)}`;
    return this.made('/v1/shipping', { title, slug: title, price: '5', tax_band: this.untaxed, status: 1, ...more });
  }

  /** A cart with so many of a product. @returns its id */
  async cart(productId: string, quantity = 1): Promise<string> {
    const cart = `cart-${(this.count += 1)}`;
    const { status } = await this.send('POST', `/v1/carts/${cart}`, { form: { id: productId, quantity } });
    if (status !== 201) throw new Error(`the cart answered ${status}`);
    return cart;
  }

  checkout(cart: string, form: Fields = {}, headers: Record<string, string> = {}) {
    return this.send<OrderResult>('POST', `/v1/carts/${cart}/checkout`, {
      form: { gateway: 'dummy', ...form },
      headers,
    });
  }

  /** The order of a new cart with so many of a product. */
  async order(productId: string, form: Fields = {}, quantity = 1): Promise<OrderResult> {
    const { status, body } = await this.checkout(await this.cart(productId, quantity), form);
    if (status !== 201) throw new Error(`the checkout answered ${status}: ${JSON.stringify(body)}`);
    return body.result;
  }

  pay(method: string, order: string, form: Fields = {}, headers: Record<string, string> = {}) {
    return this.send<Fields & { order: OrderResult; data: Fields }>('POST', `/v1/checkout/payment/${method}/${order}`, {
      form,
      headers,
    });
  }

  async stockOf(productId: string): Promise<unknown> {
    return (await this.send('GET', `/v1/products/${productId}`)).body.result['stock_level'];
  }

  async statusOf(orderId: string): Promise<string> {
    return (await this.send<OrderResult>('GET', `/v1/orders/${orderId}`)).body.result.status.data.key;
  }
}

/** An order as far as tests name its fields. */
export interface OrderResult {
  id: string;
  status: { data: { key: string } };
  subtotal: number;
  shipping_price: number;
  total: number;
  count: number;
  [field: string]: unknown;
}

/** A card that pays, and one that is declined. */
export const GOOD_CARD = { data: { number: '4242424242424242', expiry_month: '12', expiry_year: '2030', cvv: '123' } };
export const BAD_CARD = { data: { number: '4000000000000002' } };
