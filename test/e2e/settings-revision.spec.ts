import { Transactions } from '../../src/platform/database/connection/transactions';
import { type Fields, type Result, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

onEachEngine('the revisions of settings and promotions (ADR 5)', (engine) => {
  let store: TestStore;
  let shop: Shop;

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl);
    shop = await Shop.open(store);
  });
  afterAll(() => store.close());

  const revision = (table: string): Promise<unknown> =>
    store.app.get(Transactions).manager.query(`SELECT revision FROM ${table}`);

  it('change with a change, and not with a request that changes nothing', async () => {
    const { body } = await store.request<Result<(Fields & { id: string })[]>>('GET', '/v1/currencies');
    const promotion = await shop.promotion();
    const shipping = await shop.shipping();
    const rows: [string, string, Fields, Fields][] = [
      ['settings_revisions', `/v1/currencies/${body.result[0]?.id ?? ''}`, {}, { title: 'Another' }],
      ['settings_revisions', `/v1/taxes/${shop.untaxed}`, { title: 'None' }, { title: 'No tax' }],
      ['settings_revisions', `/v1/shipping/${shipping.id}`, { title: shipping['title'] }, { title: 'Another' }],
      ['settings_revisions', '/v1/gateways/manual', {}, { description: 'Another' }],
      ['promotion_revisions', `/v1/promotions/cart/${promotion.id}`, { status: 1 }, { priority: 2 }],
    ];
    for (const [table, path, same, other] of rows) {
      const before = await revision(table);
      expect((await store.request('PUT', path, { form: same })).status).toBe(200);
      expect([path, await revision(table)]).toEqual([path, before]);
      expect((await store.request('PUT', path, { form: other })).status).toBe(200);
      expect([path, await revision(table)]).not.toEqual([path, before]);
    }
  });
});
