import { INSTANT_FORM } from '../../src/kernel/times/instant';
import { type Fields, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

interface Entry {
  readonly kind: { data: { key: string } };
  readonly from: { data: { key: string } };
  readonly to: { data: { key: string } };
  readonly who: string;
  readonly before: Fields | null;
  readonly after: Fields | null;
}

onEachEngine('the history of orders (orders-and-payments.md 40)', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let taxed: string;

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
    taxed = (await shop.made('/v1/taxes', { title: 'Standard', rate: '20' })).id;
  });
  afterAll(() => store.close());

  /** Oldest first. */
  const history = async (id: string): Promise<unknown[]> => {
    const { body } = await shop.send<Entry[]>('GET', `/v1/orders/${id}/history`, { query: { order: 'asc' } });
    return body.result.map(({ kind, from, to, who, before, after }) =>
      kind.data.key === 'edit'
        ? { status: [from.data.key, to.data.key], who, before, after }
        : { moved: [from.data.key, to.data.key], sides: [before, after] },
    );
  };
  const ok = async (method: string, path: string, json?: Fields): Promise<void> => {
    const { status, body } = await shop.send(method, path, json === undefined ? {} : { json });
    expect([status < 300, body.error, body.errors]).toEqual([true, undefined, undefined]);
  };
  /** The amounts of an order of goods that are taxed by a fifth; shipping is not. */
  const amounts = (subtotal: number, shipping_price: number, tax: number): Fields => {
    const total = Number((subtotal + shipping_price + tax).toFixed(2));
    return { currency_code: 'GBP', subtotal, shipping_price, tax, total };
  };
  const edit = (before: Fields, after: Fields, status = 'unpaid'): Fields => ({
    status: [status, status],
    who: 'bootstrap',
    before,
    after,
  });

  it.each([
    ['kind', 'edits'],
    ['kind', ''],
  ])('takes no other %s than it has: %j', async (field, value) => {
    const { id } = await shop.order((await shop.product()).id);
    const { status, body } = await shop.send('GET', `/v1/orders/${id}/history`, { query: { [field]: value } });
    expect([status, body.errors]).toEqual([422, { kind: ['kind must be one of status, edit'] }]);
  });

  it.each(
    ['history', 'notes', 'shipments', 'items', 'payments'].flatMap((list) =>
      ['created_at[from]', 'created_at[to]'].map((field) => [list, field]),
    ),
  )('the list %s of an order refuses a time that is none, by its field: %s', async (list, field) => {
    const { id } = await shop.order((await shop.product()).id);
    const { status, body } = await shop.send('GET', `/v1/orders/${id}/${list}`, { query: { [field]: 'soon' } });
    expect([status, body.errors]).toEqual([422, { [field]: [`${field} must be ${INSTANT_FORM}`] }]);
  });

  it('has every edit of a placed order, with what was and what is', async () => {
    const post = await shop.shipping({ title: 'Post', price: '5' });
    const express = await shop.shipping({ title: 'Express', price: '9' });
    const tea = await shop.product({ title: 'Tea', price: '10', tax_band: taxed });
    const mug = await shop.product({ title: 'Mug', price: '4', tax_band: taxed });
    const line = (of: Fields, quantity: number, price: number): Fields => {
      return { sku: of['sku'], title: of['title'], quantity, price, tax_rate: 20 };
    };
    const { id } = await shop.order(tea.id, { shipping: post.id }, 2);
    const path = `/v1/orders/${id}`;
    const items = [
      { sku: tea['sku'], quantity: 1 },
      { sku: mug['sku'], quantity: 3 },
    ];
    await ok('POST', `${path}/edits`, { items, dry_run: 1 });
    await ok('POST', `${path}/edits`, { items: [{ sku: tea['sku'], quantity: 2 }] });
    expect(await history(id)).toEqual([]);

    await ok('POST', `${path}/edits`, { items, shipping: express.id });
    await ok('PUT', path, { shipping: post.id });
    const { body } = await shop.send<{ id: string; sku: string }[]>('GET', `${path}/items`);
    const { id: mugs } = body.result.find(({ sku }) => sku === mug['sku']) ?? { id: '' };
    await ok('PUT', `${path}/items`, { sku: mug['sku'], price: 3 });
    await ok('DELETE', `${path}/items/${mugs}`);
    await ok('POST', `${path}/edits`, { items: [{ sku: tea['sku'], quantity: 1, price: 0 }], shipping_price: 0 });
    expect(await history(id)).toEqual([
      edit(
        { ...amounts(20, 5, 4), shipping: 'Post', items: [line(tea, 2, 10)] },
        { ...amounts(22, 9, 4.4), shipping: 'Express', items: [line(tea, 1, 10), line(mug, 3, 4)] },
      ),
      edit(
        { ...amounts(22, 9, 4.4), shipping: 'Express', items: [] },
        { ...amounts(22, 5, 4.4), shipping: 'Post', items: [] },
      ),
      edit(
        { ...amounts(22, 5, 4.4), shipping: 'Post', items: [line(mug, 3, 4)] },
        { ...amounts(19, 5, 3.8), shipping: 'Post', items: [line(mug, 3, 3)] },
      ),
      edit(
        { ...amounts(19, 5, 3.8), shipping: 'Post', items: [line(mug, 3, 3)] },
        { ...amounts(10, 5, 2), shipping: 'Post', items: [] },
      ),
      edit(
        { ...amounts(10, 5, 2), shipping: 'Post', items: [line(tea, 1, 10)] },
        { ...amounts(0, 0, 0), shipping: 'Post', items: [line(tea, 1, 0)] },
      ),
      { moved: ['unpaid', 'paid'], sides: [null, null] },
    ]);
  });

  it('has the edits of a stated order: its items, and amounts that are sent', async () => {
    const { id: currency } = (await shop.send<Fields[]>('GET', '/v1/currencies')).body.result[0] as { id: string };
    const stated = { currency, currency_code: 'GBP', exchange_rate: 1, subtotal: 10, shipping_price: 1, total: 11 };
    const { id } = await shop.made('/v1/orders', stated);
    const path = `/v1/orders/${id}`;
    const item = { sku: 'CARD', title: 'Card', quantity: 2, tax_rate: 20, tax_band: taxed, price: 5 };
    await ok('POST', `${path}/items`, item);
    await ok('PUT', path, { ...stated, gateway: 'manual' });
    await ok('PUT', path, { total: 9, status: 'paid' });
    const before = {
      currency_code: 'GBP',
      subtotal: 10,
      shipping_price: 1,
      tax: 0,
      total: 11,
      shipping: null,
      items: [],
    };
    const { tax_band: _, ...line } = item;
    expect(await history(id)).toEqual([
      edit(before, { ...before, tax: 2, items: [line] }),
      edit({ ...before, tax: 2 }, { ...before, tax: 2, total: 9 }),
      { moved: ['unpaid', 'paid'], sides: [null, null] },
    ]);
  });
});
