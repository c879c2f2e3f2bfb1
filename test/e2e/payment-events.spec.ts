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
});
