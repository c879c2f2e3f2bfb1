import { type SmallWorld } from '../support/small-world';

/** The records that the methods of the table are called with. */
export interface MethodWorld {
  readonly world: SmallWorld;
  /** Makes a record of its own for a method. @returns its id */
  readonly make: (path: string, fields?: object) => Promise<string>;
  /** A product with a modifier that has a variation. */
  readonly choices: () => Promise<{ product: string; modifier: string; variation: string }>;
  /** An order of a checkout that is not paid yet. */
  readonly order: () => Promise<string>;
  /** Does something to an order, as a payment. */
  readonly pay: (method: string, order: string) => Promise<void>;
  /** Puts the world's product into the cart of the client. @returns the identifier of its line */
  readonly line: () => Promise<string>;
}

/** A method of the client: what it is called with, and what its answer shows. */
export interface MethodCase {
  readonly args: (at: MethodWorld) => Promise<readonly unknown[]> | readonly unknown[];
  /** Fields of `result`, of each of them when it is a list; null: the answer has none. */
  readonly shows: readonly string[] | null;
}

const ADDRESS = { first_name: 'Ada', last_name: 'Byron', address_1: '1 Row', postcode: 'BA1 1AA', country: 'GB' };
const CARD = { data: { number: '4242424242424242', expiry_month: 12, expiry_year: 2030, cvv: '123' } };
const STAMPS = ['id', 'created_at', 'updated_at'];
const FIELD = ['slug', 'name', 'type', 'options', 'required', 'unique', 'locked', 'order', 'instructions', 'value'];
const SHELF = [...STAMPS, 'title', 'slug', 'description', 'status'];

interface Resource {
  readonly path: string;
  /** A change, and what records show. */
  readonly change: object;
  readonly shows: readonly string[];
}

/** Resources that have Get, Find, List, Create, Update and Delete. */
const RESOURCES: Readonly<Record<string, Resource>> = {
  Brand: { path: '/v1/brands', change: { title: 'Changed' }, shows: SHELF },
  Category: { path: '/v1/categories', change: { title: 'Changed' }, shows: [...SHELF, 'parent'] },
  Collection: { path: '/v1/collections', change: { title: 'Changed' }, shows: SHELF },
  Currency: {
    path: '/v1/currencies',
    change: { title: 'Changed' },
    shows: [...STAMPS, 'code', 'title', 'format', 'exchange_rate', 'rounding', 'enabled', 'default'],
  },
  Customer: {
    path: '/v1/customers',
    change: { first_name: 'Changed' },
    shows: [...STAMPS, 'first_name', 'last_name', 'email', 'group'],
  },
  CustomerGroup: { path: '/v1/customers/groups', change: { title: 'Changed' }, shows: [...STAMPS, 'title', 'slug'] },
  Order: {
    path: '/v1/orders',
    change: { status: 'paid' },
    shows: [...STAMPS, 'status', 'currency', 'customer', 'bill_to', 'ship_to', 'totals', 'subtotal', 'total', 'count'],
  },
  Product: {
    path: '/v1/products',
    change: { title: 'Changed' },
    shows: [...SHELF, 'sku', 'price', 'pricing', 'tax_band', 'category', 'brand', 'modifiers', 'stock_level'],
  },
  Promotion: {
    path: '/v1/promotions/cart',
    change: { title: 'Changed' },
    shows: [...STAMPS, 'title', 'action', 'amount', 'from', 'to', 'status'],
  },
  Shipping: {
    path: '/v1/shipping',
    change: { title: 'Changed' },
    shows: [...STAMPS, 'title', 'slug', 'price', 'status', 'tax_band'],
  },
  Tax: { path: '/v1/taxes', change: { title: 'Changed' }, shows: [...STAMPS, 'title', 'rate'] },
};

function ofResource(name: string, { path, change, shows }: Resource): Record<string, MethodCase> {
  return {
    [`${name}.Get`]: { args: async ({ make }) => [await make(path)], shows },
    [`${name}.Find`]: { args: async ({ make }) => [{ id: await make(path) }], shows },
    [`${name}.List`]: { args: async ({ make }) => [{ limit: 1, id: await make(path) }], shows },
    [`${name}.Create`]: { args: async () => [path], shows },
    [`${name}.Update`]: { args: async ({ make }) => [await make(path), change], shows },
    [`${name}.Delete`]: { args: async ({ make }) => [await make(path)], shows: null },
    [`${name}.Fields`]: { args: async ({ make }) => [await make(path)], shows: FIELD },
  };
}

const CART = ['id', 'contents', 'total_items', 'totals', 'total', 'total_before_tax', 'currency', 'discount_code'];
const MODIFIER = [...STAMPS, 'type', 'title', 'instructions', 'product', 'variations'];
const VARIATION = [...STAMPS, 'title', 'mod_price', 'difference', 'modifier', 'product'];
const PAYMENT = ['message', 'reference', 'redirect', 'data', 'order'];
const ITEM = [...STAMPS, 'order', 'product', 'sku', 'title', 'quantity', 'tax_rate', 'price'];
const GATEWAY = [...STAMPS, 'slug', 'name', 'description', 'enabled'];
const HOOK = [...STAMPS, 'url', 'enabled'];
const PLACE = [...STAMPS, 'first_name', 'last_name', 'address_1', 'postcode', 'country'];

const payment = (method: string, ...before: string[]): MethodCase => ({
  args: async ({ order, pay }) => {
    const id = await order();
    for (const step of before) await pay(step, id);
    return method === '' ? ['purchase', id, CARD] : [id, CARD];
  },
  shows: PAYMENT,
});

const ofCarts: Record<string, MethodCase> = {
  'Cart.Contents': { args: async ({ line }) => (await line(), []), shows: CART },
  'Cart.Insert': { args: ({ world }) => [world.ids.product, 2, null], shows: CART },
  'Cart.Update': { args: async ({ line }) => [await line(), { quantity: 3 }], shows: CART },
  'Cart.Delete': { args: async ({ line }) => (await line(), []), shows: null },
  'Cart.Remove': { args: async ({ line }) => [await line()], shows: null },
  'Cart.Item': {
    args: async ({ line }) => [await line()],
    shows: ['identifier', 'name', 'quantity', 'price', 'pricing', 'tax', 'total', 'totals', 'modifier', 'category'],
  },
  'Cart.InCart': { args: async ({ line, world }) => (await line(), [world.ids.product]), shows: null },
  'Cart.Checkout': {
    args: async ({ line }) => (await line(), []),
    shows: ['cart', 'shipping', 'gateways', 'addresses'],
  },
  'Cart.Complete': {
    args: async ({ line, world }) => {
      await line();
      const customer = { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com' };
      return [{ customer, shipping: world.ids.shipping, gateway: 'dummy', bill_to: ADDRESS, ship_to: 'bill_to' }];
    },
    shows: [...STAMPS, 'status', 'totals', 'total'],
  },
  'Cart.Discount': { args: async ({ line }) => (await line(), [false]), shows: null },
  'Cart.List': { args: async ({ line }) => (await line(), [null]), shows: CART },
};

const ofPayments: Record<string, MethodCase> = {
  'Checkout.Payment': payment(''),
  'Payment.Authorize': payment('authorize'),
  'Payment.Capture': payment('capture', 'authorize'),
  'Payment.Purchase': payment('purchase'),
  'Payment.CompleteAuthorize': payment('complete_authorize'),
  'Payment.CompletePurchase': payment('complete_purchase'),
  'Payment.Refund': payment('refund', 'purchase'),
  'Payment.Void': payment('void', 'authorize'),
  'Payment.Process': payment(''),
  'Transaction.Get': {
    args: async ({ order, pay, make }) => {
      const id = await order();
      await pay('purchase', id);
      return [await make(`/v1/transactions?order=${id}`)];
    },
    shows: [...STAMPS, 'order', 'gateway', 'method', 'status', 'amount', 'reference'],
  },
  'Transaction.Listing': {
    args: async ({ order, pay }) => {
      const id = await order();
      await pay('purchase', id);
      return [{ order: id }];
    },
    shows: [...STAMPS, 'order', 'gateway', 'method', 'status', 'amount', 'reference'],
  },
};

/** Called with a product, its modifier and what is given. */
const inModifier =
  (...more: object[]): MethodCase['args'] =>
  async ({ choices }) => {
    const { product, modifier } = await choices();
    return [product, modifier, ...more];
  };
/** Called with a product, its modifier, its variation and what is given. */
const inVariation =
  (...more: object[]): MethodCase['args'] =>
  async ({ choices }) => [...Object.values(await choices()), ...more];

const ofProducts: Record<string, MethodCase> = {
  'Product.Search': { args: ({ world }) => [{ id: world.ids.product }], shows: RESOURCES['Product']?.shows ?? [] },
  'Product.Modifiers': { args: async ({ choices }) => [(await choices()).product], shows: MODIFIER },
  'Product.Variations': { args: async ({ choices }) => [(await choices()).product], shows: VARIATION },
  'Modifier.Get': { args: inModifier(), shows: MODIFIER },
  'Modifier.Create': {
    args: async ({ make }) => [await make('/v1/products'), { title: 'Size', type: 'variant' }],
    shows: MODIFIER,
  },
  'Modifier.Update': { args: inModifier({ title: 'Changed' }), shows: MODIFIER },
  'Modifier.Delete': { args: inModifier(), shows: null },
  'Variation.Get': { args: inVariation(), shows: VARIATION },
  'Variation.Create': { args: inModifier({ title: 'XL' }), shows: VARIATION },
  'Variation.Update': { args: inVariation({ title: 'Changed' }), shows: VARIATION },
  'Variation.Delete': { args: inVariation(), shows: null },
};

const FIELDS: Record<string, MethodCase> = {
  'Address.Fields': { args: ({ world }) => [world.ids.customer, world.ids.address], shows: FIELD },
  'Modifier.Fields': { args: inModifier(), shows: FIELD },
  'Variation.Fields': { args: inVariation(), shows: FIELD },
  'Webhook.Fields': { args: ({ world }) => [world.ids.webhook], shows: FIELD },
};

const PERIOD = ['from', 'to', 'time_zone', 'as_of', 'currency_code', 'days'];
const ofStats: Record<string, MethodCase> = {
  'Stats.Store': { args: () => ['7days', null], shows: [...PERIOD, 'orders', 'total', 'revenue', 'customers'] },
  'Stats.Revenue': { args: () => ['2026-01-01', '2026-01-31'], shows: [...PERIOD, 'captured', 'refunded', 'revenue'] },
  'Stats.Orders': {
    args: () => ['24hours', '2026-01-31'],
    shows: [...PERIOD, 'count', 'cancelled', 'total', 'average'],
  },
  'Stats.Customers': { args: () => [null, null], shows: [...PERIOD, 'count'] },
  'Stats.Stats': { args: () => ['revenue', '30days', null], shows: [...PERIOD, 'captured', 'refunded', 'revenue'] },
};

const ofOthers: Record<string, MethodCase> = {
  'Address.Get': { args: ({ world }) => [world.ids.customer, world.ids.address], shows: PLACE },
  'Address.Find': { args: ({ world }) => [world.ids.customer, { id: world.ids.address }], shows: PLACE },
  'Address.List': { args: ({ world }) => [world.ids.customer, null], shows: PLACE },
  'Address.Create': { args: ({ world }) => [world.ids.customer, ADDRESS], shows: PLACE },
  'Address.Update': { args: ({ world }) => [world.ids.customer, world.ids.address, { city: 'Bath' }], shows: PLACE },
  'Category.Tree': { args: () => [null], shows: [...SHELF, 'children', 'images'] },
  'Category.Order': { args: ({ world }) => [{ data: { [world.ids.category]: 1 } }], shows: [...SHELF, 'children'] },
  'Promotion.Search': {
    args: async ({ make }) => [{ id: await make('/v1/promotions/cart') }],
    shows: RESOURCES['Promotion']?.shows ?? [],
  },
  'Entry.List': { args: () => ['banners', null], shows: [] },
  'Entry.Find': { args: () => ['banners', { slug: 'home' }], shows: [] },
  'Flow.Entries': { args: () => ['banners', null], shows: [] },
  'Gateway.Get': { args: () => ['dummy'], shows: GATEWAY },
  'Gateway.List': { args: () => [null], shows: GATEWAY },
  'Gateway.Update': { args: () => ['manual', { description: 'By bank' }], shows: GATEWAY },
  'Gateway.Enable': { args: () => ['manual'], shows: GATEWAY },
  'Gateway.Disable': { args: () => ['manual'], shows: GATEWAY },
  'Order.Items': { args: ({ world }) => [world.ids.order], shows: ITEM },
  'Order.AddItem': {
    args: async ({ make, world }) => [await make('/v1/orders'), { ...world.bodies.items, sku: 'ADDED' }],
    shows: ITEM,
  },
  'Order.UpdateItem': { args: ({ world }) => [world.ids.order, { sku: 'TEA-1', quantity: 2 }], shows: ITEM },
  'Order.RemoveItem': {
    args: async ({ make, world }) => {
      const order = await make('/v1/orders');
      return [order, await make(`/v1/orders/${order}/items`, world.bodies.items)];
    },
    shows: null,
  },
  'Webhook.Get': { args: ({ world }) => [world.ids.webhook], shows: HOOK },
  'Webhook.Create': { args: () => ['/v1/webhooks'], shows: HOOK },
  'Webhook.Update': { args: ({ world }) => [world.ids.webhook, { name: 'Changed' }], shows: HOOK },
  'Webhook.Delete': { args: async ({ make }) => [await make('/v1/webhooks')], shows: null },
};

/** Methods that work, by `Resource.Method`. */
export const WORKS: Readonly<Record<string, MethodCase>> = Object.assign(
  {},
  ...Object.entries(RESOURCES).map(([name, resource]) => ofResource(name, resource)),
  ofCarts,
  ofPayments,
  ofProducts,
  ofStats,
  ofOthers,
  FIELDS,
) as Record<string, MethodCase>;

/** Methods that ask no server. */
export const LOCAL = ['Cart.Identifier', 'Currency.Set', 'Language.Set'];

const each = (resource: string, methods: string): string[] => methods.split(' ').map((name) => `${resource}.${name}`);

/** Methods that are refused, by the reason that docs/clients.md gives. */
export const REFUSED: Readonly<Record<string, readonly string[]>> = {
  'A gateway is part of the store and cannot be created, so it has no form.': ['Gateway.Fields'],
  'There are no flows. Only the lists of their entries work, and they are empty.': [
    ...each('Entry', 'Get Create Update Delete Fields'),
    ...each('Field', 'Get Create Update Types Type Options Delete Fields'),
    ...each('Flow', 'Get List Create Update Types Delete Fields'),
  ],
  'The store sends no e-mails. Use a webhook and a program that sends them.': each('Email', 'Get List Create Update'),
  'There is no cache to clear.': each('Cache', 'List Clear Purge'),
  'The method of the client fails by itself: it names a variable that it does not have.': [
    'Webhook.List',
    'Email.Delete',
  ],
};
