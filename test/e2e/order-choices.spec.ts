import { type Fields, type OrderResult, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

interface Tee {
  id: string;
  sku: string;
  size: string;
  m: string;
  l: string;
  print: string;
}

onEachEngine('choices of order items (orders-and-payments.md 5, 29)', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let band: string;
  let count = 0;

  const part = (path: string, form: Fields) => shop.made(path, form).then(({ id }) => id);
  /** A tee of 10, 8 in a sale, in M and in L for 1.50 more with a sku and 5 in stock; with a text to print on it. */
  const tee = async (): Promise<Tee> => {
    const { id, sku } = await shop.product({
      ...{ title: 'Tee', sale_price: 8, tax_band: band },
      ...{ stock_status: 1, stock_level: 7 },
    });
    const modifiers = `/v1/products/${id}/modifiers`;
    const size = await part(modifiers, { title: 'Size', type: 'variant' });
    const m = await part(`${modifiers}/${size}/variations`, { title: 'M' });
    const large = { title: 'L', mod_price: '+1.50', sku: `LARGE-${id}`, stock_level: 5 };
    const l = await part(`${modifiers}/${size}/variations`, large);
    const print = await part(modifiers, { title: 'Print', type: 'input' });
    return { id, sku: String(sku), size, m, l, print };
  };
  const levels = async ({ id, size, l }: Tee): Promise<unknown[]> => {
    const { result } = (await shop.send('GET', `/v1/products/${id}`)).body;
    const modifiers = result['modifiers'] as Record<string, { variations: Record<string, Fields> }>;
    return [result['stock_level'], modifiers[size]?.variations[l]?.['stock_level']];
  };
  const itemsOf = async (order: string): Promise<Fields[]> =>
    (await shop.send<Fields[]>('GET', `/v1/orders/${order}/items`, { query: { sort: 'id', order: 'asc' } })).body
      .result;
  const read = async (order: string): Promise<OrderResult> =>
    (await shop.send<OrderResult>('GET', `/v1/orders/${order}`)).body.result;
  /** The goods of a line, with the chosen variations of its product only. */
  const goods = (item?: Fields): Fields => {
    const { id: _id, order: _order, created_at: _created, updated_at: _updated, product, ...own } = item ?? {};
    const { data } = product as { data: { id: string; modifiers: Record<string, { variations: Fields }> } };
    const chosen = Object.entries(data.modifiers).map(([id, { variations }]) => [id, Object.keys(variations)]);
    return { ...own, product: data.id, modifiers: chosen };
  };
  /** The line that a checkout makes of the same choices. */
  const bought = async ({ id }: Tee, modifier: Fields, quantity: number): Promise<Fields> => {
    const cart = `chosen-${(count += 1)}`;
    await shop.send('POST', `/v1/carts/${cart}`, { json: { id, quantity, modifier } });
    const { body } = await shop.checkout(cart);
    return goods((await itemsOf(body.result.id))[0]);
  };
  const placed = async (): Promise<OrderResult> => shop.order((await shop.product({ price: '1' })).id);
  const stated = async (): Promise<OrderResult> => {
    const { result } = (await shop.send<{ id: string }[]>('GET', '/v1/currencies')).body;
    const form = { subtotal: 10, total: 10, currency: result[0]?.id, currency_code: 'GBP', exchange_rate: 1 };
    return (await shop.made('/v1/orders', form)) as unknown as OrderResult;
  };
  const edit = (order: string, item: Fields, type: 'json' | 'form') =>
    shop.send('POST', `/v1/orders/${order}/edits`, { [type]: { items: [item] } });
  const put = (order: string, item: Fields, type: 'json' | 'form') =>
    shop.send('POST', `/v1/orders/${order}/items`, { [type]: item });

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
    band = await part('/v1/taxes', { title: 'Standard', rate: '20' });
  });
  afterAll(() => store.close());

  const large = ({ size, l, print }: Tee): Fields => ({ [size]: l, [print]: 'For Ada' });
  const NAMED: Record<string, (tee: Tee) => Fields> = {
    "the product's sku and all choices": (tee) => ({ sku: tee.sku, modifier: large(tee) }),
    "a variation's sku and the other choices": (tee) => ({
      sku: `LARGE-${tee.id}`,
      modifier: { [tee.print]: 'For Ada' },
    }),
    "a variation's sku and all choices": (tee) => ({ sku: `LARGE-${tee.id}`, modifier: large(tee) }),
  };
  const WAYS = { edit, put };

  for (const [name, named] of Object.entries(NAMED)) {
    for (const way of ['edit', 'put'] as const) {
      for (const type of ['json', 'form'] as const) {
        it(`${name}, by ${way} in ${type}: the line of a checkout, at its price and from its stock`, async () => {
          const product = await tee();
          const expected = await bought(product, large(product), 2);
          expect(await levels(product)).toEqual([7, 3]);
          const { id } = await placed();
          const { status } = await WAYS[way](id, { ...named(product), quantity: 2 }, type);
          expect([status, await levels(product)]).toEqual([way === 'edit' ? 200 : 201, [7, 1]]);
          expect(goods((await itemsOf(id))[1])).toEqual(expected);
          expect(await read(id)).toMatchObject({ subtotal: 20, total: 23.8, count: 2 });
        });
      }
    }
  }

  it('names the line that has the choices already: its number changes, and its stock', async () => {
    const product = await tee();
    const { id } = await placed();
    const [, , ...names] = Object.values(NAMED);
    expect(
      (await edit(id, { ...NAMED["the product's sku and all choices"]?.(product), quantity: 1 }, 'json')).status,
    ).toBe(200);
    const [, line] = await itemsOf(id);
    const all = [
      ...Object.values(NAMED),
      ...names,
      () => ({ sku: line?.['sku'] }),
      () => ({ sku: line?.['sku'], modifier: large(product) }),
    ];
    for (const [at, named] of all.entries()) {
      expect((await edit(id, { ...named(product), quantity: 1 + (at % 2) }, 'json')).status).toBe(200);
      expect([(await itemsOf(id)).length, await levels(product)]).toEqual([2, [7, 4 - (at % 2)]]);
    }
    const again = await put(id, { sku: product.sku, modifier: large(product), quantity: 3 }, 'form');
    expect([again.status, again.body.result.id]).toEqual([200, line?.['id']]);
    expect((await edit(id, { sku: product.sku, modifier: large(product), quantity: 0 }, 'json')).status).toBe(200);
    expect([(await itemsOf(id)).length, await levels(product)]).toEqual([1, [7, 5]]);
  });

  it('two choices of a product are two lines, also in one edit; the same one twice is 422', async () => {
    const product = await tee();
    const { id } = await placed();
    const medium = { [product.size]: product.m, [product.print]: 'x' };
    const both = [
      { sku: product.sku, modifier: medium, quantity: 2 },
      { sku: product.sku, modifier: large(product), quantity: 1 },
    ];
    const path = `/v1/orders/${id}/edits`;
    expect((await shop.send('POST', path, { json: { items: both } })).status).toBe(200);
    const items = await itemsOf(id);
    expect(items.map(({ title, price }) => [title, price]).slice(1)).toEqual([
      ['Tee (M, Print: x)', 8],
      ['Tee (L, Print: For Ada)', 9.5],
    ]);
    expect(await levels(product)).toEqual([5, 4]);
    const twice = [
      { sku: product.sku, modifier: large(product), quantity: 2 },
      { sku: items[2]?.['sku'], quantity: 0 },
    ];
    const { status, body } = await shop.send('POST', path, { json: { items: twice } });
    expect([status, body.errors]).toEqual([422, { 'items.1.sku': ['items.1.sku must be unique in the edit'] }]);
  });

  it('a choice that is missing, unknown or not the one of the sku is 422, and nothing changes', async () => {
    const product = await tee();
    const { sku, size, print, m, l } = product;
    const missing = (id: string) => ({ [`modifier.${id}`]: [`modifier.${id} is required`] });
    const cases: [Fields, Record<string, string[]>][] = [
      [{ sku }, { ...missing(size), ...missing(print) }],
      [
        { sku, modifier: {} },
        { ...missing(size), ...missing(print) },
      ],
      [{ sku, modifier: { [print]: 'x' } }, missing(size)],
      [{ sku: `LARGE-${product.id}` }, missing(print)],
      [
        { sku, modifier: { [size]: '1', [print]: 'x' } },
        { [`modifier.${size}`]: [`modifier.${size} must be the id of one of its variations`] },
      ],
      [{ sku, modifier: { [size]: l, [print]: 'x', 9: 'y' } }, { 'modifier.9': ['modifier.9 does not exist'] }],
      [
        { sku: `LARGE-${product.id}`, modifier: { [size]: m, [print]: 'x' } },
        { [`modifier.${size}`]: [`modifier.${size} is not the variation with the sku`] },
      ],
      [{ sku: 'none', modifier: { [size]: l } }, { sku: ['sku is not that of a product or a variation'] }],
    ];
    const order = await placed();
    const by = { title: 'Tee', tax_rate: 20, tax_band: band, price: 5 };
    for (const [item, errors] of cases) {
      const prefixed = Object.entries(errors).map(([field, texts]) => [
        `items.0.${field}`,
        texts.map((text) => `items.0.${text}`),
      ]);
      for (const type of ['json', 'form'] as const) {
        const edited = await edit(order.id, { ...item, quantity: 1 }, type);
        expect([edited.status, edited.body.errors]).toEqual([422, Object.fromEntries(prefixed)]);
        const sent = await put(order.id, { ...item, ...by, quantity: 1 }, type);
        expect([sent.status, sent.body.errors]).toEqual([422, errors]);
      }
    }
    expect([await read(order.id), await levels(product)]).toEqual([order, [7, 5]]);
  });

  it('a stated order keeps its amounts and takes no stock, and its items know what was chosen', async () => {
    const product = await tee();
    const own = { title: 'Tee, large', tax_rate: 20, tax_band: band, price: 5, quantity: 2 };
    const byId = { sku: 'OWN', product: product.id };
    for (const type of ['json', 'form'] as const) {
      const order = await stated();
      const lacking = await put(order.id, { ...own, ...byId }, type);
      expect([lacking.status, Object.keys(lacking.body.errors)]).toEqual([
        422,
        [`modifier.${product.size}`, `modifier.${product.print}`],
      ]);
      expect((await put(order.id, { ...own, ...byId, modifier: large(product) }, type)).status).toBe(201);
      const kept = await put(order.id, { ...byId, quantity: 3 }, type);
      expect([kept.status, Object.keys(kept.body.result['modifier'] as Fields)]).toEqual([
        200,
        [product.size, product.print],
      ]);
      const other = { ...byId, modifier: { [product.size]: product.m, [product.print]: 'x' } };
      expect((await put(order.id, other, type)).body.errors).toEqual({
        modifier: ['modifier is not that of the item: remove the item and add another'],
      });
      const named = { sku: product.sku, modifier: { [product.size]: product.m, [product.print]: 'x' }, quantity: 1 };
      expect((await edit(order.id, named, type)).status).toBe(200);
      const items = await itemsOf(order.id);
      expect(items.map(({ sku, price, quantity, title }) => [sku, price, quantity, title])).toEqual([
        ['OWN', 5, 3, 'Tee, large'],
        [expect.stringMatching(`^${product.sku}-${product.m}-`), 8, 1, 'Tee (M, Print: x)'],
      ]);
      expect(await read(order.id)).toMatchObject({ subtotal: 10, total: 10, count: 2 });
    }
    expect(await levels(product)).toEqual([7, 5]);
  });

  it('If-Match means the line that the choices name', async () => {
    const product = await tee();
    const { id } = await placed();
    const item = { sku: product.sku, modifier: large(product), quantity: 1 };
    const path = `/v1/orders/${id}/items`;
    const any = { 'If-Match': '*' };
    expect((await shop.send('PUT', path, { json: item, headers: any })).status).toBe(409);
    expect((await shop.send('PUT', path, { json: item })).status).toBe(201);
    expect((await shop.send('PUT', path, { json: { ...item, quantity: 2 }, headers: any })).status).toBe(200);
  });
});
