import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { Clock } from '../../src/kernel/clock';
import { Promotion } from '../../src/modules/promotions/data/promotion.entity';
import { PromotionRevision } from '../../src/modules/promotions/data/promotion-revision.entity';
import { type PromotionSet, PromotionsCache } from '../../src/modules/promotions/promotions.cache';
import { PromotionsService } from '../../src/modules/promotions/promotions.service';
import { Transactions } from '../../src/platform/database/connection/transactions';
import { requiredFields } from '../builders/promotion.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

onEachEngine('the promotions a process holds', (engine) => {
  /** Two processes of one store, as far as their memory goes. */
  let one: TestStore;
  let other: TestStore;

  const titles = (set: PromotionSet) => set.all.map(({ definition }) => definition.title);
  const sourceOf = (store: TestStore) => store.app.get<DataSource>(getDataSourceToken());
  const current = async (store: TestStore) =>
    titles(await store.app.get(PromotionsCache).current(sourceOf(store).manager));
  const within = async (store: TestStore) =>
    titles(await store.app.get(PromotionsCache).within(sourceOf(store).manager));
  const made = async (title: string, more: object = {}): Promise<string> => {
    const form = requiredFields(title, { ...more });
    const { status, body } = await one.request<{ result: { id: string } }>('POST', '/v1/promotions/cart', { form });
    expect(status).toBe(201);
    return body.result.id;
  };
  /** Holds a store's clock still, so many milliseconds after a moment. */
  const freeze = (store: TestStore, ms: number) =>
    jest.spyOn(store.app.get(Clock), 'now').mockReturnValue(new Date(1_795_000_000_000 + ms));

  beforeAll(async () => {
    one = await startStore(engine.databaseUrl);
    other = await startStore(engine.databaseUrl);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await sourceOf(one).manager.remove(await sourceOf(one).manager.find(Promotion));
    await sourceOf(one).manager.update(PromotionRevision, { id: '1' }, { revision: 'emptied' });
    for (const store of [one, other]) store.app.get(PromotionsCache).expire();
  });
  afterAll(async () => {
    await other.close();
    await one.close();
  });

  it('are seen at once in the process that changed them', async () => {
    freeze(one, 0);
    expect(await current(one)).toEqual([]);
    const id = await made('New');
    expect(await current(one)).toEqual(['New']);
    await one.request('PUT', `/v1/promotions/cart/${id}`, { form: { title: 'Newer' } });
    expect(await current(one)).toEqual(['Newer']);
    await one.request('DELETE', `/v1/promotions/cart/${id}`);
    expect(await current(one)).toEqual([]);
  });

  it('are seen in another process after a second, and in its transactions at once', async () => {
    freeze(other, 0);
    expect(await current(other)).toEqual([]);
    const id = await made('New');
    freeze(other, 999);
    expect(await current(other)).toEqual([]);
    freeze(other, 1000);
    expect(await current(other)).toEqual(['New']);
    await one.request('PUT', `/v1/promotions/cart/${id}`, { form: { title: 'Newer' } });
    expect(await current(other)).toEqual(['New']);
    expect(await within(other)).toEqual(['Newer']);
    expect(await current(other)).toEqual(['Newer']);
    await one.request('DELETE', `/v1/promotions/cart/${id}`);
    expect(await within(other)).toEqual([]);
  });

  it('are looked at again when the clock was set back', async () => {
    freeze(other, 0);
    expect(await current(other)).toEqual([]);
    await made('New');
    freeze(other, -1000);
    expect(await current(other)).toEqual(['New']);
  });

  it('are not loaded again while nothing changes', async () => {
    await made('Kept');
    await within(one);
    const find = jest.spyOn(sourceOf(one).manager, 'find');
    expect(await within(one)).toEqual(['Kept']);
    expect(find).not.toHaveBeenCalled();
    await one.request('PUT', `/v1/promotions/cart/${await made('Another', { priority: 1 })}`, { form: {} });
    expect(await within(one)).toEqual(['Kept', 'Another']);
    expect(find).toHaveBeenCalledTimes(1);
  });

  it('are not taken from a reader that was overtaken by a change', async () => {
    const { manager } = sourceOf(one);
    const find = manager.find.bind(manager);
    const slow = jest.spyOn(manager, 'find').mockImplementationOnce(async (...asked: Parameters<typeof find>) => {
      const rows = await find(...asked);
      await made('Meanwhile');
      return rows;
    });
    await sourceOf(other).manager.update(PromotionRevision, { id: '1' }, { revision: 'changed' });
    expect(await current(one)).toEqual([]);
    slow.mockRestore();
    expect(await current(one)).toEqual(['Meanwhile']);
  });

  it('do not keep what a transaction saw of itself and rolled back', async () => {
    const id = await made('Before');
    const undone = one.app.get(Transactions).runAmbient(async (tx) => {
      await one.app.get(PromotionsService).update(id, { title: 'Undone' }, undefined);
      expect(titles(await one.app.get(PromotionsCache).within(tx))).toEqual(['Undone']);
      throw new Error('rolled back');
    });
    await expect(undone).rejects.toThrow('rolled back');
    expect(await within(one)).toEqual(['Before']);
    await one.request('PUT', `/v1/promotions/cart/${id}`, { form: { title: 'After' } });
    expect(await within(one)).toEqual(['After']);
  });

  it('are not those that a transaction changed and rolled back before it said so', async () => {
    const id = await made('Before');
    await other.request('PUT', `/v1/promotions/cart/${id}`, { form: { title: 'Elsewhere' } });
    const undone = one.app.get(Transactions).run(async (tx) => {
      await tx.save(Object.assign(await tx.findOneByOrFail(Promotion, { id }), { title: 'Undone' }));
      expect(titles(await one.app.get(PromotionsCache).within(tx))).toEqual(['Undone']);
      throw new Error('rolled back');
    });
    await expect(undone).rejects.toThrow('rolled back');
    expect([await within(one), await current(one)]).toEqual([['Elsewhere'], ['Elsewhere']]);
  });

  it('come in the order they are processed in, drafts apart, and by code', async () => {
    await made('Last', { priority: 9 });
    await made('Draft', { status: 0, discount_code: 'Draft-Code' });
    const taxes = await one.request<{ result: { id: string }[] }>('GET', '/v1/taxes');
    const form = { title: 'S', slug: 's', price: 1, status: 1, tax_band: taxes.body.result[0]?.id };
    const method = await one.request<{ result: { id: string } }>('POST', '/v1/shipping', { form });
    await made('Shipping', { action: 'free_ship', shipping_methods: JSON.stringify([method.body.result.id]) });
    await made('Coded', { discount_code: ' Spring ' });
    const set = await one.app.get(PromotionsCache).current(sourceOf(one).manager);
    expect(titles(set)).toEqual(['Draft', 'Coded', 'Shipping', 'Last']);
    expect(set.live.map(({ definition }) => definition.title)).toEqual(['Coded', 'Shipping', 'Last']);
    expect([...set.byCode].map(([code, { definition }]) => [code, definition.title])).toEqual([
      ['draft-code', 'Draft'],
      ['spring', 'Coded'],
    ]);
  });
});
