import { type TestStore } from './store';

/** One record of each resource, and a valid body for a further one of each. */
export interface SmallWorld {
  /** Ids by name: `order`, `item`, `customer`, `group`, `address`, `currency`, `tax`, `shipping`, `product`, `brand`, `category`, `collection`, `webhook`. */
  readonly ids: Readonly<Record<WorldName, string>>;
  /** Path of each resource's collection. */
  readonly paths: Readonly<Record<ResourceName, string>>;
  /** The body that creates one more record of each resource. */
  readonly bodies: Readonly<Record<ResourceName, Readonly<Record<string, string>>>>;
}

export type WorldName =
  | 'order'
  | 'item'
  | 'customer'
  | 'group'
  | 'address'
  | 'currency'
  | 'tax'
  | 'shipping'
  | 'product'
  | 'brand'
  | 'category'
  | 'collection'
  | 'webhook';

export type ResourceName =
  | 'orders'
  | 'items'
  | 'customers'
  | 'groups'
  | 'addresses'
  | 'currencies'
  | 'taxes'
  | 'shipping'
  | 'products'
  | 'brands'
  | 'categories'
  | 'collections'
  | 'webhooks';

type Body = Readonly<Record<string, string>>;

const ADDRESS = { first_name: 'Ada', last_name: 'Lovelace', address_1: '1 Row', postcode: 'BA1 1AA', country: 'GB' };

/** Fills a new store with one record of each resource. */
export async function smallWorld(store: TestStore): Promise<SmallWorld> {
  const make = async (path: string, form: Body): Promise<string> => {
    const { status, body } = await store.request<{ result: { id: string } }>('POST', path, { form });
    if (status !== 201) throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(body)}`);
    return body.result.id;
  };
  const list = await store.request<{ result: { id: string }[] }>('GET', '/v1/currencies');
  const currency = list.body.result[0]?.id ?? '';
  const tax = await make('/v1/taxes', { title: 'Standard', rate: '20' });
  const brand = await make('/v1/brands', { title: 'Acme', slug: 'acme' });
  const category = await make('/v1/categories', { title: 'Tea', slug: 'tea' });
  const collection = await make('/v1/collections', { title: 'Summer', slug: 'summer' });
  const shipping = await make('/v1/shipping', shippingBody('next-day', tax));
  const product = await make('/v1/products', productBody('TEA-1', tax));
  const group = await make('/v1/customers/groups', { title: 'Trade', slug: 'trade' });
  const customer = await make('/v1/customers', customerBody('ada'));
  const address = await make(`/v1/customers/${customer}/addresses`, ADDRESS);
  const order = await make('/v1/orders', orderBody(currency));
  const item = await make(`/v1/orders/${order}/items`, itemBody('TEA-1', tax));
  const webhook = await make('/v1/webhooks', webhookBody('one'));
  return {
    ids: {
      webhook,
      order,
      item,
      customer,
      group,
      address,
      currency,
      tax,
      shipping,
      product,
      brand,
      category,
      collection,
    },
    paths: pathsOf(order, customer),
    bodies: {
      orders: orderBody(currency),
      items: itemBody('TEA-2', tax),
      customers: customerBody('grace'),
      groups: { title: 'Staff', slug: 'staff' },
      addresses: ADDRESS,
      currencies: { code: 'EUR', title: 'Euro', format: '{price} €' },
      taxes: { title: 'Reduced', rate: '5' },
      shipping: shippingBody('slow', tax),
      products: productBody('TEA-3', tax),
      brands: { title: 'Best', slug: 'best' },
      categories: { title: 'Cups', slug: 'cups' },
      collections: { title: 'Winter', slug: 'winter' },
      webhooks: webhookBody('two'),
    },
  };
}

function pathsOf(order: string, customer: string): SmallWorld['paths'] {
  return {
    orders: '/v1/orders',
    items: `/v1/orders/${order}/items`,
    customers: '/v1/customers',
    groups: '/v1/customers/groups',
    addresses: `/v1/customers/${customer}/addresses`,
    currencies: '/v1/currencies',
    taxes: '/v1/taxes',
    shipping: '/v1/shipping',
    products: '/v1/products',
    brands: '/v1/brands',
    categories: '/v1/categories',
    collections: '/v1/collections',
    webhooks: '/v1/webhooks',
  };
}

function orderBody(currency: string): Body {
  return { status: 'unpaid', subtotal: '10', total: '10', currency, currency_code: 'GBP', exchange_rate: '1' };
}

function itemBody(sku: string, tax: string): Body {
  return { sku, title: 'Tea', quantity: '1', tax_rate: '20', tax_band: tax, price: '5' };
}

function productBody(sku: string, tax: string): Body {
  return { sku, title: 'Tea', slug: sku.toLowerCase(), price: '5', tax_band: tax };
}

function shippingBody(slug: string, tax: string): Body {
  return { title: 'By post', slug, price: '4.95', tax_band: tax, status: '1' };
}

function customerBody(name: string): Body {
  return { first_name: name, last_name: 'Smith', email: `${name}@example.com` };
}

/** Switched off: nothing is sent. */
function webhookBody(name: string): Body {
  const url = `https://hooks.example/${name}`;
  return { name, url, content_type: 'json', create: '1', update: '1', delete: '1', enabled: '0' };
}
