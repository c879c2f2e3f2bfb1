import { Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { startStore } from '../support/store';

onEachEngine('the ETag of a promotion (wire.md 6)', (engine) => {
  it('stays as it is when an order uses the promotion, and is another after a change', async () => {
    const store = await startStore(engine.databaseUrl);
    const shop = await Shop.open(store);
    const { id } = await shop.promotion({ budget: '100' });
    const path = `/v1/promotions/cart/${id}`;
    const tagOf = (answer: { headers: Headers }): string => answer.headers.get('etag') ?? '';
    const before = await shop.send('GET', path);
    await shop.order((await shop.product({ price: '10' })).id);
    const after = await shop.send('GET', path);
    const used = { ...before.body.result, uses: 1, discounted: 1, budget_left: 99 };
    expect([after.body.result, tagOf(after)]).toEqual([used, tagOf(before)]);
    const headers = { 'if-match': tagOf(before) };
    const changed = await shop.send('PUT', path, { form: { priority: 3 }, headers });
    const read = await shop.send('GET', path);
    expect([changed.status, tagOf(changed), tagOf(changed) === tagOf(before)]).toEqual([200, tagOf(read), false]);
    expect((await shop.send('DELETE', path, { headers })).status).toBe(409);
    expect((await shop.send('DELETE', path, { headers: { 'if-match': tagOf(read) } })).status).toBe(200);
    await store.close();
  });
});
