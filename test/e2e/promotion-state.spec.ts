import { Clock } from '../../src/kernel/clock';
import { Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

onEachEngine('the state of a promotion (promotions.md 11)', (engine) => {
  let store: TestStore;
  let shop: Shop;
  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { STORE_TIME_ZONE: 'Pacific/Auckland' });
    shop = await Shop.open(store);
  });
  afterAll(() => store.close());

  const read = async (id: string) => {
    const { headers, body } = await shop.send('GET', `/v1/promotions/cart/${id}`);
    return { state: body.result['state'], tag: headers.get('etag') };
  };
  const at = (instant: string): void => void Object.assign(store.app.get(Clock), { now: () => new Date(instant) });

  it('begins and ends at midnight where the store is, and leaves the ETag as it is', async () => {
    const { id } = await shop.promotion({ from: '2027-03-02', to: '2027-03-02' });
    // Auckland is 13 hours ahead of UTC in March.
    const seen = [];
    for (const instant of ['03-01T10:59:59', '03-01T11:00:00', '03-02T10:59:59', '03-02T11:00:00']) {
      at(`2027-${instant}Z`);
      seen.push(await read(id));
    }
    expect(seen.map(({ state }) => state)).toEqual(['planned', 'live', 'live', 'ended']);
    expect(new Set(seen.map(({ tag }) => tag)).size).toBe(1);
    await shop.send('PUT', `/v1/promotions/cart/${id}`, { form: { status: 0 } });
    expect((await read(id)).state).toBe('draft');
    Reflect.deleteProperty(store.app.get(Clock), 'now');
  });

  it('is used up by its last order, and spent with its budget', async () => {
    const product = await shop.product({ price: '10' });
    const once = await shop.promotion({ max_uses: 1 });
    const budget = await shop.promotion({ budget: '1', action: 'discount_subtotal_fixed', amount: 1 });
    const states = async () => [(await read(once.id)).state, (await read(budget.id)).state];
    expect(await states()).toEqual(['live', 'live']);
    await shop.order(product.id);
    expect(await states()).toEqual(['used_up', 'budget_spent']);
  });
});
