import { Shop } from '../../test/builders/cart-shop.builder';
import { type TestStore } from '../../test/support/store';
import { copyWholeOrder } from './our-orders';
import { orderWorld } from './order-world';

const ITEMS = 5;
const CARD = { 'data[number]': '4242424242424242', 'data[expiry_month]': '12', 'data[expiry_year]': '2030' };

/** Statuses that one order, a hundred, and half of them have; the others are unpaid. */
export const SEARCHED = { one: 'refunded', hundred: 'cancelled', half: 'paid' } as const;

function address(kind: string, line: string): Record<string, string> {
  const fields = {
    first_name: 'Ada',
    last_name: 'Lovelace',
    company: 'Analytical Engines Ltd',
    address_1: line,
    city: 'Bath',
    county: 'Somerset',
    postcode: 'BA1 1AA',
    country: 'GB',
    phone: '+44 1225 000000',
  };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${kind}[${name}]`, value]));
}

/** Orders as checkouts make them, and the body of a create of such an order, without its items. */
export interface FatOrders {
  /** Id of each, youngest first. */
  readonly ids: readonly string[];
  readonly form: string;
}

/**
 * Fills a store with copies of an order of a checkout: a customer, two addresses, shipping, five items with a discount each, and a
 * payment that was taken.
 */
export async function fatOrders(store: TestStore, count: number): Promise<FatOrders> {
  const shop = await Shop.open(store);
  const tax_band = (await shop.made('/v1/taxes', { title: 'Standard', rate: '20' })).id;
  const items: [string, string][] = [];
  for (let i = 0; i < ITEMS; i += 1) {
    const title = `Earl Grey tea in a tin, ${100 + i} g`;
    const { id } = await shop.product({ title, tax_band, price: `${8 + i}.50`, requires_shipping: '1' });
    items.push([`items[${i}][id]`, id], [`items[${i}][quantity]`, String(1 + (i % 2))]);
  }
  await shop.promotion({ title: 'A tenth off' });
  const shipping = (await shop.shipping()).id;
  const parties = {
    gateway: 'dummy',
    shipping,
    ...address('bill_to', '12 High Street'),
    ...address('ship_to', '1 Mill Lane'),
  };
  const customer = {
    'customer[first_name]': 'Ada',
    'customer[last_name]': 'Lovelace',
    'customer[email]': 'ada@example.com',
  };
  const order = await shop.made('/v1/carts/checkout', { ...Object.fromEntries(items), ...parties, ...customer });
  await shop.pay('purchase', order.id, CARD);
  const ids = await copyWholeOrder(store, order.id, count, (copy) => ({ status: statusOf(copy) }));
  const { form } = await orderWorld(store);
  return { ids, form: `${form}&${new URLSearchParams({ ...parties, customer: 'ada@example.com' }).toString()}` };
}

function statusOf(copy: number): string {
  if (copy === 1) return SEARCHED.one;
  if (copy <= 200) return copy % 2 === 0 ? SEARCHED.hundred : 'unpaid';
  return copy % 2 === 0 ? SEARCHED.half : 'unpaid';
}
