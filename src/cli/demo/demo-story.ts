import { type DemoClient, type DemoRecord } from './demo-client';
import { type ReceivedEvent } from './demo-receiver';

/** The two products of the demo. */
interface Catalog {
  readonly tea: DemoRecord;
  readonly mug: DemoRecord;
}

/** 15 % off with a code. */
export const TEA_TIME = {
  title: 'Tea time',
  ...{ from: '2020-01-01', to: '2099-12-31' },
  ...{ status: 1, terminating: 0, persistent: 0, apply_to_shipping: 0 },
  ...{ action: 'discount_by_percent', amount: 15, discount_code: 'TEATIME' },
};

type Totals = Readonly<Record<'pre_discount' | 'post_discount', { readonly formatted: { readonly with_tax: string } }>>;

/** Fills a new store: two products, a way to send them, and a discount code. */
export async function fillStore(store: DemoClient): Promise<Catalog> {
  const band = await store.quietly('POST', '/v1/taxes', { title: 'Standard', rate: '20' });
  const product = (sku: string, title: string, price: string) => ({
    sku,
    title,
    slug: sku.toLowerCase(),
    price,
    tax_band: band.id,
    stock_status: 1,
    stock_level: 10,
  });
  const tea = await store.quietly('POST', '/v1/products', product('TEA-250', 'Tea, 250 g', '9.99'));
  const mug = await store.quietly('POST', '/v1/products', product('MUG-1', 'Mug', '6.50'));
  const method = { title: 'Next day', slug: 'next-day', price: '4.50', tax_band: band.id, status: 1 };
  await store.quietly('POST', '/v1/shipping', method);
  return { tea, mug };
}

/** A promotion with a code goes through cart, checkout and payment. */
export async function tellStory(store: DemoClient, { tea, mug }: Catalog): Promise<void> {
  await makePromotion(store);
  const add = '/v1/carts/demo';
  const code = '/v1/carts/demo/discount';
  await store.call('Ada puts two teas into a cart.', 'POST', add, { id: tea.id, quantity: 2 }, tellCart);
  await store.call('And a mug.', 'POST', add, { id: mug.id, quantity: 1 }, tellCart);
  await store.call('She tries a code that is not there.', 'POST', code, { code: 'coffee' }, tellCart);
  await store.call('She types the one that is.', 'POST', code, { code: 'teatime' }, tellCart);
  const order = await checkOut(store);
  const pay = (number: string) => ({ data: { number, expiry_month: 12, expiry_year: 2030 } });
  const purchase = `/v1/checkout/payment/purchase/${order.id}`;
  await store.call('Her first card is declined.', 'POST', purchase, pay('4000000000000002'), tellPayment);
  await store.call('Her second card pays.', 'POST', purchase, pay('4242424242424242'), tellPayment);
  await store.call('The order, as it is now.', 'GET', `/v1/orders/${order.id}`, undefined, tellOrder);
}

async function makePromotion(store: DemoClient): Promise<void> {
  const why = 'The shop offers 15 % off with the code TEATIME.';
  await store.call(why, 'POST', '/v1/promotions/cart', TEA_TIME, ({ title }) => `promotion "${String(title)}"`);
}

function checkOut(store: DemoClient): Promise<DemoRecord> {
  const name = { first_name: 'Ada', last_name: 'Lovelace' };
  const address = { ...name, address_1: '12 High St', postcode: 'BA1 1AA', country: 'GB' };
  const customer = { ...name, email: 'ada@example.com' };
  const choices = { customer, gateway: 'dummy', shipping: 'next-day', bill_to: address, ship_to: 'bill_to' };
  const why = 'She checks out: the cart becomes an order, with its stock taken and its discount kept.';
  return store.call(why, 'POST', '/v1/carts/demo/checkout', choices, tellOrder);
}

/** Prints an event on one line: its type, the object's id and, for an order, its status. */
export function tellEvent({ type, object_id: id, data }: ReceivedEvent): string {
  const status = type.startsWith('order.') ? ` ${(data['status'] as { value: string }).value}` : '';
  return `${type}  ${id}${status}`;
}

function tellCart(cart: DemoRecord): string {
  const { pre_discount: before, post_discount: after } = cart['totals'] as Totals;
  const items = `${String(cart['total_items'])} items`;
  const was = before.formatted.with_tax === after.formatted.with_tax ? '' : ` instead of ${before.formatted.with_tax}`;
  return `cart: ${items}, ${after.formatted.with_tax} with tax${was}`;
}

function tellOrder(order: DemoRecord): string {
  const { value } = order['status'] as { value: string };
  const { formatted } = order['totals'] as { formatted: Record<string, string> };
  const parts = `${formatted['subtotal']} + ${formatted['shipping_price']} shipping + ${formatted['tax']} tax`;
  return `order ${order.id}: ${value}, ${formatted['total']} = ${parts}`;
}

function tellPayment(payment: DemoRecord): string {
  return `${String(payment['message'])}; ${tellOrder(payment['order'] as DemoRecord)}`;
}
