import { type Result, type Shop } from '../builders/cart-shop.builder';
import { png, upload } from '../builders/image.builder';

/** Ids of the records whose pages are visited, by the names that stand in the paths. */
export type PageIds = Readonly<Record<string, string>>;

/** A page of the console that every test of all pages visits. */
export interface ConsolePage {
  /** With the name of an id where one stands: `/orders/{order}`. */
  readonly path: string;
  /** Buttons that change nothing. */
  readonly reads: readonly string[];
}

const LIST = ['Columns', 'Save as CSV', 'Filters', '1', '2', 'Clear filters'];

/** Every page. */
export const CONSOLE_PAGES: readonly ConsolePage[] = [
  { path: '/', reads: [] },
  { path: '/orders', reads: [...LIST, 'Created (your time) ↓', 'Status', 'Total'] },
  { path: '/orders/{order}', reads: ['Show webhook deliveries'] },
  { path: '/payments', reads: [...LIST, 'This month', 'Last month', 'Time (yours) ↓', 'Amount'] },
  { path: '/ledger', reads: [...LIST, 'This month', 'Last month', 'Time (yours) ↓', 'Amount'] },
  { path: '/events', reads: [...LIST, 'Show older events'] },
  { path: '/events/{event}', reads: ['Deliveries'] },
  { path: '/clients', reads: LIST },
  { path: '/operations', reads: [] },

  { path: '/webhooks', reads: [...LIST, 'Name', 'Address'] },
  { path: '/webhooks/new', reads: [] },
  { path: '/webhooks/{webhook}', reads: LIST },
  { path: '/webhooks/{webhook}/deliveries/{delivery}', reads: [] },

  { path: '/carts', reads: [...LIST, 'Changed ↓'] },
  { path: '/carts/{cart}', reads: [] },

  { path: '/promotions', reads: LIST },
  { path: '/promotions/new', reads: [] },
  { path: '/promotions/{promotion}', reads: ['Add an item by its price'] },
  { path: '/promotions/{promotion}/codes', reads: [...LIST, 'Save all as CSV'] },
  { path: '/promotions/backtests', reads: LIST },
  { path: '/promotions/backtests/{backtest}', reads: [] },

  { path: '/customers', reads: [...LIST, 'Name', 'E-mail', 'Created ↓'] },
  { path: '/customers/new', reads: [] },
  { path: '/customers/{customer}', reads: [] },
  { path: '/customers/groups', reads: [...LIST, 'Name ↑', 'Short name'] },
  { path: '/customers/groups/new', reads: [] },
  { path: '/customers/groups/{group}', reads: [] },

  { path: '/settings/currencies', reads: [...LIST, 'Code ↑', 'Name'] },
  { path: '/settings/currencies/new', reads: [] },
  { path: '/settings/currencies/{currency}', reads: [] },
  { path: '/settings/taxes', reads: [...LIST, 'Name ↑'] },
  { path: '/settings/taxes/new', reads: [] },
  { path: '/settings/taxes/{tax}', reads: [] },
  { path: '/settings/shipping', reads: [...LIST, 'Name ↑', 'Price', 'State'] },
  { path: '/settings/shipping/new', reads: [] },
  { path: '/settings/shipping/{method}', reads: [] },
  { path: '/settings/gateways', reads: [...LIST, 'Name ↑', 'Short name'] },
  { path: '/settings/gateways/stripe', reads: [] },
  { path: '/settings/files', reads: [...LIST, 'Name', 'Size', 'Uploaded ↓'] },
  { path: '/settings/files/{file}', reads: [] },

  { path: '/catalog', reads: [...LIST, 'Product ↑', 'SKU', 'Price'] },
  { path: '/catalog/products/new', reads: [] },
  { path: '/catalog/products/{product}', reads: [] },
  { path: '/catalog/categories', reads: [] },
  { path: '/catalog/categories/{category}', reads: [] },
  { path: '/catalog/brands', reads: [...LIST, 'Title ↑', 'Changed'] },
  { path: '/catalog/brands/{brand}', reads: [] },
  { path: '/catalog/collections', reads: [...LIST, 'Title ↑', 'Changed'] },
  { path: '/catalog/collections/{collection}', reads: [] },
];

/** The address of a page. @throws Error when an id is missing */
export function addressOf({ path }: ConsolePage, ids: PageIds): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name];
    if (!id) throw new Error(`no id of ${name} for ${path}`);
    return id;
  });
}

/** Makes a record for each page of one that orders do not bring along. */
export async function pageIds(shop: Shop): Promise<PageIds> {
  return {
    ...(await cartIds(shop)),
    ...(await promotionIds(shop)),
    ...(await customerIds(shop)),
    ...(await settingIds(shop)),
    ...(await catalogIds(shop)),
    ...(await webhookIds(shop)),
  };
}

/** A cart with a promotion that applies, and one that does not. */
async function cartIds(shop: Shop): Promise<PageIds> {
  const { id } = await shop.product({ title: 'Spoon', sku: 'SPOON', price: '2' });
  for (const [title, wanted] of Object.entries({ Spoons: id, Forks: '1' })) {
    const rule = { type: 'cart_item', match: 'id', operator: '=', against: wanted };
    await shop.promotion({ title, match_items: JSON.stringify({ type: 'group', match_on: 'all', children: [rule] }) });
  }
  return { cart: await shop.cart(id, 2) };
}

/** A promotion with rules and codes, and a back-test of it. */
async function promotionIds(shop: Shop): Promise<PageIds> {
  const rule = { type: 'cart', match: 'value', operator: '>=', against: '20' };
  const match_rules = JSON.stringify({ type: 'group', match_on: 'all', children: [rule] });
  const { id } = await shop.promotion({ title: 'Large carts', to: '2099-12-31', match_rules });
  await shop.made(`/v1/promotions/cart/${id}/codes`, { count: 2, prefix: 'LARGE-' });
  const day = new Date().toISOString().slice(0, 10);
  const json = { from: day, to: day, promotions: [id] };
  const { body } = await shop.send('POST', '/v1/promotions/backtests', { json });
  return { promotion: id, backtest: body.result.id };
}

/** A customer of a group, with an address. */
async function customerIds(shop: Shop): Promise<PageIds> {
  const { id: group } = await shop.made('/v1/customers/groups', { title: 'Trade', slug: 'trade' });
  const name = { first_name: 'Ada', last_name: 'Lovelace' };
  const { id } = await shop.made('/v1/customers', { ...name, email: 'ada@example.com', group });
  const place = { address_1: '12 High Street', postcode: 'BA1 1AA', country: 'GB' };
  await shop.made(`/v1/customers/${id}/addresses`, { ...name, ...place, save_as: 'Home' });
  return { customer: id, group };
}

/** A shipping method, a file, and the currency and tax band that a new store has. */
async function settingIds(shop: Shop): Promise<PageIds> {
  const first = async (path: string): Promise<string> =>
    (await shop.send<{ id: string }[]>('GET', path)).body.result[0]?.id ?? '';
  const { id: method } = await shop.shipping();
  const { body } = await shop.store.request<Result>('POST', '/v1/files', { multipart: upload(png(4, 3), 'mug.png') });
  return { currency: await first('/v1/currencies'), tax: await first('/v1/taxes'), method, file: body.result.id };
}

/** A product in a category below another, of a brand and a collection, with a picture and sizes. */
async function catalogIds(shop: Shop): Promise<PageIds> {
  const above = await shop.made('/v1/categories', { title: 'Kitchen', slug: 'kitchen', status: 1 });
  const [category, brand, collection] = await Promise.all([
    shop.made('/v1/categories', { title: 'Bowls', slug: 'bowls', status: 0, parent: above.id }),
    shop.made('/v1/brands', { title: 'Acme', slug: 'acme', status: 1 }),
    shop.made('/v1/collections', { title: 'Summer', slug: 'summer', status: 1 }),
  ]);
  const shelves = { category: category.id, brand: brand.id, collection: collection.id };
  const product = await shop.product({ title: 'Bowl', sku: 'BOWL', price: '8', sale_price: '6', ...shelves });
  await shop.send('POST', '/v1/files', { multipart: upload(png(8, 8), 'bowl.png', { assign_to: product.id }) });
  const modifiers = `/v1/products/${product.id}/modifiers`;
  const { id: size } = await shop.made(modifiers, { title: 'Size', type: 'variant' });
  await shop.made(`${modifiers}/${size}/variations`, { title: 'Large', mod_price: '+1.50' });
  return { product: product.id, ...shelves };
}

/** A webhook with a delivery, which nobody receives. */
async function webhookIds(shop: Shop): Promise<PageIds> {
  const kinds = { create: 1, update: 1, delete: 1, enabled: 1, content_type: 'json' };
  const { id: webhook } = await shop.made('/v1/webhooks', { url: 'https://shop.example/hook', ...kinds });
  const { id: delivery } = await shop.made(`/v1/webhooks/${webhook}/ping`, {});
  return { webhook, delivery };
}
