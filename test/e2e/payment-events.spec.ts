import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { type Fields, GOOD_CARD, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { recordedEvents } from '../support/recorded-events';
import { startStore, type TestStore } from '../support/store';

onEachEngine('the events of payments', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let taxed: string;

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
    taxed = (await shop.made('/v1/taxes', { title: 'VAT', rate: '20' })).id;
  });
  afterAll(() => store.close());

  it.each<[string, readonly (readonly [string, Fields])[], readonly unknown[]]>([
    ['a purchase', [['purchase', GOOD_CARD]], [['purchase', 2.2]]],
    [
      'an authorization and its capture',
      [
        ['authorize', GOOD_CARD],
        ['capture', {}],
      ],
      [
        ['authorize', null],
        ['capture', 2.2],
      ],
    ],
    [
      'a purchase and its refunds',
      [
        ['purchase', GOOD_CARD],
        ['refund', { amount: '3.20' }],
        ['refund', {}],
      ],
      [
        ['purchase', 2.2],
        ['refund', null],
        ['refund', null],
      ],
    ],
  ])('webhooks.md: the last event of each is what GET returns right after %s', async (_, steps, taxes) => {
    const { id } = await shop.order((await shop.product({ price: '11', tax_band: taxed })).id);
    for (const [method, form] of steps) {
      expect((await shop.pay(method, id, form)).status).toBe(200);
      const { body } = await shop.send<(Fields & { id: string })[]>('GET', `/v1/orders/${id}/payments`);
      const last = await Promise.all(
        body.result.map(async (one) => (await recordedEvents(store, one.id)).at(-1)?.data),
      );
      expect(last).toEqual(body.result);
    }
    const { body } = await shop.send<Fields[]>('GET', `/v1/orders/${id}/payments`, { query: { order: 'asc' } });
    expect(body.result.map(({ method, tax }) => [method, tax])).toEqual(taxes);
  });

  it('orders-and-payments.md 12: a payment keeps the tax in it when its order is edited', async () => {
    const product = await shop.product({ price: '11', tax_band: taxed });
    const { id } = await shop.order(product.id);
    await shop.pay('purchase', id, GOOD_CARD);
    const taxes = async (): Promise<unknown[]> => {
      const [{ body }, sums] = await Promise.all([
        shop.send<Fields[]>('GET', `/v1/orders/${id}/payments`),
        shop.send<{ totals: Fields[] }>('GET', '/v1/transactions/totals', { query: { order_id: id } }),
      ]);
      return [
        body.result.map(({ tax }) => tax),
        sums.body.result.totals.map((of) => [of['captured_tax'], of['untaxed']]),
      ];
    };
    const paid = [[2.2], [[2.2, 0]]];
    expect(await taxes()).toEqual(paid);
    for (const quantity of [3, 1]) {
      const json = { items: [{ sku: product['sku'], quantity }] };
      expect((await shop.send('POST', `/v1/orders/${id}/edits`, { json })).status).toBe(200);
      expect(await taxes()).toEqual(paid);
    }
    expect((await shop.send('POST', `/v1/orders/${id}/edits`, { json: { shipping_price: 1 } })).status).toBe(200);
    expect(await taxes()).toEqual(paid);
    const { manager } = store.app.get<DataSource>(getDataSourceToken());
    // Of a version that did not keep it.
    await manager.query(`UPDATE payments SET tax = NULL WHERE order_id = ${id}`);
    expect(await taxes()).toEqual([[null], [[0, 1]]]);
    expect((await shop.send('POST', `/v1/orders/${id}/edits`, { json: { shipping_price: 0 } })).status).toBe(200);
    expect(await taxes()).toEqual(paid);
  });
});
