import { type OpenAPIObject } from '@nestjs/swagger';
import { ClientsService } from '../../src/modules/access/clients.service';
import { previewDocument } from '../../src/app/create-api';
import { type FieldRecord } from '../../src/platform/http/fields/field.record';
import { type Fields, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';
import { bodyOf, lastOf, wholeSchema } from '../support/whole-schema';

type PathItem = OpenAPIObject['paths'][string];
type Answered = Record<string, FieldRecord>;
interface Property {
  readonly description?: string;
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
function keysOf({ $ref, anyOf, enum: words }: Property, schemas: Resource['schemas']): string[] {
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
      const given = Object.entries(answered).map(([at, { slug, required, type, options }]) => [
        at,
        // The document says of a country what a code is, and names none.
        { slug, required, keys: type === 'country' ? [] : Object.keys(options).sort() },
      ]);
      expect([path, Object.fromEntries(given)]).toEqual([path, Object.fromEntries(documented)]);
      for (const { type, options } of Object.values(answered))
        expect([path, type === 'choice' || type === 'country']).toEqual([path, Object.keys(options).length > 0]);
      expect(Object.values(answered).map(({ order }) => order)).toEqual(Object.keys(answered).map((_, at) => at + 1));
    }
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
      name: 'First name',
      type: 'string',
      options: {},
      required: true,
      unique: false,
      locked: true,
      order: 3,
      instructions: 'First name.',
      value: null,
    });
    const options = address['country']?.options ?? {};
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

  it('have the values of a record as they are sent', async () => {
    const group = await shop.made('/v1/customers/groups', { title: 'Trade', slug: 'trade' });
    const person = {
      first_name: 'Ada',
      last_name: 'L',
      email: 'ada@example.com',
      group: group.id,
      password: 'a password',
    };
    const customer = await shop.made('/v1/customers', person);
    const values = async (path: string): Promise<Fields> =>
      Object.fromEntries(Object.entries(await fields(path)).map(([slug, { value }]) => [slug, value]));
    expect(await values(`/v1/customers/${customer.id}/fields`)).toEqual({ ...person, password: null });
    const place = { first_name: 'Ada', last_name: 'L', address_1: '1 Row', postcode: 'BA1 1AA', country: 'GB' };
    const { id: address } = await shop.made(`/v1/customers/${customer.id}/addresses`, place);
    expect(await values(`/v1/customers/${customer.id}/addresses/${address}/fields`)).toMatchObject(place);
    const product = await shop.product({ price: '6.50', stock_status: 2, status: 1 });
    expect(await values(`/v1/products/${product.id}/fields`)).toMatchObject({
      sku: product['sku'],
      price: 6.5,
      tax_band: shop.untaxed,
      stock_status: '2',
      status: '1',
      brand: null,
    });
    const kinds = await fields('/v1/products/fields');
    expect([kinds['price']?.type, kinds['tax_band']?.type, kinds['slug']?.type, kinds['status']?.type]).toEqual([
      'money',
      'relation',
      'slug',
      'choice',
    ]);
    expect([kinds['slug']?.unique, kinds['title']?.unique]).toEqual([true, false]);
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
