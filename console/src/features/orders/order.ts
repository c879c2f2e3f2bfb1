import { type components } from '@storekeeper/client';
import { readingRecord, store } from '../../shared/api/store';
import { moneyText } from '../../shared/format/money';
import { fullName } from '../../shared/text/full-name';
import { t, word } from '../../shared/text/text';

/** An order with all that its page shows. */
export type Order = components['schemas']['OrderRecord'];
export type OrderItem = components['schemas']['OrderItemRecord'];
export type Transaction = components['schemas']['TransactionRecord'];
export type Shipment = components['schemas']['ShipmentRecord'];

/** A part of the order's page. */
export interface OfOrder {
  readonly order: Order;
}

const PARTS: components['schemas']['OrderInclude'][] = ['items', 'discounts', 'payments', 'shipments', 'notes'];

/** Reads an order with its parts and its version. */
export function readingOrder(id: string) {
  return readingRecord(['/v1/orders', id], (signal) =>
    store.GET('/v1/orders/{order_id}', { params: { path: { order_id: id }, query: { include: PARTS } }, signal }),
  );
}

/** Names an order: its number, or its id where the store gives none. */
export function nameOf({ number, id }: Order): string {
  return number ?? id;
}

/** An amount of an order in its currency. */
export function orderMoney({ currency }: Order, amount: number): string {
  return moneyText(amount, currency.data);
}

/** Whether its gateway moves no money, so that a person does. */
export function isByHand({ gateway }: Order): boolean {
  return gateway?.data.slug === 'manual';
}

const EDITABLE = ['unpaid', 'paid', 'processing', 'mismatch'];

/** Reason why items and shipping cannot be changed; undefined: they can (orders-and-payments.md 8). */
export function whyNotEditable({ status, origin }: Order): string | undefined {
  if (origin.data.key !== 'checkout') return t('edit.not.stated');
  if (EDITABLE.includes(status.data.key)) return undefined;
  return t('edit.not.status', { status: word('order-status', status.data.key) });
}

/** Whether a payment took money that no refund has given back. */
export function isRefundable({ captured, refunded }: Order): boolean {
  return captured > refunded;
}

/** The payment that is authorized and neither captured nor released. */
export function authorizedOf({ payments = [] }: Order): Transaction | undefined {
  return payments.find(
    ({ method, status, captured }) => method === 'authorize' && status === 'succeeded' && captured === 0,
  );
}

const NOTHING = ['cancelled', 'failed', 'declined'];

/** Whether nothing will come of an order: it owes nothing. */
export function cameToNothing({ status }: Pick<Order, 'status'>): boolean {
  return NOTHING.includes(status.data.key);
}

/** Names the items of an order by their sku. */
export function titleIn({ items = [] }: Pick<Order, 'items'>): (sku: string) => string {
  const titles = new Map(items.map(({ sku, title }) => [sku, title]));
  return (sku) => titles.get(sku) ?? sku;
}

/** Names the customer of an order: by name, else by e-mail address. */
export function buyerOf({ customer }: Pick<Order, 'customer'>): string {
  if (customer === null) return t('orders.the-customer');
  return fullName(customer.data) || customer.data.email;
}
