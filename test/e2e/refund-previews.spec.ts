import { type Fields, GOOD_CARD, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

onEachEngine('the preview of a refund', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let order: string;
  let sku: string;

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
  });
  /** A paid order of three units of 3.35 and shipping of 5. */
  beforeEach(async () => {
    const product = await shop.product({ price: '3.35' });
    sku = String(product['sku']);
    const method = await shop.shipping({ price: '5' });
    order = (await shop.order(product.id, { shipping: method.id }, 3)).id;
    await shop.pay('purchase', order, GOOD_CARD);
  });
  afterAll(() => store.close());

  const preview = async (json: Fields) => {
    const { status, body } = await shop.send<Fields>('POST', `/v1/orders/${order}/refunds/preview`, { json });
    return status === 200 ? body.result : [status, body.errors];
  };
  const items = (quantity: number): Fields[] => [{ sku, quantity }];
  const left = (amount: number, quantity: number, shipping: number): Fields => ({
    amount,
    shipping,
    items: items(quantity),
  });

  it('orders-that-stay-true.md 16: names the amount that the refund then gives back, and what is left', async () => {
    const asked = { items: items(1), shipping: true };
    expect(await preview(asked)).toEqual({
      amount: 8.35,
      tax: 0,
      items: [{ sku, quantity: 1, amount: 3.35, tax: 0 }],
      rounding: 0,
      left: left(15.05, 3, 5),
    });
    const made = await shop.send<Fields>('POST', `/v1/checkout/payment/refund/${order}`, { json: asked });
    expect((made.body.result['order'] as Fields)['refunded']).toBe(8.35);
    expect(await preview({})).toEqual({ amount: 6.7, tax: 0, items: [], rounding: 0, left: left(6.7, 2, 0) });
    expect(await preview({ items: items(2) })).toEqual({
      amount: 6.7,
      tax: 0,
      items: [{ sku, quantity: 2, amount: 6.7, tax: 0 }],
      rounding: 0,
      left: left(6.7, 2, 0),
    });
    expect(await preview({ amount: 1 })).toMatchObject({ amount: 1, tax: null });
  });

  it('orders-that-stay-true.md 16: refuses as the refund would, and writes nothing', async () => {
    const before = await shop.send('GET', `/v1/orders/${order}?include=payments`);
    const refusals = [
      { items: items(4) },
      { amount: 15.06 },
      { amount: 0.001 },
      { amount: 1, shipping: true },
      { items: [] },
    ];
    const answers = await Promise.all(refusals.map((asked) => preview(asked)));
    expect(answers).toEqual([
      [422, { items: [`items name 4 of ${sku}, of which 3 can still be refunded`] }],
      [422, { amount: ['amount must be above 0 and at most the 15.05 that are left of what was paid'] }],
      [422, { amount: [expect.any(String)] }],
      [422, { amount: ['amount cannot be sent with items or shipping'] }],
      [422, { items: ['items must be a list of sku and quantity'] }],
    ]);
    expect((await shop.send('GET', `/v1/orders/${order}?include=payments`)).body).toEqual(before.body);
  });
});
