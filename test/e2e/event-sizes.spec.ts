import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource, type EntityManager } from 'typeorm';
import { checkoutWorld, type CheckoutWorld } from '../../bench/support/checkout-world';
import { EventRow } from '../../src/platform/events/event.entity';
import { GOOD_CARD, type OrderResult, Shop } from '../builders/cart-shop.builder';
import { startStore, type TestStore } from '../support/store';

const PROMOTIONS = 50;

interface Written {
  readonly type: string;
  readonly bytes: number;
}

describe('the size of events (issue 14)', () => {
  let store: TestStore;
  let shop: Shop;
  let world: CheckoutWorld;
  let manager: EntityManager;

  beforeAll(async () => {
    store = await startStore('sqlite::memory:');
    shop = await Shop.open(store);
    ({ manager } = store.app.get<DataSource>(getDataSourceToken()));
    world = await checkoutWorld(store, PROMOTIONS - 1);
    await shop.promotion({ title: 'Spring sale', discount_code: 'SPRING10' });
  });
  beforeEach(() => manager.clear(EventRow));
  afterAll(() => store.close());

  /** The events since the last test, as bodies of webhooks that take JSON have them. */
  async function written(): Promise<Written[]> {
    const rows = await manager.find(EventRow, { order: { id: 'ASC' } });
    return rows.map(({ type, data }) => ({ type, bytes: Buffer.byteLength(JSON.stringify(data)) }));
  }

  async function send<R>(method: string, path: string, form: Readonly<Record<string, unknown>>): Promise<R> {
    const { status, body } = await store.request<{ result: R }>(method, path, { form });
    expect([path, status < 300]).toEqual([path, true]);
    return body.result;
  }

  it('is at most 2.5 kB for a cart with five lines and 50 promotions', async () => {
    const carts: { promotions: { applied: object[]; rejected: object[] } }[] = [];
    for (let i = 0; i < 3; i += 1) {
      const product = await shop.product({
        title: `Organic green tea from Darjeeling, 250 g, ${i}`,
        slug: `tea-${i}`,
        sku: `TEA-${i}`,
      });
      carts.push(await send('POST', '/v1/carts/five', { id: product.id, quantity: 7 }));
    }
    for (const add of world.adds) carts.push(await send('POST', '/v1/carts/five', { ...add, quantity: 7 }));
    carts.push(await send('POST', '/v1/carts/five/discount', { code: 'SPRING10' }));
    const { applied = [], rejected = [] } = carts.at(-1)?.promotions ?? {};
    expect({ applied: applied.length, rejected: rejected.length }).toEqual({ applied: 5, rejected: PROMOTIONS - 5 });
    const events = (await written()).filter(({ type }) => type.startsWith('cart.'));
    expect(events.map(({ type }) => type)).toEqual(['cart.created', ...Array<string>(5).fill('cart.updated')]);
    expect(events.filter(({ bytes }) => bytes > 2_500)).toEqual([]);
  });

  it('is at most 20 kB for the five requests of a purchase with 50 promotions', async () => {
    for (const add of world.adds) await send('POST', '/v1/carts/bought', add);
    await send('POST', '/v1/carts/bought/discount', { code: 'SPRING10' });
    const order = await send<OrderResult>('POST', '/v1/carts/bought/checkout', world.checkout);
    const paid = await send<{ order: OrderResult }>('POST', `/v1/checkout/payment/purchase/${order.id}`, GOOD_CARD);
    expect(paid.order.status.data.key).toBe('paid');
    const events = await written();
    expect(events.map(({ type }) => type)).toEqual([
      'cart.created',
      'cart.updated',
      'cart.updated',
      'order.created',
      'order_item.created',
      'order_item.created',
      'payment.created',
      'order.updated',
      'payment.updated',
    ]);
    const total = events.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(total > 20_000 ? events : []).toEqual([]);
  });
});
