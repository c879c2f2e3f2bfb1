import { CartsService } from '../../src/modules/carts/carts.service';
import { CartSweeper } from '../../src/modules/carts/jobs/cart-sweeper';
import { pino } from 'pino';
import { SystemClock } from '../../src/kernel/clock';
import { type CartResult, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { recordedEvents } from '../support/recorded-events';
import { startStore, type TestStore } from '../support/store';

class LaterClock extends SystemClock {
  constructor(private readonly days: number) {
    super();
  }
  override now(): Date {
    return new Date(super.now().getTime() + this.days * 86_400_000);
  }
}

onEachEngine('old carts', (engine) => {
  let store: TestStore;

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
  });
  afterAll(() => store.close());

  it('carts.md 11: are removed once untouched for 30 days, in batches, each with its event', async () => {
    const shop = await Shop.open(store);
    const product = await shop.product();
    const carts: string[] = [];
    for (let i = 0; i < 101; i += 1) carts.push(await shop.cart(product.id));
    const sweep = (days: number) =>
      new CartSweeper({
        carts: store.app.get(CartsService),
        clock: new LaterClock(days),
        logger: pino({ level: 'silent' }),
        retentionDays: 30,
      }).sweep();
    const left = async () =>
      (await store.request<{ pagination: { total: number } }>('GET', '/v1/carts')).body.pagination.total;
    await sweep(29.9);
    expect(await left()).toBe(101);
    await sweep(30.1);
    expect(await left()).toBe(0);
    const [last = ''] = carts;
    expect((await recordedEvents(store, last)).map(({ type }) => type)).toEqual(['cart.created', 'cart.deleted']);
    expect((await shop.send<CartResult>('GET', `/v1/carts/${last}`)).body.result.contents).toEqual({});
  });
});
