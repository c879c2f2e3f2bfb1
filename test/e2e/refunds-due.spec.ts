import { type Fields, GOOD_CARD, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

onEachEngine('orders whose customers are owed money (orders-and-payments.md 33)', (engine) => {
  let store: TestStore;
  let shop: Shop;

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
  });
  afterAll(() => store.close());

  /** The orders that the filter finds and their balances, oldest first, and the number that statistics have of them. */
  const due = async (): Promise<unknown> => {
    const query = { refund_due: '1', sort: 'id', order: 'asc' };
    const list = await store.request<{ result: { id: string; balance: number }[]; pagination: { total: number } }>(
      'GET',
      '/v1/orders',
      { query },
    );
    const { body } = await store.request<{ result: Fields }>('GET', '/v1/statistics/statuses');
    const { result, pagination } = list.body;
    return {
      orders: result.map(({ id, balance }) => [id, balance]),
      totals: [pagination.total, body.result['refund_due']],
    };
  };
  const paid = async (quantity: number): Promise<{ id: string; sku: string }> => {
    const tea = await shop.product({ price: '10' });
    const { id } = await shop.order(tea.id, {}, quantity);
    await shop.pay('purchase', id, GOOD_CARD);
    return { id, sku: String(tea['sku']) };
  };

  it('are found from the change that makes a refund due to the refund', async () => {
    const [kept, edited, cancelled] = [await paid(1), await paid(3), await paid(2)];
    const unpaid = await shop.order((await shop.product({ price: '10' })).id);
    expect(await due()).toEqual({ orders: [], totals: [0, 0] });
    const items = [{ sku: edited.sku, quantity: 2 }];
    expect((await shop.send('POST', `/v1/orders/${edited.id}/edits`, { json: { items } })).status).toBe(200);
    for (const id of [cancelled.id, unpaid.id])
      expect((await shop.send('PUT', `/v1/orders/${id}`, { form: { status: 'cancelled' } })).status).toBe(200);
    const both = [
      [edited.id, -10],
      [cancelled.id, -20],
    ];
    expect(await due()).toEqual({ orders: both, totals: [2, 2] });
    expect((await shop.pay('refund', cancelled.id, { amount: '5' })).status).toBe(200);
    expect(await due()).toEqual({
      orders: [
        [edited.id, -10],
        [cancelled.id, -15],
      ],
      totals: [2, 2],
    });
    for (const { id } of [edited, cancelled]) expect((await shop.pay('refund', id, {})).status).toBe(200);
    expect(await due()).toEqual({ orders: [], totals: [0, 0] });
    // More than is owed: credit, not a debt.
    expect((await shop.pay('refund', kept.id, { amount: '4' })).status).toBe(200);
    expect(await due()).toEqual({ orders: [], totals: [0, 0] });
  });

  it('are still owed what an edit took out after a refund of a unit that it left', async () => {
    const { id, sku } = await paid(3);
    await shop.send('POST', `/v1/orders/${id}/edits`, { json: { items: [{ sku, quantity: 2 }] } });
    const returned = await shop.pay('refund', id, { 'items[0][sku]': sku, 'items[0][quantity]': '1' });
    expect(returned.body.result['order']).toMatchObject({
      status: { data: { key: 'partial_refund' } },
      refunded: 10,
      balance: -10,
    });
    expect(await due()).toEqual({ orders: [[id, -10]], totals: [1, 1] });
    // The customer keeps one unit and pays for one.
    const settled = await shop.pay('refund', id, { amount: '10' });
    expect(settled.body.result['order']).toMatchObject({ captured: 30, refunded: 20, balance: 0 });
    const rest = await shop.pay('refund', id, {});
    expect(rest.body.result['order']).toMatchObject({ status: { data: { key: 'refunded' } }, balance: 0 });
    expect(await due()).toEqual({ orders: [], totals: [0, 0] });
  });

  it('get what an edit left owed back with its tax, and the order keeps the rest (orders-and-payments.md 12)', async () => {
    const band = (await shop.made('/v1/taxes', { title: 'VAT', rate: '20' })).id;
    const tea = await shop.product({ price: '10', tax_band: band });
    const { id } = await shop.order(tea.id, {}, 3);
    await shop.pay('purchase', id, GOOD_CARD);
    const items = [{ sku: tea['sku'], quantity: 2 }];
    expect((await shop.send('POST', `/v1/orders/${id}/edits`, { json: { items } })).status).toBe(200);
    const { body: preview } = await shop.send<Fields>('POST', `/v1/orders/${id}/refunds/preview`, {
      json: { amount: 12 },
    });
    expect([preview.result['amount'], preview.result['tax']]).toEqual([12, 2]);
    expect((await shop.pay('refund', id, { amount: '12' })).status).toBe(200);
    const { body } = await shop.send<Fields[]>('GET', `/v1/transactions/totals?order_id=${id}`);
    expect(body.result).toMatchObject({
      totals: [{ captured: 36, captured_tax: 6, refunded: 12, refunded_tax: 2, kept: 24, untaxed: 0 }],
    });
  });

  it('have a filter of one value', async () => {
    const { status, body } = await store.request<{ errors: object }>('GET', '/v1/orders', {
      query: { refund_due: '0' },
    });
    expect([status, body.errors]).toEqual([422, { refund_due: ['refund_due must be one of 1'] }]);
  });
});
