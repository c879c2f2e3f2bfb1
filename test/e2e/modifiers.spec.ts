import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { ProductModifier } from '../../src/modules/catalog/data/product-modifier.entity';
import { ProductVariation } from '../../src/modules/catalog/data/product-variation.entity';
import { insertRows } from '../../src/platform/database/rows/row-reader';
import { type CartLine, type CartResult, type Fields, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { recordedEvents } from '../support/recorded-events';
import { type Call, startStore, type TestStore } from '../support/store';

type Record_ = Fields & { id: string };

const TIME: unknown = expect.stringMatching(/^[\d-]{10} [\d:]{8}$/);
const TIMES = { created_at: TIME, updated_at: TIME };
const choice = (key: string, value: string) => ({ value, data: { key, value } });

onEachEngine('modifiers (orders-and-payments.md 29)', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let count = 0;

  const modifiers = (product: string) => `/v1/products/${product}/modifiers`;
  const modifier = (product: string, more: Fields = {}): Promise<Record_> =>
    shop.made(modifiers(product), { title: 'Size', type: 'variant', ...more });
  const variation = (product: string, of: string, more: Fields = {}): Promise<Record_> =>
    shop.made(`${modifiers(product)}/${of}/variations`, { title: 'Large', ...more });
  const refused = async (method: string, path: string, call: Call = {}): Promise<Record<string, string[]>> => {
    const { status, body } = await shop.send(method, path, call);
    expect(status).toBe(422);
    return body.errors;
  };
  const add = (cart: string, id: string, chosen: Record<string, string>, quantity = 1) =>
    shop.send<CartResult>('POST', `/v1/carts/${cart}`, { form: { id, quantity, modifier: chosen } });
  const lines = async (cart: string): Promise<CartLine[]> =>
    Object.values((await shop.send<CartResult>('GET', `/v1/carts/${cart}`)).body.result.contents);
  const items = async (order: string): Promise<Fields[]> =>
    (await shop.send<Fields[]>('GET', `/v1/orders/${order}/items`)).body.result;
  const read = async (product: string) => (await shop.send<Record_>('GET', `/v1/products/${product}`)).body.result;
  const cartId = () => `modified-${(count += 1)}`;
  /** A tee of 10 in two sizes: M as it is, L for 1.50 more. */
  const tee = async (more: Fields = {}, large: Fields = {}) => {
    const product = await shop.product({ title: 'Tee', ...more });
    const size = await modifier(product.id);
    const m = await variation(product.id, size.id, { title: 'M' });
    const l = await variation(product.id, size.id, { title: 'L', mod_price: '+1.50', ...large });
    return { id: product.id, sku: String(product['sku']), size: size.id, m: m.id, l: l.id };
  };

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
  });
  afterAll(() => store.close());

  it('orders-and-payments.md 29: are made, read, changed and removed, and each change is one of the product', async () => {
    const product = await shop.product({ price: '10' });
    expect(product['modifiers']).toEqual({});
    const size = await modifier(product.id, { instructions: 'Choose' });
    const path = `${modifiers(product.id)}/${size.id}`;
    const about = { id: size.id, type: choice('variant', 'Variant'), title: 'Size', product: product.id, ...TIMES };
    expect(size).toEqual({ ...about, instructions: 'Choose', variations: {} });
    const large = await variation(product.id, size.id, { mod_price: '=12.5', sku: 'TEE-L', stock_level: 4 });
    const own = { id: large.id, title: 'Large', sku: 'TEE-L', modifier: size.id, product: product.id, ...TIMES };
    expect(large).toEqual({ ...own, mod_price: '=12.50', difference: '=£12.50', stock_level: 4 });
    expect((await shop.send('GET', path)).body.result).toEqual({ ...size, variations: { [large.id]: large } });
    expect((await shop.send('GET', `${path}/variations`)).body.result).toEqual({ [large.id]: large });
    const length = await modifier(product.id, { title: 'Length' });
    const long = await variation(product.id, length.id, { title: 'Long' });
    const ofAll = await shop.send('GET', `/v1/products/${product.id}/variations`);
    expect(ofAll.body.result).toEqual({ [large.id]: large, [long.id]: long });
    await shop.send('DELETE', `${modifiers(product.id)}/${length.id}`);
    const changed = await shop.send('PUT', `${path}/variations/${large.id}`, {
      form: { mod_price: '-0.125', sku: '', stock_level: '' },
    });
    const after = { ...own, sku: null, mod_price: '-0.125', difference: '-£0.13', stock_level: null };
    expect(changed.body.result).toEqual(after);
    expect((await shop.send('PUT', path, { form: { title: 'Fit', type: 'single', instructions: '' } })).status).toBe(
      200,
    );
    const fit = { ...about, title: 'Fit', type: choice('single', 'Single'), instructions: '' };
    expect((await read(product.id))['modifiers']).toEqual({
      [size.id]: { ...fit, variations: { [large.id]: after } },
    });
    expect((await shop.send('PUT', path, { form: { title: 'Fit' } })).status).toBe(200);
    expect((await shop.send('DELETE', `${path}/variations/${large.id}`)).status).toBe(200);
    expect((await shop.send('DELETE', path)).body).toEqual({ status: true, message: 'Modifier removed successfully' });
    expect((await shop.send('GET', modifiers(product.id))).body.result).toEqual({});
    const events = await recordedEvents(store, product.id);
    expect(events.map(({ type }) => type)).toEqual(['product.created', ...Array<string>(9).fill('product.updated')]);
    expect(events[7]?.data).toMatchObject({ modifiers: { [size.id]: { title: 'Fit' } } });
  });

  it.each([
    ['+1.5', '+£1.50'],
    ['-0.5', '-£0.50'],
    ['-20', '-£10.00'],
    ['=2.99', '=£2.99'],
    ['=10', '=£10.00'],
    ['=0', '=£0.00'],
    ['+0', '£0.00'],
    ['-0', '£0.00'],
    ['', '£0.00'],
  ])('orders-and-payments.md 29: the difference of %j is printed as %s', async (mod_price, difference) => {
    const product = await shop.product({ price: '10' });
    const size = await modifier(product.id, {});
    expect((await variation(product.id, size.id, { mod_price }))['difference']).toBe(difference);
  });

  it('orders-and-payments.md 29: refuses what does not fit, and finds nothing elsewhere', async () => {
    const { id, size, m } = await tee();
    const path = `${modifiers(id)}/${size}`;
    expect(await refused('POST', modifiers(id), { form: { type: 'many' } })).toEqual({
      title: ['title is required'],
      type: ['type must be one of variant, single, input'],
    });
    const form = { title: 'X' };
    for (const mod_price of ['*2', '1,5', '+-1', '+1.23456', '+99999999999999', 'x'.repeat(40)]) {
      expect(await refused('POST', `${path}/variations`, { form: { ...form, mod_price } })).toEqual({
        mod_price: ['mod_price must be a decimal number with +, - or = before it, such as +1.50'],
      });
    }
    const other = await shop.product({ sku: 'TAKEN' });
    expect(await refused('POST', `${path}/variations`, { form: { ...form, sku: 'TAKEN' } })).toEqual({
      sku: ['sku must be unique'],
    });
    await variation(id, size, { sku: 'OWN' });
    expect(await refused('PUT', `${path}/variations/${m}`, { form: { sku: 'OWN' } })).toEqual({
      sku: ['sku must be unique'],
    });
    expect(await refused('PUT', path, { form: { type: 'input' } })).toEqual({
      type: ['type must not be input while the modifier has variations'],
    });
    const text = await modifier(id, { type: 'input', title: 'Engraving' });
    expect(await refused('POST', `${modifiers(id)}/${text.id}/variations`, { form })).toEqual({
      modifier: ['modifier is of type input: it takes a text and has no variations'],
    });
    for (const missing of [
      `${modifiers('7')}/${size}`,
      `${modifiers(other.id)}/${size}`,
      `${modifiers(id)}/constructor`,
      `${path}/variations/7`,
      `${modifiers(id)}/${text.id}/variations/${m}`,
    ]) {
      expect((await shop.send('GET', missing)).status).toBe(404);
      expect((await shop.send('DELETE', missing)).status).toBe(404);
    }
    const stale = { headers: { 'if-match': '"x"' }, form };
    expect((await shop.send('PUT', path, stale)).status).toBe(409);
    expect((await shop.send('DELETE', `${path}/variations/${m}`, stale)).status).toBe(409);
  });

  it('orders-and-payments.md 29: a line for each choice, whose price and title follow', async () => {
    const { id, sku, size, m, l } = await tee({ price: '10', sale_price: '8' });
    const text = await modifier(id, { type: 'input', title: 'Print' });
    const cart = cartId();
    await add(cart, id, { [size]: m, [text.id]: 'Ada' });
    await add(cart, id, { [size]: l, [text.id]: 'Ada' }, 2);
    await add(cart, id, { [text.id]: ' Ada ', [size]: l });
    const { body } = await add(cart, id, { [size]: l, [text.id]: 'Bob' });
    const shown = Object.values(body.result.contents).map((line) => [line['title'], line.price, line.quantity]);
    expect(shown).toEqual([
      ['Tee (M, Print: Ada)', 8, 1],
      ['Tee (L, Print: Ada)', 9.5, 3],
      ['Tee (L, Print: Bob)', 9.5, 1],
    ]);
    const [, large] = await lines(cart);
    expect(large?.['modifier']).toEqual({
      [size]: {
        id: size,
        type: choice('variant', 'Variant'),
        title: 'Size',
        value: 'L',
        variation: l,
        mod_price: '+1.50',
      },
      [text.id]: {
        id: text.id,
        type: choice('input', 'Input'),
        title: 'Print',
        value: 'Ada',
        variation: null,
        mod_price: null,
      },
    });
    expect(large?.['sku']).toMatch(new RegExp(`^${sku}-${l}-[0-9a-f]{12}$`));
    expect(body.result.totals.post_discount.raw['with_tax']).toBe(46);
    await shop.send('PUT', `${modifiers(id)}/${size}/variations/${l}`, { form: { mod_price: '=3', title: 'XL' } });
    expect((await lines(cart)).map((line) => [line['title'], line.price])).toEqual([
      ['Tee (M, Print: Ada)', 8],
      ['Tee (XL, Print: Ada)', 3],
      ['Tee (XL, Print: Bob)', 3],
    ]);
    expect((await shop.send('GET', `/v1/carts/${cart}/has/${id}`)).status).toBe(200);
  });

  it('orders-and-payments.md 29: what is unknown or missing is 422', async () => {
    const { id, size, m } = await tee();
    const plain = await shop.product();
    const at = (chosen: unknown, product = id) => ({ form: { id: product, modifier: chosen } });
    const path = `/v1/carts/${cartId()}`;
    expect(await refused('POST', path, { form: { id } })).toEqual({
      [`modifier.${size}`]: [`modifier.${size} is required`],
    });
    expect(await refused('POST', path, at({ [size]: '7' }))).toEqual({
      [`modifier.${size}`]: [`modifier.${size} must be the id of one of its variations`],
    });
    expect(await refused('POST', path, at({ [size]: m, 7: '8' }))).toEqual({
      'modifier.7': ['modifier.7 does not exist'],
    });
    expect(await refused('POST', path, at({ 7: '8' }, plain.id))).toEqual({
      'modifier.7': ['modifier.7 does not exist'],
    });
    expect(await refused('POST', path, { json: { id, modifier: 'M' } })).toEqual({
      modifier: ['modifier must be an object'],
    });
    expect(await refused('POST', path, { json: { id, modifier: { [size]: { id: m } } } })).toEqual({
      modifier: ['modifier must hold ids of variations and texts'],
    });
    const text = await modifier(id, { type: 'input', title: 'Print' });
    const typed = (value: string) => refused('POST', path, at({ [size]: m, [text.id]: value }));
    expect(await typed('x'.repeat(256))).toEqual({
      [`modifier.${text.id}`]: [`modifier.${text.id} must be at most 255 characters`],
    });
    expect(await typed('a\nb')).toEqual({ [`modifier.${text.id}`]: [`modifier.${text.id} must be a single line`] });
    expect((await shop.send<CartResult>('GET', path)).body.result.contents).toEqual({});
  });

  it('orders-and-payments.md 29: a line whose choice is gone cannot be bought', async () => {
    const { id, size, l } = await tee();
    const cart = cartId();
    await add(cart, id, { [size]: l });
    await shop.send('DELETE', `${modifiers(id)}/${size}/variations/${l}`);
    expect(await lines(cart)).toMatchObject([{ title: 'Tee (L)', available: false }]);
    expect((await shop.checkout(cart)).status).toBe(422);
  });

  it('orders-and-payments.md 29: the order keeps the choice, each line under a sku of its own', async () => {
    const { id, sku, size, m, l } = await tee({ price: '10' }, { sku: `OWN-${cartId()}` });
    const cart = cartId();
    await add(cart, id, { [size]: m }, 2);
    await add(cart, id, { [size]: l });
    const lines = Object.values((await shop.send<CartResult>('GET', `/v1/carts/${cart}`)).body.result.contents);
    expect(lines.map((line) => line['modifier_ids'])).toEqual([{ [size]: m }, { [size]: l }]);
    const { body } = await shop.checkout(cart);
    expect(body.result).toMatchObject({ total: 31.5, count: 2 });
    await shop.send('DELETE', `${modifiers(id)}/${size}`);
    const kept = (await items(body.result.id)).sort((a, b) => Number(a['price']) - Number(b['price']));
    expect(kept.map((item) => [item['sku'], item['title'], item['price'], item['quantity']])).toEqual([
      [`${sku}-${m}`, 'Tee (M)', 10, 2],
      [expect.stringMatching(/^OWN-/), 'Tee (L)', 11.5, 1],
    ]);
    expect(kept.map((item) => item['modifier_ids'])).toEqual([{ [size]: m }, { [size]: l }]);
    const [medium] = kept;
    expect(medium?.['modifier']).toMatchObject({ [size]: { title: 'Size', value: 'M', variation: m } });
    const { data } = medium?.['product'] as { data: { modifiers: Record<string, { variations: Fields }> } };
    expect(Object.keys(data.modifiers[size]?.variations ?? {})).toEqual([m]);
    const second = { form: { sku: `${sku}-${m}`, quantity: 1 } };
    await shop.send('POST', `/v1/orders/${body.result.id}/items`, second);
    const [changed] = (await items(body.result.id)).filter((item) => item['sku'] === `${sku}-${m}`);
    expect(changed).toMatchObject({ quantity: 1, modifier: { [size]: { value: 'M' } } });
  });

  it("orders-and-payments.md 29: a variation's own stock is taken and given back, others share the product's", async () => {
    const { id, size, m, l } = await tee({ stock_status: 1, stock_level: 3 }, { stock_level: 2 });
    const levels = async (): Promise<unknown[]> => {
      const product = await read(id);
      const all = product['modifiers'] as Record<string, { variations: Record<string, Fields> }>;
      return [
        product['stock_level'],
        all[size]?.variations[m]?.['stock_level'],
        all[size]?.variations[l]?.['stock_level'],
      ];
    };
    const buy = async (variant: string, quantity: number) => {
      const cart = cartId();
      await add(cart, id, { [size]: variant }, quantity);
      return { cart, ...(await shop.checkout(cart)) };
    };
    expect((await buy(m, 1)).status).toBe(201);
    const order = await buy(l, 2);
    expect([order.status, await levels()]).toEqual([201, [2, null, 0]]);
    const short = await buy(l, 1);
    expect([short.status, Object.keys(short.body.errors), await levels()]).toEqual([422, ['quantity'], [2, null, 0]]);
    expect(await lines(short.cart)).toMatchObject([{ available: false }]);
    const told = (await recordedEvents(store, id)).filter(({ type }) => type === 'product.updated');
    expect(told.at(-1)?.data).toMatchObject({ modifiers: { [size]: { variations: { [l]: { stock_level: 0 } } } } });
    const [item] = await items(order.body.result.id);
    await shop.send('POST', `/v1/orders/${order.body.result.id}/items`, { form: { sku: item?.['sku'], quantity: 1 } });
    expect(await levels()).toEqual([2, null, 1]);
    const put = (status: string) => shop.send('PUT', `/v1/orders/${order.body.result.id}`, { form: { status } });
    await put('failed');
    expect(await levels()).toEqual([2, null, 2]);
    expect([(await put('unpaid')).status, await levels()]).toEqual([200, [2, null, 1]]);
    await shop.send('DELETE', `/v1/products/${id}`);
    expect((await put('failed')).status).toBe(200);
  });

  it('orders-and-payments.md 29: a product has at most 100 modifiers and 500 variations', async () => {
    const product = await shop.product();
    const first = await modifier(product.id);
    const { manager } = store.app.get<DataSource>(getDataSourceToken());
    const now = new Date(0);
    const own = { productId: product.id, createdAt: now, updatedAt: now };
    const rows = (number: number) =>
      Array.from({ length: number }, (_, i) => ({ ...own, id: String(1000 + i), title: 'X' }));
    const more = rows(99).map((row) => ({ ...row, type: 'single' as const, instructions: null }));
    await insertRows(manager, ProductModifier, more);
    expect(await refused('POST', modifiers(product.id), { form: { title: 'X', type: 'single' } })).toEqual({
      product: ['product must not have more than 100 modifiers'],
    });
    const variations = rows(500).map((row) => ({ ...row, modifierId: first.id, modPrice: '+1.00', sku: null }));
    await insertRows<ProductVariation>(manager, ProductVariation, variations);
    expect(await refused('POST', `${modifiers(product.id)}/${first.id}/variations`, { form: { title: 'X' } })).toEqual({
      product: ['product must not have more than 500 variations'],
    });
    const record = await read(product.id);
    expect(Object.keys(record['modifiers'] as object)).toHaveLength(100);
    expect((await shop.send('DELETE', `/v1/products/${product.id}`)).status).toBe(200);
  });
});
