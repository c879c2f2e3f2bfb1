import { type OpenAPIObject } from '@nestjs/swagger';
import { ClientsService } from '../../src/modules/access/clients.service';
import { STOCK_STATUS } from '../../src/modules/catalog/choices';
import { previewDocument } from '../../src/app/create-api';
import { CONTENT_TYPES, CONTENT_TYPE_WORDS } from '../../src/modules/webhooks/domain/webhook-formats';
import { type FieldRecord } from '../../src/platform/http/fields/field.record';
import { type Fields, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';
import { bodyOf, lastOf, wholeSchema } from '../support/whole-schema';

type PathItem = OpenAPIObject['paths'][string];
type Answered = Record<string, FieldRecord>;
interface Property {
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Property[];
  readonly $ref?: string;
}
interface Body {
  readonly properties: Record<string, Property>;
  readonly required?: readonly string[];
}
interface Resource {
  readonly path: string;
  /** Path of one record. */
  readonly one: string;
  readonly body: Body;
  readonly schemas: Readonly<Record<string, Property>>;
}

/** The body that makes a record of a path, in the document's words. */
function bodyName(path: PathItem | undefined, document: OpenAPIObject): string {
  const body = bodyOf<{ content: Record<string, { schema: Property }> }>(path?.post?.requestBody, document);
  // Files are made by multipart alone, which has no such body.
  return lastOf(body?.content['application/json']?.schema.$ref);
}

/** Every resource that can be made: a list that takes a POST, and records by a parameter below it. */
async function resources(): Promise<Resource[]> {
  const document = await previewDocument();
  const { paths, components } = document;
  const schemas = components?.schemas as unknown as Record<string, Property & Body>;
  return Object.entries(paths).flatMap(([path, item]) => {
    const one = Object.keys(paths).find((at) => at.startsWith(path) && /^\/\{\w+\}$/.test(at.slice(path.length)));
    const body = wholeSchema(schemas[bodyName(item, document)] ?? { properties: {} }, schemas);
    const isMade = Object.keys(body.properties).length > 0;
    const isRead = item.get !== undefined && paths[one ?? '']?.get !== undefined;
    return path.startsWith('/v1/') && isRead && isMade && one ? [{ path, one, body, schemas }] : [];
  });
}

/** The keys of a choice in the document; none for other fields. */
function keysOf(
  { $ref, anyOf, enum: words, type, description = '' }: Property,
  schemas: Resource['schemas'],
): string[] {
  if ([type].flat().includes('boolean')) return ['0', '1'];
  if (description === CONTENT_TYPE_WORDS) return [...CONTENT_TYPES];
  if ($ref !== undefined) return keysOf(schemas[$ref.split('/').at(-1) ?? ''] ?? {}, schemas);
  if (words !== undefined) return words.filter((word) => word !== null).map(String);
  const [first] = anyOf ?? [];
  return first === undefined ? [] : keysOf(first, schemas);
}

onEachEngine('the fields of resources (storefront.md 7)', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let page: string;

  const fields = async (path: string, token?: string): Promise<Answered> => {
    const { status, body } = await shop.send<Answered>('GET', path, token === undefined ? {} : { token });
    expect([path, status]).toEqual([path, 200]);
    return body.result;
  };

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
    const { clientId } = await store.app.get(ClientsService).createPublic('pages', ['https://shop.example']);
    const form = { grant_type: 'implicit', client_id: clientId };
    const { body } = await store.request<Fields>('POST', '/oauth/access_token', { form, token: null });
    page = String(body['access_token']);
  });
  afterAll(() => store.close());

  it('are those of the body that makes one, for every resource that can be made', async () => {
    const all = await resources();
    expect(all.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/v1/products', '/v1/customers', '/v1/customers/{customer_id}/addresses', '/v1/orders']),
    );
    for (const { path, body, schemas } of all) {
      const answered = await fields(`${path.replace(/\{\w+\}/g, '911827077212696576')}/fields`, page);
      const documented = Object.entries(body.properties).map(([slug, property]) => [
        slug,
        { slug, required: body.required?.includes(slug) ?? false, keys: keysOf(property, schemas).sort() },
      ]);
      const given = Object.entries(answered).map(([at, { slug, required, options }]) => [
        at,
        { slug, required, keys: Object.keys(options.choices ?? {}).sort() },
      ]);
      expect([path, Object.fromEntries(given)]).toEqual([path, Object.fromEntries(documented)]);
      expect(Object.values(answered).map(({ order }) => order)).toEqual(Object.keys(answered).map((_, at) => at + 1));
    }
  });

  it('have kinds that the form builders of v1 know, each with the options and the list that its kind needs', async () => {
    const faults: string[] = [];
    for (const { path, body } of await resources()) {
      const answered = await fields(`${path.replace(/\{\w+\}/g, '911827077212696576')}/fields`);
      const isId = (slug: string) => body.properties[slug]?.pattern === ID;
      const wrong = Object.values(answered).filter((field) => !isOfV1(field, Object.keys(answered), isId(field.slug)));
      faults.push(...wrong.map(({ slug, type }) => `${path} ${slug}: ${type}`));
    }
    expect(faults).toEqual([]);
  });

  it('are documented at both paths of every such resource', async () => {
    const { paths } = await previewDocument();
    const all = await resources();
    expect(all.length).toBeGreaterThan(15);
    const missing = all.flatMap(({ path, one }) => [`${path}/fields`, `${one}/fields`].filter((at) => !paths[at]?.get));
    expect(missing).toEqual([]);
  });

  it('say what an address is made of, at each path that clients ask', async () => {
    const customer = await shop.made('/v1/customers', { first_name: 'A', last_name: 'B', email: 'a@example.com' });
    const address = await fields('/v1/addresses/fields', page);
    expect(await fields(`/v1/customers/${customer.id}/addresses/fields`)).toEqual(address);
    expect(address['first_name']).toEqual({
      slug: 'first_name',
      name: 'First Name',
      type: 'string',
      options: { multilingual: false },
      required: true,
      unique: false,
      locked: true,
      order: 3,
      instructions: 'First name.',
      value: null,
    });
    const options = address['country']?.available ?? {};
    expect([Object.keys(options).length, options['GB'], Object.values(options).slice(0, 2)]).toEqual([
      249,
      'United Kingdom',
      ['Afghanistan', 'Åland Islands'],
    ]);
    expect(Object.values(address).map(({ slug, type }) => [slug, type])).toEqual([
      ['save_as', 'string'],
      ['company', 'string'],
      ['first_name', 'string'],
      ['last_name', 'string'],
      ['address_1', 'string'],
      ['address_2', 'string'],
      ['city', 'string'],
      ['county', 'string'],
      ['postcode', 'string'],
      ['country', 'country'],
      ['phone', 'string'],
      ['instructions', 'text'],
    ]);
  });

  it('have the values of a record: choices and relations as records have them', async () => {
    const group = await shop.made('/v1/customers/groups', { title: 'Trade', slug: 'trade' });
    const person = { first_name: 'Ada', last_name: 'L', email: 'ada@example.com' };
    const customer = await shop.made('/v1/customers', { ...person, group: group.id, password: 'a password' });
    const values = async (path: string): Promise<Fields> =>
      Object.fromEntries(Object.entries(await fields(path)).map(([slug, { value }]) => [slug, value]));
    expect(await values(`/v1/customers/${customer.id}/fields`)).toEqual({
      ...person,
      group: customer['group'],
      password: null,
    });
    const place = { first_name: 'Ada', last_name: 'L', address_1: '1 Row', postcode: 'BA1 1AA' };
    const { id: address } = await shop.made(`/v1/customers/${customer.id}/addresses`, { ...place, country: 'GB' });
    const country = { value: 'United Kingdom', data: { code: 'GB', name: 'United Kingdom' } };
    expect(await values(`/v1/customers/${customer.id}/addresses/${address}/fields`)).toMatchObject({
      ...place,
      country,
    });
    const category = await shop.made('/v1/categories', { title: 'Shoes', slug: 'shoes' });
    const product = await shop.product({
      price: '6.50',
      stock_status: 2,
      stock_level: 5,
      status: 1,
      category: category.id,
    });
    expect(await values(`/v1/products/${product.id}/fields`)).toMatchObject({
      sku: product['sku'],
      price: 6.5,
      tax_band: product['tax_band'],
      // A form of v1 selects by the id of the record itself.
      category: { value: 'Shoes', data: expect.objectContaining({ id: category.id, title: 'Shoes' }) as unknown },
      stock_status: { value: 'Low Stock', data: { key: '2', value: 'Low Stock' } },
      status: { value: 'Live', data: { key: '1', value: 'Live' } },
      brand: null,
    });
    const { body } = await shop.send<Fields[]>('GET', '/v1/currencies');
    expect(await values(`/v1/currencies/${String(body.result[0]?.['id'])}/fields`)).toMatchObject({
      enabled: { value: 'Yes', data: { key: '1', value: 'Yes' } },
      rounding: null,
      rounding_mode: { value: 'Half Up', data: { key: 'half_up', value: 'Half Up' } },
    });
    const order = await shop.order(product.id);
    const hook = { url: 'https://a.example/', content_type: 'json', create: 1, update: 1, delete: 0, enabled: 0 };
    const sent = { ...hook, events: '["order.*"]', order: JSON.stringify([order.id]) };
    const webhook = await shop.made('/v1/webhooks', sent);
    const number = String(order['number'] ?? order.id);
    expect(await values(`/v1/webhooks/${webhook.id}/fields`)).toMatchObject({
      content_type: { value: 'application/json', data: { key: 'json', value: 'application/json' } },
      delete: { value: 'No', data: { key: 0, value: 'No' } },
      // Lists are sent as JSON text.
      events: '["order.*"]',
      order: { value: number, data: { [order.id]: { id: order.id, title: number } } },
    });
  });

  it('of a product are as v1 describes them', async () => {
    const kinds = await fields('/v1/products/fields');
    const words = Object.values(kinds).map(({ slug, name, type, options }) => [slug, name, type, options]);
    const plain = { multilingual: false };
    const places = { decimal_places: 4 };
    const yesNo = { '0': 'No', '1': 'Yes' };
    expect(words).toEqual([
      ['sku', 'SKU', 'string', plain],
      ['title', 'Product Title', 'string', plain],
      ['slug', 'Slug', 'slug', { parent: 'title' }],
      ['price', 'Price', 'money', { decimal_places: 2 }],
      ['tax_band', 'Tax Band', 'tax-band', {}],
      ['status', 'Status', 'choice', { choices: { '0': 'Draft', '1': 'Live' }, default: '1' }],
      ['category', 'Category', 'relationship', {}],
      ['brand', 'Brand', 'relationship', {}],
      ['collection', 'Collection', 'relationship', {}],
      ['stock_level', 'Stock Level', 'integer', { default: 0 }],
      ['low_stock', 'Low Stock', 'integer', { default: false }],
      ['stock_status', 'Stock Status', 'choice', { choices: STOCK_STATUS, default: '0' }],
      ['description', 'Description', 'text', { multilingual: false, wysiwyg: false }],
      ['requires_shipping', 'Requires Shipping', 'choice', { choices: yesNo, default: '1' }],
      ['catalog_only', 'Catalog Only', 'choice', { choices: yesNo, default: '0' }],
      ['sale_price', 'Sale Price', 'money', { decimal_places: 2 }],
      ['weight', 'Weight', 'decimal', places],
      ['height', 'Height', 'decimal', places],
      ['width', 'Width', 'decimal', places],
      ['depth', 'Depth', 'decimal', places],
    ]);
    expect([kinds['slug']?.unique, kinds['title']?.unique]).toEqual([true, false]);
  });

  it('list what may be chosen, as far as the token may read it: by title, of gateways by slug', async () => {
    const live = await shop.made('/v1/categories', { title: 'Zebra', slug: 'zebra' });
    const draft = await shop.made('/v1/categories', { title: 'Aardvark', slug: 'aardvark', status: 0 });
    const listed = async (path: string, slug: string, token?: string) => (await fields(path, token))[slug]?.available;
    const all = await listed('/v1/products/fields', 'category');
    expect(Object.entries(all ?? {}).filter(([id]) => id === live.id || id === draft.id)).toEqual([
      [draft.id, 'Aardvark'],
      [live.id, 'Zebra'],
    ]);
    const shown = await listed('/v1/products/fields', 'category', page);
    expect([shown?.[live.id], shown?.[draft.id]]).toEqual(['Zebra', undefined]);
    expect(await listed('/v1/orders/fields', 'gateway')).toMatchObject({ manual: 'Manual', stripe: 'Stripe' });
    expect(Object.keys((await listed('/v1/orders/fields', 'gateway', page)) ?? {})).not.toContain('stripe');
    const person = await shop.made('/v1/customers', { first_name: 'S', last_name: 'P', email: 'secret@example.com' });
    expect((await listed('/v1/orders/fields', 'customer'))?.[person.id]).toBe('secret@example.com');
    expect(await listed('/v1/orders/fields', 'customer', page)).toEqual({});
    const reader = await store.app.get(ClientsService).create('orders', ['orders:read']);
    const ask = { grant_type: 'client_credentials', client_id: reader.clientId, client_secret: reader.clientSecret };
    const { body } = await store.request<Fields>('POST', '/oauth/access_token', { form: ask, token: null });
    const orders = String(body['access_token']);
    expect(await listed('/v1/orders/fields', 'customer', orders)).toEqual({});
    expect(await listed('/v1/orders/fields', 'bill_to')).toEqual({});
  });

  it('list the newest 500, and the one that the record has although it is older', async () => {
    const first = await shop.made('/v1/brands', { title: 'The oldest', slug: 'the-oldest' });
    const product = await shop.product({ brand: first.id });
    for (let at = 0; at < 500; at += 1) await shop.made('/v1/brands', { title: `Brand ${at}`, slug: `brand-${at}` });
    const listed = async (path: string) => (await fields(path))['brand']?.available ?? {};
    const all = await listed('/v1/products/fields');
    expect([Object.keys(all).length, all[first.id]]).toEqual([500, undefined]);
    const own = await listed(`/v1/products/${product.id}/fields`);
    expect([Object.keys(own).length, own[first.id]]).toEqual([501, 'The oldest']);
  });

  it('are of a record to those alone who may read it', async () => {
    const draft = await shop.product({ status: 0 });
    const live = await shop.product();
    const by = (path: string) => store.request('GET', path, { token: page });
    expect((await by(`/v1/products/${live.id}/fields`)).status).toBe(200);
    expect((await by(`/v1/products/${draft.id}/fields`)).status).toBe(404);
    const order = await shop.order(live.id);
    for (const path of [`/v1/orders/${order.id}/fields`, '/v1/customers/1/fields', '/v1/webhooks/1/fields'])
      expect([path, (await by(path)).status]).toEqual([path, 403]);
    for (const path of ['/v1/products/1/fields', '/v1/products/fields/fields', '/v1/customers/1/addresses/1/fields'])
      expect([path, (await shop.send('GET', path)).status]).toEqual([path, 404]);
    expect((await shop.send('PUT', '/v1/products/fields', { json: { title: 'X' } })).status).toBe(404);
  });

  it('are unique where the database says so', async () => {
    const unique: string[] = [];
    for (const { path } of await resources()) {
      const answered = await fields(`${path.replace(/\{\w+\}/g, '1')}/fields`);
      unique.push(...Object.values(answered).flatMap((one) => (one.unique ? [`${path} ${one.slug}`] : [])));
    }
    expect(unique.sort()).toEqual(UNIQUE);
  });
});

/** Pattern of ids in the document. */
const ID = '^[1-9][0-9]{0,18}$';

/** Kinds that the form builder of the PHP SDK of v1 knows; others fail in it. With their options, and whether they list values. */
const V1: Readonly<Record<string, string>> = {
  string: 'multilingual',
  text: 'multilingual,wysiwyg',
  slug: 'parent',
  email: '',
  integer: 'default',
  decimal: 'decimal_places',
  money: 'decimal_places',
  date: '',
  choice: 'choices,default',
  relationship: 'available',
  multiple: 'available',
  'tax-band': 'available',
  country: 'available',
  currency: 'available',
  gateway: 'available',
};

/** Whether a form builder can make an input of a field. @param isId whether it takes an id */
function isOfV1({ type, options, available }: FieldRecord, slugs: readonly string[], isId: boolean): boolean {
  // Form builders pass over what they do not know: actions and rules of promotions have more.
  const { uses: _uses, operators: _operators, ...known } = options;
  const given = [...Object.keys(known).sort(), ...(available === undefined ? [] : ['available'])];
  const hasChoices = type !== 'choice' || Object.keys(options.choices ?? {}).length > 1;
  const hasParent = options.parent === undefined || slugs.includes(options.parent);
  return V1[type] === given.join() && hasChoices && hasParent && (!isId || available !== undefined);
}

/** Fields whose value must be unique: a second record with it is rejected (`uq_<table>__<field>`). */
const UNIQUE = [
  '/v1/brands slug',
  '/v1/categories slug',
  '/v1/collections slug',
  '/v1/currencies code',
  '/v1/customers email',
  '/v1/customers/groups slug',
  '/v1/products sku',
  '/v1/products slug',
  '/v1/products/{product_id}/modifiers/{modifier_id}/variations sku',
  '/v1/promotions/cart discount_code',
  '/v1/promotions/cart title',
  '/v1/promotions/carts discount_code',
  '/v1/promotions/carts title',
  '/v1/shipping slug',
];
