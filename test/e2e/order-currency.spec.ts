import { type Fields, GOOD_CARD, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

onEachEngine('the currency of an order with money', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let pound: Fields & { id: string };
  let dinar: Fields & { id: string };

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
    const { result } = (await shop.send<(Fields & { id: string })[]>('GET', '/v1/currencies')).body;
    pound = result.find(({ code }) => code === 'GBP') ?? { id: '' };
    const format = { format: '{price} KWD', decimal_point: '.', thousand_point: ',', rounding_mode: 'half_up' };
    dinar = await shop.made('/v1/currencies', { title: 'Dinar', code: 'KWD', exchange_rate: '0.4', ...format });
  });
  afterAll(() => store.close());

  const stated = async (): Promise<string> => {
    const amounts = { subtotal: 10, shipping_price: 0, total: 10, exchange_rate: 1 };
    const json = { currency: pound.id, currency_code: 'GBP', gateway: 'dummy', status: 'unpaid', ...amounts };
    const { status, body } = await shop.send('POST', '/v1/orders', { json });
    expect([status, body.errors]).toEqual([201, undefined]);
    return body.result.id;
  };
  const put = async (id: string, json: Fields): Promise<unknown[]> => {
    const { status, body } = await shop.send<Fields>('PUT', `/v1/orders/${id}`, { json });
    return [status, body.errors ?? body.result['currency_code']];
  };
  const REFUSED = [
    422,
    { currency: ['currency cannot change: the order has a payment that is pending, or that holds or took money'] },
  ];

  it.each<[string, readonly (readonly [string, Fields])[]]>([
    ['holds money', [['authorize', GOOD_CARD]]],
    ['took money', [['purchase', GOOD_CARD]]],
    [
      'gave it back',
      [
        ['purchase', GOOD_CARD],
        ['refund', {}],
      ],
    ],
  ])('orders-and-payments.md 15: cannot change once a payment %s', async (_, steps) => {
    const id = await stated();
    for (const [method, form] of steps) expect((await shop.pay(method, id, form)).status).toBe(200);
    for (const json of [{ currency: dinar.id, currency_code: 'KWD' }, { currency: dinar.id }]) {
      expect(await put(id, json)).toEqual(REFUSED);
    }
    expect(await put(id, { currency_code: 'KWD' })).toEqual([422, { currency_code: [expect.any(String)] }]);
    expect(await put(id, { currency: pound.id, currency_code: 'GBP' })).toEqual([200, 'GBP']);
  });

  it('can change before, and after a payment that was voided', async () => {
    const id = await stated();
    expect(await put(id, { currency: dinar.id, currency_code: 'KWD' })).toEqual([200, 'KWD']);
    expect(await put(id, { currency: pound.id })).toEqual([200, 'GBP']);
    await shop.pay('authorize', id, GOOD_CARD);
    await shop.pay('void', id);
    expect(await put(id, { currency: dinar.id })).toEqual([200, 'KWD']);
  });
});
