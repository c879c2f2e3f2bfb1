import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { pounds } from '../builders/price-levels.builder';
import { type Failure } from '../builders/shop.builder';
import { onEachEngine } from '../support/engines';
import { recordedEvents } from '../support/recorded-events';
import { type Call, startStore, type TestStore } from '../support/store';

type Fields = Record<string, unknown>;
interface One {
  result: Fields & { id: string };
}
interface Many {
  result: (Fields & { id: string; sku: string })[];
  pagination: Fields;
}
const TEXT: unknown = expect.any(String);
const TIME: unknown = expect.stringMatching(/^[\d-]{10} [\d:]{8}$/);
/** A category as the product of one below it shows it. */
const shelfAbove = ({ description: _, ...above }: Fields) => ({ value: above.title, data: above });
const TIMES = { created_at: TIME, updated_at: TIME };
const chosen = (key: string, value: string) => ({ value, data: { key, value } });
const UNSET = {
  sale_price: null,
  status: chosen('1', 'Live'),
  category: null,
  brand: null,
  collection: null,
  stock_level: 0,
  low_stock: null,
  modifiers: {},
  stock_status: chosen('0', 'Unlimited'),
  description: null,
  requires_shipping: chosen('1', 'Yes'),
  catalog_only: chosen('0', 'No'),
  weight: 0,
  height: 0,
  width: 0,
  depth: 0,
};

onEachEngine('/v1/products', (engine) => {
  let store: TestStore;
  let band: One['result'];
  let brand: One['result'];
  let collection: One['result'];
  let category: One['result'];
  let top: One['result'];
  /** Stays as it is. */
  let kept: One['result'];

  const send = <B = One>(method: string, path: string, call?: Call) => store.request<B>(method, path, call);
  const made = async (path: string, form: Fields): Promise<One['result']> => {
    const { status, body } = await send('POST', path, { form });
    expect(status).toBe(201);
    return body.result;
  };
  const product = (sku: string, more: Fields = {}) =>
    made('/v1/products', { sku, title: sku, slug: `slug-${sku}`, price: '10', tax_band: band.id, ...more });
  const change = async (id: string, form: Fields, headers: Record<string, string> = {}) => {
    const { status, body } = await send('PUT', `/v1/products/${id}`, { form, headers });
    expect(status).toBe(200);
    return body.result;
  };
  const refusal = async (method: string, path: string, call: Call = {}): Promise<Failure['errors']> => {
    const { status, body } = await send<Failure>(method, path, call);
    expect(status).toBe(422);
    return body.errors;
  };
  const found = async (query: Record<string, string>, path = '/v1/products') =>
    (await send<Many>('GET', path, { query })).body.result.map(({ sku }) => sku);

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl);
    band = await made('/v1/taxes', { title: 'Reduced', rate: '5' });
    brand = await made('/v1/brands', { title: 'Acme', slug: 'acme' });
    collection = await made('/v1/collections', { title: 'Summer', slug: 'summer' });
    top = await made('/v1/categories', { title: 'Wear', slug: 'wear' });
    category = await made('/v1/categories', { title: 'Shoes', slug: 'shoes', parent: top.id });
    kept = await product('kept');
  });
  afterAll(() => store.close());

  const every = () => ({
    sku: 'RED-7',
    title: 'Red shoe',
    slug: 'red-shoe',
    price: '19.99',
    tax_band: band.id,
    status: '0',
    category: category.id,
    brand: brand.id,
    collection: collection.id,
    stock_level: '12',
    low_stock: '3',
    stock_status: '1',
    description: '<b>Red</b>\nshoe',
    requires_shipping: 'false',
    catalog_only: '1',
    sale_price: '0.125',
    weight: '1.50',
    height: '0.0001',
    width: '999999999',
    depth: '+2',
  });
  const everyRecord = () => ({
    id: TEXT,
    sku: 'RED-7',
    title: 'Red shoe',
    slug: 'red-shoe',
    price: 19.99,
    sale_price: 0.125,
    tax_band: { value: 'Reduced', data: band },
    status: chosen('0', 'Draft'),
    category: { value: 'Shoes', data: { [category.id]: { ...category, parent: shelfAbove(top) } } },
    brand: { value: 'Acme', data: brand },
    collection: { value: 'Summer', data: collection },
    stock_level: 12,
    low_stock: 3,
    modifiers: {},
    is_variation: false,
    images: {},
    pricing: pounds([0.14, 0.13, 0.01], [0.1313, 0.125, 0.0063]),
    stock_status: chosen('1', 'In Stock'),
    description: '<b>Red</b>\nshoe',
    requires_shipping: chosen('0', 'No'),
    catalog_only: chosen('1', 'Yes'),
    weight: 1.5,
    height: 0.0001,
    width: 999999999,
    depth: 2,
    ...TIMES,
  });

  it('wire.md 7: makes one of its required fields, and reads it back', async () => {
    const form = { sku: ' plain ', title: 'Plain', slug: 'Plain_1', price: '0', tax_band: band.id };
    const record = await made('/v1/products', form);
    const taxed = {
      tax_band: { value: 'Reduced', data: band },
      pricing: pounds([0, 0, 0]),
      is_variation: false,
      images: {},
    };
    expect(record).toEqual({ ...form, ...taxed, id: TEXT, sku: 'plain', price: 0, ...UNSET, ...TIMES });
    expect((await send('GET', `/v1/products/${record.id}`)).body.result).toEqual(record);
  });

  it('wire.md 7: takes every field, from a form and from JSON', async () => {
    const record = await made('/v1/products', every());
    expect(record).toEqual(everyRecord());
    expect((await send('GET', `/v1/products/${record.id}`)).body.result).toEqual(record);
    const json = {
      ...every(),
      sku: 'red-7',
      slug: 'Red-Shoe',
      stock_level: 12,
      requires_shipping: false,
      price: 19.99,
    };
    const { status, body } = await send('POST', '/v1/products', { json });
    expect([status, body.result]).toEqual([201, { ...everyRecord(), sku: 'red-7', slug: 'Red-Shoe' }]);
    for (const { id } of [record, body.result]) await send('DELETE', `/v1/products/${id}`);
  });

  it('wire.md 2: names every required field that is missing', async () => {
    const missing = ['sku', 'title', 'slug', 'price'].map((field) => [field, [`${field} is required`]]);
    expect(await refusal('POST', '/v1/products', { form: { sku: ' ' } })).toEqual(Object.fromEntries(missing));
  });

  it.each([
    ['sku', 'x'.repeat(256), 'must be at most 255 characters'],
    ['title', 'x'.repeat(256), 'must be at most 255 characters'],
    ['slug', 'a/b', 'must be letters and digits with -, _ or . between them'],
    ['price', '-0.01', 'must be 0 or more'],
    ['price', '1e3', 'must be a decimal number'],
    ['price', '0.00001', 'must have at most 4 decimals'],
    ['sale_price', '-1', 'must be 0 or more'],
    ['tax_band', 'x', 'must be an id, 0 or none'],
    ['tax_band', '1', 'does not exist'],
    ['category', '1', 'does not exist'],
    ['brand', '1', 'does not exist'],
    ['status', '2', 'must be 1, 0, true or false'],
    ['stock_level', '-1', 'must be 0 or more'],
    ['stock_level', '1.5', 'must be a whole number'],
    ['stock_level', '1000000000', 'must be at most 999999999'],
    ['stock_status', '6', 'must be one of 0, 1, 2, 3, 4, 5'],
    ['description', 'x'.repeat(65_537), 'must be at most 65536 characters'],
    ['requires_shipping', 'maybe', 'must be 1, 0, true or false'],
    ['catalog_only', '2', 'must be 1, 0, true or false'],
    ['weight', '-1', 'must be 0 or more'],
    ['height', '0.00001', 'must have at most 4 decimals'],
    ['width', '1000000000', 'must be at most 999999999'],
    ['depth', 'deep', 'must be a decimal number'],
  ])('wire.md 1: refuses %s %s', async (field, value, message) => {
    const errors = { [field]: [`${field} ${message}`] };
    const form = { ...every(), sku: 'refused', slug: 'refused', [field]: value };
    expect(await refusal('POST', '/v1/products', { form })).toEqual(errors);
    expect(await refusal('PUT', `/v1/products/${kept.id}`, { form: { [field]: value } })).toEqual(errors);
    expect((await send('GET', `/v1/products/${kept.id}`)).body.result).toEqual(kept);
    expect(await found({ sku: 'refused' })).toEqual([]);
  });

  it.each(['sku', 'slug'])('wire.md 7: keeps the %s unique, to the letter', async (field) => {
    const first = await product(`once-${field}`);
    const other = await product(`ONCE-${field}`, { slug: `slug-ONCE-${field}` });
    const errors = { [field]: [`${field} must be unique`] };
    const form = { ...every(), sku: 'unused', slug: 'unused', [field]: first[field] };
    expect(await refusal('POST', '/v1/products', { form })).toEqual(errors);
    expect(await refusal('PUT', `/v1/products/${other.id}`, { form: { [field]: first[field] } })).toEqual(errors);
  });

  it('wire.md 1: changes what is sent, returns what is sent empty to its default, honours If-Match', async () => {
    const before = await made('/v1/products', { ...every(), sku: 'change', slug: 'change' });
    const sent = await send('PUT', `/v1/products/${before.id}`, { json: { price: '20', brand: '', stock_level: 7 } });
    const expected = { ...before, price: 20, brand: null, stock_level: 7, updated_at: TIME };
    expect([sent.status, sent.body.result]).toEqual([200, expected]);
    const unset = Object.fromEntries(Object.keys(UNSET).map((field) => [field, '']));
    const headers = { 'if-match': sent.headers.get('etag') ?? '' };
    const plain = { ...expected, ...UNSET, pricing: pounds([21, 20, 1]) };
    expect(await change(before.id, unset, headers)).toEqual(plain);
    const late = await send('PUT', `/v1/products/${before.id}`, { form: { price: '30' }, headers });
    expect(late.status).toBe(409);
  });

  it('webhooks.md 1: each change is one event, a set stock level included, and no change is none', async () => {
    const created = await product('events', { stock_level: '5' });
    const changed = await change(created.id, { stock_level: '6' });
    await change(created.id, { stock_level: '6', title: 'events' });
    const back = await change(created.id, { stock_level: '5' });
    const both = await change(created.id, { stock_level: '9', title: 'Both' });
    const gone = await send<Fields>('DELETE', `/v1/products/${created.id}`);
    expect(gone.body).toEqual({ status: true, message: 'Product removed successfully' });
    expect(await recordedEvents(store, created.id)).toEqual([
      { type: 'product.created', version: 1, data: { ...created, stock_level: 5 } },
      { type: 'product.updated', version: 2, data: { ...changed, stock_level: 6 } },
      { type: 'product.updated', version: 3, data: { ...back, stock_level: 5 } },
      { type: 'product.updated', version: 4, data: { ...both, stock_level: 9, title: 'Both' } },
      { type: 'product.deleted', version: 5, data: both },
    ]);
  });

  it('wire.md 2: a removed product is gone, with its stock', async () => {
    const { id } = await product('gone', { stock_level: '5' });
    await send('DELETE', `/v1/products/${id}`);
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const { status, body } = await send<Fields>(method, `/v1/products/${id}`);
      expect([status, body]).toEqual([404, { status: false, error: 'No product found' }]);
    }
    const { manager } = store.app.get<DataSource>(getDataSourceToken());
    expect(await manager.query('SELECT * FROM product_stock WHERE product_id = ?', [id])).toEqual([]);
  });

  it('wire.md 4: finds by every field, a relation by id or slug', async () => {
    const fields = { ...every(), sku: 'BLUE-7', slug: 'blue-shoe' };
    const wanted = await made('/v1/products', fields);
    await product('other', { stock_level: '1', stock_status: '3', sale_price: '2' });
    const sent: Record<string, string> = { ...fields, requires_shipping: '0', price: '19.990' };
    const times = { created_at: String(wanted.created_at), updated_at: String(wanted.updated_at) };
    for (const [field, value] of Object.entries({ ...sent, ...times, id: wanted.id })) {
      expect([field, await found({ [field]: value }, '/v1/products/search')]).toEqual([
        field,
        expect.arrayContaining(['BLUE-7']),
      ]);
    }
    expect(await found({ ...sent, brand: 'acme', category: 'shoes', collection: 'summer', id: wanted.id })).toEqual([
      'BLUE-7',
    ]);
    const others: Fields = { brand: 'nobody', category: 'wear', stock_level: '11', tax_band: '1', price: '19.98' };
    for (const [field, value] of Object.entries({ ...others, nothing: '1', stock_status: '0', weight: '1.51' })) {
      expect([field, await found({ id: wanted.id, [field]: String(value) })]).toEqual([field, []]);
    }
    expect(await found({ brand: '', sku: 'other' })).toEqual(['other']);
    expect(await found({ brand: '', sku: 'BLUE-7' })).toEqual([]);
  });

  it('wire.md 3: sorts by the allowed fields, and pages', async () => {
    const common = { description: 'sorted' };
    await product('s-b', { ...common, price: '10' });
    await product('s-c', { ...common, price: '9' });
    await product('s-a', { ...common, price: '100' });
    const sorted = (query: Record<string, string>) => found({ ...common, ...query });
    expect(await sorted({})).toEqual(['s-a', 's-c', 's-b']);
    for (const sort of ['sku', 'title']) {
      expect(await sorted({ sort, order: 'asc' })).toEqual(['s-a', 's-b', 's-c']);
    }
    expect(await sorted({ sort: 'price', order: 'asc' })).toEqual(['s-c', 's-b', 's-a']);
    for (const sort of ['id', 'created_at', 'updated_at']) {
      expect(await sorted({ sort, order: 'asc' })).toEqual(['s-b', 's-c', 's-a']);
    }
    const query = { ...common, limit: '2', offset: '2' };
    const { body } = await send<Many>('GET', '/v1/products', { query });
    expect(body.result.map(({ sku }) => sku)).toEqual(['s-b']);
    expect(body.pagination).toMatchObject({ total: 3, current: 1, from: 3, to: 3 });
    expect(await refusal('GET', '/v1/products', { query: { sort: 'weight' } })).toEqual({
      sort: ['sort must be one of created_at, id, updated_at, title, sku, price'],
    });
  });

  it('wire.md 7: a tax band that products have is not removed', async () => {
    const used = await made('/v1/taxes', { title: 'Used', rate: '1' });
    const { id } = await product('taxed', { tax_band: used.id });
    expect(await refusal('DELETE', `/v1/taxes/${used.id}`)).toEqual({ tax_band: ['tax_band is used by a product'] });
    await send('DELETE', `/v1/products/${id}`);
    expect((await send('DELETE', `/v1/taxes/${used.id}`)).status).toBe(200);
  });

  it('a brand or category is either removed or given to a product, not both at once', async () => {
    const rounds = Array.from({ length: 10 }, async (_, round) => {
      const object = round % 2 === 0 ? 'brand' : 'category';
      const path = object === 'brand' ? '/v1/brands' : '/v1/categories';
      const { id } = await made(path, { title: 'Race', slug: `race-${round}` });
      const form = { sku: `race-${round}`, title: 'P', slug: `race-${round}`, price: '1', tax_band: band.id };
      const [created, removed] = await Promise.all([
        send('POST', '/v1/products', { form: { ...form, [object]: id } }),
        send('DELETE', `${path}/${id}`),
      ]);
      return [created.status, removed.status].join();
    });
    for (const outcome of await Promise.all(rounds)) expect(['201,422', '422,200']).toContain(outcome);
  });
});
