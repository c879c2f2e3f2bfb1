import { type Fields, GOOD_CARD, type OrderResult, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

/** A bookkeeper asks why money went back, to which customer, and for which goods (orders-and-payments.md 12, 33). */
onEachEngine('the filters of transactions', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let ada: string;
  let [mug, jug]: (Fields & { id: string })[] = [];
  /** Ada buys a mug and a jug, then a mug; Grace a jug. */
  const orders: OrderResult[] = [];

  const sku = (of: (Fields & { id: string }) | undefined): string => String(of?.['sku']);
  const refund = async (at: number, form: Fields) => {
    const { status, body } = await shop.pay('refund', orders[at]?.id ?? '', form);
    if (status !== 200) throw new Error(JSON.stringify(body.errors));
  };
  const unit = (of: (Fields & { id: string }) | undefined) => JSON.stringify([{ sku: sku(of), quantity: 1 }]);
  /** Each transaction as the number of its order, its method, and the sku or the amount of a refund. */
  const found = async (query: Record<string, string>): Promise<string[]> => {
    const all = { sort: 'id', order: 'asc', ...query };
    const { result } = (await shop.send<Fields[]>('GET', '/v1/transactions', { query: all })).body;
    const totals = (await shop.send('GET', '/v1/transactions/totals', { query })).body.result;
    expect(totals['count']).toBe(result.length);
    return result.map(({ order, method, items, amount }) => {
      const [item] = (items ?? []) as { sku: string }[];
      const what = method === 'refund' ? ` ${item?.sku ?? String(amount)}` : '';
      return `${orders.findIndex(({ id }) => id === order)} ${String(method)}${what}`;
    });
  };

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
    [mug, jug] = [await shop.product({ sku: 'MUG-"1"' }), await shop.product({ sku: 'MUG-"1"-JUG' })];
    ada = (await shop.made('/v1/customers', { first_name: 'Ada', last_name: 'L', email: 'ada@shop.example' })).id;
    const cart = await shop.cart(mug.id);
    await shop.send('POST', `/v1/carts/${cart}`, { form: { id: jug.id, quantity: 1 } });
    const grace = JSON.stringify({ first_name: 'Grace', last_name: 'H', email: 'grace@shop.example' });
    orders.push((await shop.checkout(cart, { customer: ada })).body.result);
    orders.push(await shop.order(mug.id, { customer: ada }), await shop.order(jug.id, { customer: grace }));
    for (const { id } of orders) await shop.pay('purchase', id, GOOD_CARD);
    await refund(0, { items: unit(mug), reason: 'The handle was BROKEN' });
    await refund(0, { items: unit(jug), reason: '100% broken_off' });
    await refund(1, { amount: '3', reason: 'Goodwill' });
    await refund(2, { amount: '4' });
  });
  afterAll(() => store.close());

  const purchases = ['0 purchase', '1 purchase', '2 purchase'];

  it('find refunds by a part of their reason, in upper or lower case', async () => {
    const [ofMug, ofJug] = [`0 refund ${sku(mug)}`, `0 refund ${sku(jug)}`];
    expect(await found({ reason: 'broken' })).toEqual([ofMug, ofJug]);
    expect(await found({ reason: 'The Handle' })).toEqual([ofMug]);
    expect(await found({ reason: '0% b' })).toEqual([ofJug]);
    expect(await found({ reason: 'n_o' })).toEqual([ofJug]);
    expect(await found({ reason: '%' })).toEqual([ofJug]);
    expect(await found({ reason: 'good', method: 'refund', status: 'succeeded' })).toEqual(['1 refund 3']);
    expect(await found({ reason: 'lost' })).toEqual([]);
    for (const reason of ['', 'x'.repeat(256)]) {
      const { status, body } = await shop.send('GET', '/v1/transactions', { query: { reason } });
      expect([status, body.errors]).toEqual([422, { reason: ['reason must have 1 to 255 characters'] }]);
    }
  });

  it('find what a customer paid and got back, by id, and by the address of today and of then', async () => {
    const own = [...purchases.slice(0, 2), `0 refund ${sku(mug)}`, `0 refund ${sku(jug)}`, '1 refund 3'];
    expect(await found({ customer: ada })).toEqual(own);
    expect(await found({ customer: 'ADA@shop.example' })).toEqual(own);
    await shop.send('PUT', `/v1/customers/${ada}`, { form: { email: 'ada.king@shop.example' } });
    expect(await found({ customer: 'ada.king@shop.example' })).toEqual(own);
    expect(await found({ customer: 'ada@shop.example' })).toEqual(own);
    expect(await found({ customer: 'grace@shop.example' })).toEqual(['2 purchase', '2 refund 4']);
    expect(await found({ customer: '1' })).toEqual([]);
    expect(await found({ customer: '' })).toEqual([]);
    const { status, body } = await shop.send('GET', '/v1/transactions', { query: { customer: `${ada},1` } });
    expect([status, body.errors]).toEqual([
      422,
      { customer: ['customer takes one value, not a list: send customer[]= once for each'] },
    ]);
  });

  it('find the orders of a product, without refunds of other items', async () => {
    expect(await found({ product: String(mug?.id) })).toEqual([
      ...purchases.slice(0, 2),
      `0 refund ${sku(mug)}`,
      '1 refund 3',
    ]);
    expect(await found({ product: String(jug?.id) })).toEqual([
      ...['0 purchase', '2 purchase'],
      ...[`0 refund ${sku(jug)}`, '2 refund 4'],
    ]);
    expect(await found({ product: String(jug?.id), method: 'refund', reason: 'broken' })).toEqual([
      `0 refund ${sku(jug)}`,
    ]);
    expect(await found({ product: '1' })).toEqual([]);
    expect(await found({ product: 'mug' })).toEqual([]);
  });

  it('find any of several reasons, customers or products', async () => {
    const query = { 'reason[0]': 'handle', 'reason[1]': 'goodwill' };
    expect(await found(query)).toEqual([`0 refund ${sku(mug)}`, '1 refund 3']);
    expect((await found({ 'product[0]': String(mug?.id), 'product[1]': String(jug?.id) })).length).toBe(7);
  });
});
