import { ClientsService } from '../../src/modules/access/clients.service';
import { categoryIn, type ProductCategory } from '../../src/modules/catalog/product-category';
import { type Fields, type OrderResult, type Result, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { type Call, startStore, type TestStore } from '../support/store';

interface Shown {
  id: string;
  brand: unknown;
  category: ProductCategory | null;
}

onEachEngine('drafts within live records (storefront.md 1)', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let own: string;

  const by = <R>(method: string, path: string, call: Call = {}) =>
    store.request<Result<R>>(method, path, { ...call, token: own });
  const shelf = (path: string, slug: string, more: Fields = {}) =>
    shop.made(path, { title: slug, slug, description: '', ...more });
  /** Slugs of the category and of those above it. */
  const pathOf = ({ category }: Pick<Shown, 'category'>): string[] => {
    const slugs: string[] = [];
    for (let at = categoryIn(category); at !== undefined; at = at.parent?.data as typeof at) slugs.push(at.slug);
    return slugs;
  };

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { STOREFRONT_TOKENS_PER_MINUTE: '100' });
    shop = await Shop.open(store);
    const { clientId } = await store.app.get(ClientsService).createPublic('pages', ['https://shop.example']);
    const form = { grant_type: 'implicit', client_id: clientId };
    const { body } = await store.request<Fields>('POST', '/oauth/access_token', { form, token: null });
    own = String(body['access_token']);
  });
  afterAll(() => store.close());

  it('are left out for a page: brands, categories, and what is above a draft', async () => {
    const brand = await shelf('/v1/brands', 'secret-brand', { status: 0 });
    const top = await shelf('/v1/categories', 'top');
    const hidden = await shelf('/v1/categories', 'hidden', { status: 0, parent: top.id });
    const live = await shelf('/v1/categories', 'live', { parent: hidden.id });
    const leaf = await shelf('/v1/categories', 'leaf', { parent: live.id });
    const inDraft = await shop.product({ category: hidden.id, brand: brand.id });
    const below = await shop.product({ category: leaf.id });

    for (const [{ id }, paths] of [
      [inDraft, [[], ['hidden', 'top']]],
      [
        below,
        [
          ['leaf', 'live'],
          ['leaf', 'live', 'hidden', 'top'],
        ],
      ],
    ] as const) {
      const path = `/v1/products/${id}`;
      const { result: seen } = (await by<Shown>('GET', path)).body;
      const { result: whole } = (await shop.send<Shown>('GET', path)).body;
      expect([pathOf(seen), pathOf(whole)]).toEqual(paths);
      const listed = (await by<Shown[]>('GET', '/v1/products')).body.result;
      expect(listed.find((one) => one.id === id)).toEqual(seen);
      expect([seen.brand, whole.brand]).toEqual([
        null,
        id === inDraft.id ? { value: 'secret-brand', data: brand } : null,
      ]);
    }
    const seen = await by<{ parent: unknown }>('GET', `/v1/categories/${live.id}`);
    expect(seen.body.result).toEqual({ ...live, parent: null });
    const listed = (await by<(typeof live)[]>('GET', '/v1/categories')).body.result;
    expect(listed.map(({ slug, parent }) => [slug, parent])).toEqual([
      ['leaf', { value: 'live', data: expect.objectContaining({ slug: 'live' }) as unknown }],
      ['live', null],
      ['top', null],
    ]);
  });

  it('are left out of what the order of a page says of its products', async () => {
    const hidden = await shelf('/v1/categories', 'later-hidden', { status: 0 });
    const { id } = await shop.product({ category: hidden.id });
    const json = {
      customer: { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' },
      bill_to: { first_name: 'Ada', last_name: 'Lovelace', address_1: '1 Row', postcode: 'BA1 1AA', country: 'GB' },
      gateway: 'dummy',
    };
    expect((await by('POST', '/v1/carts/cart-of-the-drafts', { form: { id } })).status).toBe(201);
    const order = (await by<OrderResult>('POST', '/v1/carts/cart-of-the-drafts/checkout', { json })).body.result;
    const items = async (token: typeof by) =>
      (await token<{ product: { data: Shown } }[]>('GET', `/v1/orders/${order.id}/items`)).body.result;
    const [seen] = await items(by);
    const [whole] = await items((method, path, call) => shop.send(method, path, call));
    expect([seen && pathOf(seen.product.data), whole && pathOf(whole.product.data)]).toEqual([[], ['later-hidden']]);
  });

  it('hide the modifiers and variations of a draft, with their fields', async () => {
    const parts = async (product: string): Promise<string[]> => {
      const path = `/v1/products/${product}/modifiers`;
      const size = `${path}/${(await shop.made(path, { title: 'Size', type: 'single' })).id}`;
      const large = `${size}/variations/${(await shop.made(`${size}/variations`, { title: 'L' })).id}`;
      const all = `/v1/products/${product}/variations`;
      return [path, size, `${size}/variations`, large, all, `${size}/fields`, `${large}/fields`];
    };
    const statuses = (paths: string[]) =>
      Promise.all(paths.map(async (path) => [path, (await by('GET', path)).status]));
    const live = await parts((await shop.product()).id);
    const draft = await parts((await shop.product({ status: 0 })).id);
    expect(await statuses(live)).toEqual(live.map((path) => [path, 200]));
    expect(await statuses(draft)).toEqual(draft.map((path) => [path, 404]));
  });
});
