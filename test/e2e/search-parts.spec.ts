import { type Fields, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

onEachEngine('a search finds texts by their parts, in upper or lower case (wire.md 4)', (engine) => {
  let store: TestStore;
  let shop: Shop;

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
    const green = { title: 'Grüner Tee', slug: 'gruener-tee', sku: 'Tee-1', description: 'ΣΊΣΥΦΟΣ и Чай' };
    await shop.product({ ...green, price: '12.50', status: 1 });
    const odd = { title: '100% a_b \\ c!d [x]', slug: 'odd', sku: 'ODD_1', description: 'GRÜNE Äpfel' };
    await shop.product({ ...odd, price: '1', stock_status: 2 });
    await shop.product({ title: '1000 axb', slug: 'other', sku: 'ODDX1', price: '1' });
  });
  afterAll(() => store.close());

  const found = async (path: string, query: Record<string, string>, name = 'slug'): Promise<unknown[]> => {
    const { status, body } = await store.request<{ result: Fields[] }>('GET', path, { query });
    expect([path, query, status]).toEqual([path, query, 200]);
    return body.result.map((record) => record[name]).sort();
  };

  it.each<[Record<string, string>, string[]]>([
    [{ title: 'tee' }, ['gruener-tee']],
    [{ title: 'GRÜN' }, ['gruener-tee']],
    [{ title: 'grün' }, ['gruener-tee']],
    [{ title: 'grun' }, []],
    [{ description: 'grüne ä' }, ['odd']],
    [{ description: 'чАЙ' }, ['gruener-tee']],
    [{ description: 'σίσυφοσ' }, ['gruener-tee']],
    [{ sku: 'odd_' }, ['odd']],
    [{ sku: 'odd' }, ['odd', 'other']],
    [{ slug: 'TEE' }, ['gruener-tee']],
    [{ title: '100%' }, ['odd']],
    [{ title: 'A_B' }, ['odd']],
    [{ title: '\\' }, ['odd']],
    [{ title: 'C!D' }, ['odd']],
    [{ title: '[X]' }, ['odd']],
    [{ title: '%' }, ['odd']],
    [{ title: 'tee', description: 'чай' }, ['gruener-tee']],
    [{ title: 'grü', description: 'äpfel' }, []],
    [{ description: '' }, ['other']],
    // Numbers, choices and ids to the letter.
    [{ price: '12.5' }, ['gruener-tee']],
    [{ price: '2' }, []],
    [{ title: 'a', stock_status: '2' }, ['odd']],
    [{ title: 'x'.repeat(256) }, []],
    [{ title: [...'абвгдежзийклмнопрстуфхцчшщъыьэюяαβγδεζηθικλμνξοπρστυφχψωäöüßéèêëàâ'].join('') }, []],
  ])('products by %j', async (query, slugs) => {
    expect(await found('/v1/products/search', query)).toEqual(slugs);
  });

  it('takes any of several texts', async () => {
    expect(await found('/v1/products/search?title[]=tee&title[]=100%25', {})).toEqual(['gruener-tee', 'odd']);
  });

  it('leaves the list exact', async () => {
    expect(await found('/v1/products', { title: 'tee' })).toEqual([]);
    expect(await found('/v1/products', { title: 'grüner tee' })).toEqual([]);
    expect(await found('/v1/products', { title: 'Grüner Tee' })).toEqual(['gruener-tee']);
  });

  it.each<[string, Fields, Record<string, string>]>([
    ['/v1/brands', { title: 'Ärger', slug: 'aerger' }, { title: 'äRG' }],
    ['/v1/categories', { title: 'Ärger', slug: 'aerger', description: 'Öl' }, { description: 'öL' }],
    ['/v1/collections', { title: 'Ärger', slug: 'aerger' }, { slug: 'GER' }],
    ['/v1/customers/groups', { title: 'Ärzte', slug: 'aerzte' }, { title: 'ÄRZ' }],
    [
      '/v1/customers',
      { first_name: 'Jürgen', last_name: 'Ö', email: 'j@example.com' },
      { first_name: 'JÜR', last_name: 'ö' },
    ],
    ['/v1/taxes', { title: 'Ermäßigt', rate: '7' }, { title: 'MÄßI' }],
    ['/v1/currencies', { title: 'Öre', code: 'SEK', format: '{price}' }, { title: 'öR' }],
  ])('in %s too', async (path, form, query) => {
    const { id } = await shop.made(path, form);
    expect(await found(`${path}/search`, query, 'id')).toEqual([id]);
    expect(await found(path, query, 'id')).toEqual([]);
  });

  it('finds shipping methods, gateways, promotions and webhooks by parts of their texts', async () => {
    const method = await shop.shipping({ title: 'Über Nacht', company: 'Größer & Söhne' });
    expect(await found('/v1/shipping/search', { title: 'ÜBER', company: 'söhne' }, 'id')).toEqual([method.id]);
    expect(await found('/v1/gateways/search', { name: 'MAN' })).toEqual(['manual']);
    const promotion = await shop.promotion({ title: 'Frühling', description: 'Alles muß raus' });
    expect(await found('/v1/promotions/cart/search', { title: 'FRÜH', description: 'ALLES' }, 'id')).toEqual([
      promotion.id,
    ]);
    const hook = { url: 'https://ü.example/Hook', content_type: 'json', create: 1, update: 1, delete: 1, enabled: 0 };
    const webhook = await shop.made('/v1/webhooks', { ...hook, name: 'Läger' });
    expect(await found('/v1/webhooks/search', { name: 'LÄG', url: 'hook' }, 'id')).toEqual([webhook.id]);
  });

  it('in the addresses of a customer too', async () => {
    const { id } = await shop.made('/v1/customers', { first_name: 'C', last_name: 'D', email: 'c@example.com' });
    const place = {
      first_name: 'C',
      last_name: 'D',
      address_1: 'Ölmühle 3',
      city: 'Köln',
      postcode: '50667',
      country: 'DE',
    };
    const address = await shop.made(`/v1/customers/${id}/addresses`, place);
    const path = `/v1/customers/${id}/addresses`;
    expect(await found(`${path}/search`, { address_1: 'öLM', city: 'KÖ', postcode: '506' }, 'id')).toEqual([
      address.id,
    ]);
    expect(await found(path, { city: 'KÖ' }, 'id')).toEqual([]);
    expect(await found(`${path}/search`, { country: 'D' }, 'id')).toEqual([]);
  });

  it('takes the names that v1 filters by: the code of promotions, the title of webhooks, the status of customers', async () => {
    const promotion = await shop.promotion({ discount_code: 'V1-CODE' });
    const hook = { url: 'https://t.example/', content_type: 'json', create: 1, update: 1, delete: 1, enabled: 0 };
    const webhook = await shop.made('/v1/webhooks', { ...hook, name: 'Stock', subject: 'x' });
    for (const path of ['/v1/promotions/cart', '/v1/promotions/cart/search'])
      expect(await found(path, { code: 'v1-code' }, 'id')).toEqual([promotion.id]);
    expect(await found('/v1/promotions/cart', { code: 'v1' }, 'id')).toEqual([]);
    expect(await found('/v1/webhooks', { title: 'Stock' }, 'id')).toEqual([webhook.id]);
    expect(await found('/v1/webhooks/search', { title: 'stoc' }, 'id')).toEqual([webhook.id]);
    const { id: other } = await shop.made('/v1/customers', {
      first_name: 'E',
      last_name: 'Østby',
      email: 'e@example.com',
    });
    const everybody = await found('/v1/customers', {}, 'id');
    expect(everybody).toContain(other);
    expect(await found('/v1/customers', { status: '1' }, 'id')).toEqual(everybody);
    expect(await found('/v1/customers/search', { status: '1', last_name: 'øst' }, 'id')).toEqual([other]);
    expect(await found('/v1/customers', { status: '0' }, 'id')).toEqual([]);
  });

  it('names filters that there are none of, also those in another case', async () => {
    const { status, headers, body } = await store.request<{ result: Fields[] }>('GET', '/v1/products?SKU=Tee-1');
    expect([status, headers.get('unknown-filters'), body.result]).toEqual([200, 'SKU', []]);
    const strict = await store.request<{ errors: Fields }>('GET', '/v1/customers?Email=x');
    expect([strict.status, Object.keys(strict.body.errors)]).toEqual([422, ['Email']]);
  });

  it('does not find a person by a part of the e-mail address', async () => {
    await shop.made('/v1/customers', { first_name: 'A', last_name: 'B', email: 'anna@example.com' });
    expect(await found('/v1/customers/search', { email: 'nna@example.com' }, 'email')).toEqual([]);
    expect(await found('/v1/customers/search', { email: 'ANNA@example.com' }, 'email')).toEqual(['anna@example.com']);
  });

  it('finds by `q` in the same way: the engines agree on letters beyond ASCII', async () => {
    expect(await found('/v1/products', { q: 'GRÜNER' })).toEqual(['gruener-tee']);
    await shop.made('/v1/customers', { first_name: 'Zoë', last_name: 'Ångström', email: 'z@example.com' });
    expect(await found('/v1/customers', { q: 'zoË åNG' }, 'email')).toEqual(['z@example.com']);
  });
});
