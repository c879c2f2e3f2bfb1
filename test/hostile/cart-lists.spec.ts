import { PricingService } from '../../src/modules/promotions/pricing.service';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

const CARTS = 4;
const LINES = 300;
/** Most items of one request. */
const AT_ONCE = 100;

onEachEngine('lists of large carts', (engine) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await startStore(engine.databaseUrl);
    for (let cart = 0; cart < CARTS; cart++) await fill(`large-${cart}`);
  });
  afterAll(() => store.close());
  afterEach(() => jest.restoreAllMocks());

  async function fill(cart: string): Promise<void> {
    for (let from = 0; from < LINES; from += AT_ONCE) {
      const items = Array.from({ length: AT_ONCE }, (_, i) => ({ name: 'Mug', sku: `MUG-${from + i}`, price: 5 }));
      await store.request('POST', `/v1/carts/${cart}/items`, { json: { items } });
    }
  }

  it('are priced a few hundred lines at a time: other requests have their turns between them', async () => {
    const price = Object.getOwnPropertyDescriptor(PricingService.prototype, 'price')?.value as PricingService['price'];
    let turns = 0;
    const seen: number[] = [];
    jest.spyOn(PricingService.prototype, 'price').mockImplementation(function (this: PricingService, ...asked) {
      seen.push(turns);
      setImmediate(() => turns++);
      return price.apply(this, asked);
    });
    const { body } = await store.request<{ result: { total_unique_items: number }[] }>('GET', '/v1/carts');
    expect(body.result.map((cart) => cart.total_unique_items)).toEqual([LINES, LINES, LINES, LINES]);
    // Without turns all are priced in the first.
    expect(new Set(seen).size).toBeGreaterThan(1);
  });
});
