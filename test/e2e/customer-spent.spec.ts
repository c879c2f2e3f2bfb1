import { type Fields, GOOD_CARD, type OrderResult, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

/** A change of an order of 3 × 40. */
type Step = (order: OrderResult, rate: number) => Promise<unknown>;

onEachEngine('what a customer spent (promotions.md 18)', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let product: string;
  let count = 0;

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
    ({ id: product } = await shop.product({ price: 40 }));
    const euro = { code: 'EUR', title: 'Euro', format: '€{price}', decimal_point: '.', thousand_point: ',' };
    await shop.made('/v1/currencies', { ...euro, exchange_rate: '2', enabled: 1 });
  });
  afterAll(() => store.close());

  const done = async (method: string, path: string, json: Fields): Promise<void> => {
    const { status, body } = await shop.send(method, path, { json });
    expect([body.errors, status < 300]).toEqual([undefined, true]);
  };
  const pay: Step = ({ id }) => done('POST', `/v1/checkout/payment/purchase/${id}`, GOOD_CARD);
  const authorize: Step = ({ id }) => done('POST', `/v1/checkout/payment/authorize/${id}`, GOOD_CARD);
  const capture =
    (amount: number): Step =>
    ({ id }, rate) =>
      done('POST', `/v1/checkout/payment/capture/${id}`, { amount: amount * rate });
  const refund =
    (amount: number): Step =>
    ({ id }, rate) =>
      done('POST', `/v1/checkout/payment/refund/${id}`, { amount: amount * rate });
  const edit =
    (quantity: number): Step =>
    async ({ id }) => {
      const { body } = await shop.send<Fields[]>('GET', `/v1/orders/${id}/items`);
      const items = [{ sku: body.result[0]?.['sku'], quantity }];
      await done('POST', `/v1/orders/${id}/edits`, { items });
    };
  const status =
    (to: string): Step =>
    ({ id }) =>
      done('PUT', `/v1/orders/${id}`, { status: to });

  /** Finds by previews what rules see: the largest amount that `spent` reaches. */
  const spentBy = async (email: string): Promise<unknown> => {
    const child = { type: 'customer', match: 'spent', operator: '=', against: '-1' };
    const match_rules = { type: 'group', children: [child] };
    const promotions = [{ action: 'discount_by_percent', amount: 1, match_rules }];
    const json = { items: [{ price: 1, quantity: 1 }], customer: { email }, promotions };
    const { body } = await shop.send<{ rejected: { detail: Fields }[] }>('POST', '/v1/promotions/cart/preview', {
      json,
    });
    return Number(body.result.rejected[0]?.detail['actual']);
  };

  it.each<[string, number, Step[]]>([
    ['is placed', 0, []],
    ['is paid', 120, [pay]],
    ['is authorized', 0, [authorize]],
    ['is authorized and captured in part', 50, [authorize, capture(50)]],
    ['is paid and refunded but for a cent', 0.01, [pay, refund(119.99)]],
    ['is paid and refunded in two parts', 70, [pay, refund(20), refund(30)]],
    ['is paid and refunded', 0, [pay, refund(120)]],
    ['is paid and edited down', 80, [pay, edit(2)]],
    ['is paid, edited down and given back what it owes', 80, [pay, edit(2), refund(40)]],
    ['is paid, edited down and given back more', 70, [pay, edit(2), refund(50)]],
    ['is paid and edited up', 120, [pay, edit(4)]],
    ['is edited and paid', 80, [edit(2), pay]],
    ['is said to be paid', 120, [status('paid')]],
    ['is said to be paid and to be refunded', 0, [status('paid'), status('refunded')]],
    ['is paid and cancelled', 0, [pay, status('cancelled')]],
    ['is dispatched', 120, [pay, status('processing'), status('dispatched')]],
  ])('of an order that %s is %d, in any currency', async (_, expected, steps) => {
    for (const [currency, rate] of [
      ['GBP', 1],
      ['EUR', 2],
    ] as const) {
      const email = `spender-${(count += 1)}@example.com`;
      const customer = { first_name: 'S', last_name: 'P', email };
      const cart = await shop.cart(product, 3);
      const { body } = await shop.checkout(cart, { customer }, { 'x-currency': currency });
      for (const step of steps) await step(body.result, rate);
      expect([currency, await spentBy(email)]).toEqual([currency, expected]);
    }
  });
});
