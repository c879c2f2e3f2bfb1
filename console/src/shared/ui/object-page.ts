import { type components } from '@storekeeper/client';

/** A kind of object that events are about, as the API names it. */
export type EventObject = components['schemas']['EventObject'];

type PathOf = (id: string, data: Readonly<Record<string, unknown>>) => string | undefined;

const below =
  (path: string): PathOf =>
  (id) =>
    `${path}/${id}`;
/** The page of another object that the data names. */
const of =
  (path: string, field: string): PathOf =>
  (_, data) =>
    typeof data[field] === 'string' ? `${path}/${data[field]}` : undefined;

/** The page of each kind of object. One that is not here does not compile. */
const PAGES: Readonly<Record<EventObject, PathOf>> = {
  address: of('/customers', 'customer_id'),
  backtest: below('/promotions/backtests'),
  brand: below('/catalog/brands'),
  cart: below('/carts'),
  category: below('/catalog/categories'),
  collection: below('/catalog/collections'),
  currency: below('/settings/currencies'),
  customer: below('/customers'),
  customer_group: below('/customers/groups'),
  file: below('/settings/files'),
  gateway: of('/settings/gateways', 'slug'),
  order: below('/orders'),
  order_item: of('/orders', 'order'),
  payment: of('/orders', 'order'),
  product: below('/catalog/products'),
  promotion: below('/promotions'),
  shipment: of('/orders', 'order'),
  shipping: below('/settings/shipping'),
  tax: below('/settings/taxes'),
  webhook: below('/webhooks'),
};

/** Fields that name an object to people, the best first. An order has a number, an item of one has a sku beside its title. */
const NAMES = ['number', 'title', 'name', 'email', 'sku', 'code', 'url'] as const;

/** The name of an object in the data of its event; undefined: it has none. */
export function nameOfObject(data: object): string | undefined {
  const values = data as Readonly<Record<string, unknown>>;
  return NAMES.map((name) => values[name]).find((value) => typeof value === 'string' && value !== '') as
    string | undefined;
}

/** Every kind of object. */
export const EVENT_OBJECTS = Object.keys(PAGES) as readonly EventObject[];

/** The page of the object of an event; undefined when it is not known which. */
export function pageOfObject(object: EventObject, id: string, data: object): string | undefined {
  return PAGES[object](id, data as Readonly<Record<string, unknown>>);
}
