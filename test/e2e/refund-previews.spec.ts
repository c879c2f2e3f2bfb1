import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
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

  it('orders-and-payments.md 16: names the amount that the refund then gives back, and what is left', async () => {
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

  it('orders-and-payments.md 16: refuses as the refund would, and writes nothing', async () => {
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

  it.each<[string, Fields, unknown]>([
    ['units that cost nothing', { items: [{ sku: 'FREE', quantity: 1 }] }, ['restock']],
    ['an amount with restock', { amount: 1, restock: 1 }, ['restock']],
    ['a reason that is too long', { amount: 1, reason: 'x'.repeat(256) }, ['reason']],
    ['items and shipping that was free', { items: [{ sku: 'PAID', quantity: 1 }], shipping: 1 }, 10],
    ['shipping alone that was free', { shipping: 1 }, ['shipping']],
    ['units that cost nothing, taken back', { items: [{ sku: 'FREE', quantity: 1 }], restock: 1 }, 0],
  ])('and the refund decide alike on %s', async (_, asked, outcome) => {
    const [free, paid] = [await shop.product({ price: '0' }), await shop.product({ price: '10' })];
    const items = [free, paid].map(({ id }) => ({ id, quantity: 2 }));
    const made = await shop.send('POST', '/v1/carts/checkout', { json: { items, gateway: 'dummy' } });
    const { id } = made.body.result;
    await shop.pay('purchase', id, GOOD_CARD);
    const skus = JSON.stringify(asked).replace('FREE', String(free['sku'])).replace('PAID', String(paid['sku']));
    const json = JSON.parse(skus) as Fields;
    const before = await shop.send<Fields>('POST', `/v1/orders/${id}/refunds/preview`, { json });
    const refund = await shop.send<Fields>('POST', `/v1/checkout/payment/refund/${id}`, { json });
    expect([before.status, before.body.errors]).toEqual([refund.status, refund.body.errors]);
    const order = (await shop.send('GET', `/v1/orders/${id}`)).body.result;
    const done = refund.status === 200 ? before.body.result['amount'] : Object.keys(refund.body.errors);
    expect([done, order['refunded']]).toEqual([outcome, typeof outcome === 'number' ? outcome : 0]);
  });

  it.each<[string, Fields]>([
    ['all that is left', {}],
    ['an amount', { amount: 1 }],
    ['items', { items: [{ sku: 'PAID', quantity: 1 }] }],
    ['units that cost nothing', { items: [{ sku: 'FREE', quantity: 1 }], restock: 1 }],
    ['shipping', { shipping: 1 }],
  ])('and the refund refuse %s of a payment whose gateway is not installed', async (_, asked) => {
    const [free, paid] = [await shop.product({ price: '0' }), await shop.product({ price: '10' })];
    const items = [free, paid].map(({ id }) => ({ id, quantity: 2 }));
    const shipping = (await shop.shipping()).id;
    const made = await shop.send('POST', '/v1/carts/checkout', { json: { items, gateway: 'dummy', shipping } });
    const { id } = made.body.result;
    await shop.pay('purchase', id, GOOD_CARD);
    const { manager } = store.app.get<DataSource>(getDataSourceToken());
    await manager.query(`UPDATE payments SET gateway = 'gone' WHERE order_id = ${id}`);
    const skus = JSON.stringify(asked).replace('FREE', String(free['sku'])).replace('PAID', String(paid['sku']));
    const json = JSON.parse(skus) as Fields;
    const answers = await Promise.all(
      [`/v1/orders/${id}/refunds/preview`, `/v1/checkout/payment/refund/${id}`].map(async (path) => {
        const { status, body } = await shop.send('POST', path, { json });
        return [status, body.errors];
      }),
    );
    const refused = [422, { gateway: ['gateway gone, which took the payment, is not part of this version'] }];
    expect(answers).toEqual([refused, refused]);
  });
});
