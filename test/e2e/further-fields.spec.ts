import { type CartLine, type CartResult, type Fields, Shop } from '../builders/cart-shop.builder';
import { SignedIn } from '../builders/signed-in.builder';
import { onEachEngine } from '../support/engines';
import { recordedEvents } from '../support/recorded-events';
import { type Call, startStore, type TestStore } from '../support/store';

const GIFT = { engraving: 'For Ada,\nwith love', gift: '1', 'erp.id_2-x': '4711' };

onEachEngine('carts.md 12: further fields of items, and custom items with an id', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let count = 0;

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl);
    shop = await Shop.open(store);
  });
  afterAll(() => store.close());

  const fresh = (): string => `further-${(count += 1)}`;
  const add = (cart: string, call: Call) => shop.send<CartResult>('POST', `/v1/carts/${cart}`, call);
  const linesOf = ({ contents }: CartResult): CartLine[] => Object.values(contents);
  const read = async (cart: string) => linesOf((await shop.send<CartResult>('GET', `/v1/carts/${cart}`)).body.result);
  const itemsOf = async (order: string): Promise<Fields[]> => {
    const query = { sort: 'id', order: 'asc' };
    return (await shop.send<Fields[]>('GET', `/v1/orders/${order}/items`, { query })).body.result;
  };

  it.each(['form', 'json'] as const)(
    'are kept flat, as sent by %s, in line, event, item of the order and its events',
    async (by) => {
      const cart = fresh();
      const { id, sku } = await shop.product();
      const { status, body } = await add(cart, { [by]: { id, quantity: 2, ...GIFT, empty: '', none: ' ' } });
      const [line] = linesOf(body.result);
      expect([status, line]).toEqual([201, expect.objectContaining({ id, quantity: 2, ...GIFT })]);
      expect([line?.['empty'], line?.['none']]).toEqual([undefined, undefined]);
      const item = await shop.send(`GET`, `/v1/carts/${cart}/item/${line?.identifier}`);
      expect(item.body.result).toMatchObject(GIFT);
      const [created] = await recordedEvents(store, cart);
      expect(Object.values((created?.data as CartResult).contents)).toEqual([expect.objectContaining(GIFT)]);
      const order = (await shop.checkout(cart)).body.result;
      const [kept] = await itemsOf(order.id);
      expect(kept).toMatchObject({ ...GIFT, sku: line?.['sku'], product: { data: { id, sku } } });
      const [event] = await recordedEvents(store, String(kept?.['id']));
      expect(event?.data).toMatchObject(GIFT);
      const included = await shop.send('GET', `/v1/orders/${order.id}`, { query: { include: 'items' } });
      expect(included.body.result['items']).toEqual([expect.objectContaining(GIFT)]);
    },
  );

  it('make another line unless they are the same, in any order', async () => {
    const cart = fresh();
    const { id, sku } = await shop.product();
    await add(cart, { json: { id, a: '1', b: '2' } });
    await add(cart, { json: { b: '2', a: 1, id } });
    await add(cart, { json: { id, a: '1' } });
    await add(cart, { json: { id } });
    const lines = await read(cart);
    expect(lines.map(({ quantity, a, b }) => [quantity, a, b])).toEqual([
      [2, '1', '2'],
      [1, '1', undefined],
      [1, undefined, undefined],
    ]);
    expect(lines[2]?.['sku']).toBe(sku);
    expect(new Set(lines.map((line) => line['sku'])).size).toBe(3);
    expect(await itemsOf((await shop.checkout(cart)).body.result.id)).toHaveLength(3);
    const other = fresh();
    await add(other, { form: { name: 'Wrap', price: 1, colour: 'red' } });
    await add(other, { form: { name: 'Wrap', price: 1, colour: 'blue' } });
    await add(other, { form: { name: 'Wrap', price: 1, colour: 'red' } });
    expect((await read(other)).map(({ quantity, colour }) => [quantity, colour])).toEqual([
      [2, 'red'],
      [1, 'blue'],
    ]);
  });

  it('are part of what a checkout is: another text is no former order, and an edit by sku leaves the engraved line', async () => {
    const cart = fresh();
    const { id, sku } = await shop.product({ stock_status: 0 });
    const wrap = (text: string) => ({ form: { name: 'Wrap', price: 1, sku: 'WRAP', text } });
    const [first] = linesOf((await add(cart, wrap('A'))).body.result);
    const before = (await shop.checkout(cart)).body.result;
    await shop.send('DELETE', `/v1/carts/${cart}/item/${first?.identifier}`);
    await add(cart, wrap('B'));
    const after = (await shop.checkout(cart)).body.result;
    expect([after.id === before.id, (await itemsOf(after.id))[0]?.['text']]).toEqual([false, 'B']);
    const engraved = fresh();
    await add(engraved, { form: { id, text: 'A' } });
    const order = (await shop.checkout(engraved)).body.result;
    await shop.send('POST', `/v1/orders/${order.id}/edits`, { json: { items: [{ sku, quantity: 3 }] } });
    expect((await itemsOf(order.id)).map(({ quantity, text }) => [quantity, text])).toEqual([
      [1, 'A'],
      [3, undefined],
    ]);
  });

  it('are never fields of the record, of objects or of the transport', async () => {
    const cart = fresh();
    const { id } = await shop.product({ price: '10' });
    const reserved = {
      price: '0.01',
      total: { a: 1 },
      totals: '1',
      tax: '99',
      title: 'X',
      product: 'x',
      metadata: { a: '1' },
    };
    const json = `{"id":"${id}","toString":"x","_method":"PUT",${JSON.stringify(reserved).slice(1)}`;
    const { status, body } = await add(cart, { json: JSON.parse(json) as unknown });
    expect([status, body.errors]).toEqual([201, undefined]);
    const plain = fresh();
    await add(plain, { form: { id } });
    const [[own], [line]] = [await read(cart), await read(plain)];
    expect(own).toEqual(line);
    const proto = await add(fresh(), { json: JSON.parse(`{"id":"${id}","__proto__":"x"}`) as unknown });
    expect([proto.status, Object.keys(proto.body.errors)]).toEqual([422, ['__proto__']]);
  });

  it('are kept for pages too, which add no custom items by an id of their own', async () => {
    const cart = 'a-cart-of-a-page-0001';
    const token = (await SignedIn.open(shop)).page;
    const { id } = await shop.product();
    const added = await add(cart, { json: { id, ...GIFT }, token });
    expect([added.status, linesOf(added.body.result)]).toEqual([201, [expect.objectContaining(GIFT)]]);
    const known = await add(cart, { json: { id, name: 'Cheap', price: 0.01 }, token });
    expect(linesOf(known.body.result)[1]).toMatchObject({ id, price: 10 });
    for (const own of ['424242', 'my-custom-1']) {
      const refused = await add(cart, { json: { id: own, name: 'Cheap', price: 0.01 }, token });
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['id']]);
    }
    const { body } = await shop.send<{ id: string }>('POST', `/v1/carts/${cart}/checkout`, {
      json: { gateway: 'dummy' },
      token,
    });
    expect((await itemsOf(body.result.id)).map((item) => item['engraving'])).toEqual([GIFT.engraving, undefined]);
  });

  const twenty = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`f${at}`, 'x'.repeat(255)]));
  it.each([
    [{ a: { b: '1' } }, 'a'],
    [{ a: ['1'] }, 'a'],
    [{ a: 'x'.repeat(256) }, 'a'],
    [{ ...twenty, last: '1' }, 'last'],
    [{ 'gift text': '1' }, 'gift text'],
    [{ ['n'.repeat(65)]: '1' }, 'n'.repeat(64)],
    [{ ä: '1' }, 'ä'],
  ])('refuses %j naming %s, and writes nothing', async (more, field) => {
    const { id } = await shop.product();
    const cart = fresh();
    const { status, body } = await add(cart, { json: { id, ...more } });
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    const items = await shop.send('POST', `/v1/carts/${cart}/items`, { json: { items: [{ id }, { id, ...more }] } });
    expect([items.status, Object.keys(items.body.errors)]).toEqual([422, [`items.1.${field}`]]);
    expect(await read(cart)).toEqual([]);
    expect((await add(cart, { json: { id, ...twenty } })).status).toBe(201);
  });

  it('have at most 65536 characters of names and values in a cart, over all lines', async () => {
    const cart = fresh();
    const { id } = await shop.product();
    // A name has 2 characters, a value 255 that are 510 UTF-16 units. 12 lines have 12 x (19 x 257 + 256) = 61,668.
    const line = (count: number, note: string) => ({
      ...Object.fromEntries(
        Array.from({ length: count }, (_, at) => [`f${'abcdefghijklmnopqrs'[at]}`, '🎁'.repeat(255)]),
      ),
      ...{ id, n: note },
    });
    const full = Array.from({ length: 12 }, (_, at) => line(19, `${at}`.padEnd(255, 'x')));
    const more = (items: unknown[]) => shop.send('POST', `/v1/carts/${cart}/items`, { json: { items } });
    expect((await more(full)).status).toBe(201);
    const before = await read(cart);
    const refused = [422, { cart: ['cart must not hold more than 65536 characters of further fields'] }];
    const tooMuch = line(15, 'x'.repeat(13));
    const replies = [
      await more([{ id, quantity: 2 }, tooMuch]),
      await add(cart, { json: tooMuch }),
      await shop.send('POST', '/v1/carts/checkout', { json: { items: [...full, tooMuch], gateway: 'dummy' } }),
      await shop.send('POST', '/v1/carts/checkout', { json: { cart, items: [...full, tooMuch], gateway: 'dummy' } }),
    ];
    expect(replies.map(({ status, body }) => [status, body.errors])).toEqual(replies.map(() => refused));
    expect(await read(cart)).toEqual(before);
    expect((await more([line(15, 'x'.repeat(12)), full[0], { id }])).status).toBe(201);
    const { status, body } = await add(cart, { json: { id, a: '1' } });
    expect([status, body.errors]).toEqual(refused);
    expect((await read(cart)).map(({ quantity }) => quantity)).toEqual([2, ...Array.from({ length: 13 }, () => 1)]);
  });

  it('make other lines of a custom item with an id too, each with a SKU of its own', async () => {
    const cart = fresh();
    const long = 'x'.repeat(255);
    for (const custom of [
      { id: 'wrap', text: 'A' },
      { id: 'wrap', text: 'B' },
      { id: 'wrap' },
      { id: 'wrap', text: 'B', quantity: 2 },
      { id: long, text: 'A' },
      { id: long, text: 'B' },
      { id: long, text: 'B' },
      { id: 'card', sku: 'CARD', text: 'A' },
    ]) {
      const { status, body } = await add(cart, { json: { name: 'Wrap', price: 1, ...custom } });
      expect([status, body.errors]).toEqual([201, undefined]);
    }
    const lines = await read(cart);
    const hashed = expect.stringMatching(/^wrap-[0-9a-f]{12}$/) as unknown;
    const cut = expect.stringMatching(/^x{222}-[0-9a-f]{32}$/) as unknown;
    expect(lines.map(({ id, sku, quantity, text }) => [id, sku, quantity, text])).toEqual([
      ['wrap', hashed, 1, 'A'],
      ['wrap', hashed, 3, 'B'],
      ['wrap', 'wrap', 1, undefined],
      [long, cut, 1, 'A'],
      [long, cut, 2, 'B'],
      ['card', 'CARD', 1, 'A'],
    ]);
    expect(new Set(lines.map(({ sku }) => sku)).size).toBe(6);
    const same = await add(cart, { json: { id: 'card', sku: 'CARD', name: 'Wrap', price: 1, text: 'B' } });
    expect([same.status, same.body.errors]).toEqual([422, { sku: ['sku must be unique in the cart'] }]);
    const gone = await shop.send('PUT', `/v1/carts/${cart}/item/wrap`, { form: { quantity: 9 } });
    expect(gone.status).toBe(404);
    const order = (await shop.checkout(cart)).body.result;
    expect((await itemsOf(order.id)).map(({ sku, text }) => [sku, text])).toEqual(
      lines.map(({ sku, text }) => [sku, text]),
    );
    await shop.send('POST', `/v1/orders/${order.id}/edits`, {
      json: { items: [{ sku: lines[1]?.['sku'], quantity: 5 }] },
    });
    expect((await itemsOf(order.id)).map(({ quantity }) => quantity)).toEqual([1, 5, 1, 1, 2, 1]);
  });

  it('custom items have the id that they were sent with, unless a product has it', async () => {
    const cart = fresh();
    const product = await shop.product({ price: '10' });
    const custom = { id: 'my-custom-1', name: 'Wrap', price: '2' };
    await add(cart, { form: custom });
    await add(cart, { form: { id: '424242', name: 'Card', price: '1', sku: 'CARD' } });
    await add(cart, { form: { id: product.id, name: 'Cheap', price: '0.01' } });
    const { body } = await add(cart, { form: { ...custom, quantity: 2 } });
    expect(
      linesOf(body.result).map(({ id, sku, title, price, quantity }) => [id, sku, title, price, quantity]),
    ).toEqual([
      ['my-custom-1', 'my-custom-1', 'Wrap', 2, 3],
      ['424242', 'CARD', 'Card', 1, 1],
      [product.id, product['sku'], product['title'], 10, 1],
    ]);
    for (const id of ['my-custom-1', '424242'])
      expect((await store.request('GET', `/v1/carts/${cart}/has/${id}`)).status).toBe(200);
    expect((await store.request('GET', `/v1/carts/${cart}/has/other`)).status).toBe(404);
    const changed = await shop.send<CartResult>('PUT', `/v1/carts/${cart}/item/my-custom-1`, { form: { quantity: 1 } });
    expect(linesOf(changed.body.result)[0]).toMatchObject({ id: 'my-custom-1', quantity: 1 });
    const items = await itemsOf((await shop.checkout(cart)).body.result.id);
    expect(items.map(({ sku, product: of }) => [sku, of === null])).toEqual([
      ['my-custom-1', true],
      ['CARD', true],
      [product['sku'], false],
    ]);
  });

  it.each([
    [{ id: 'x' }, 'id'],
    [{ id: '424242' }, 'id'],
    [{ id: '424242', name: 'A' }, 'id'],
    [{ id: 'x', name: 'A' }, 'price'],
    [{ id: 'x', price: '1' }, 'name'],
    [{ id: 'x'.repeat(256), name: 'A', price: '1' }, 'id'],
    [{ id: { a: '1' }, name: 'A', price: '1' }, 'id'],
  ])('refuses %j naming %s', async (json, field) => {
    const { status, body } = await add(fresh(), { json });
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });
});
