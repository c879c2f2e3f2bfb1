import { DataSource, type EntityManager } from 'typeorm';
import { ProductRelationsService } from '../../src/modules/catalog/product-relations.service';
import { TaxBandsService } from '../../src/modules/settings/tax-bands.service';
import { Transactions } from '../../src/platform/database/connection/transactions';
import { type CartResult, type Fields, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { rowLockAwaited } from '../support/row-locks';
import { statementsOf } from '../support/statements';
import { startStore, type TestStore } from '../support/store';

onEachEngine('wire.md 7: the default tax band of several writes at once', (engine) => {
  let store: TestStore;
  let shop: Shop;

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl);
    shop = new Shop(store, '');
  });
  afterAll(() => store.close());

  const asDefault = (tx: EntityManager) => store.app.get(TaxBandsService).require(tx, null);
  const wrap = (at: number) => ({ name: `Wrap ${at}`, price: '1' });

  it('is that of each custom item of a request', async () => {
    const items = [wrap(1), wrap(2), { ...wrap(3), tax_band: 'none' }];
    const { body } = await shop.send<CartResult>('POST', '/v1/carts/several', { json: items[0] as Fields });
    expect(Object.values(body.result.contents).map(({ name }) => name)).toEqual(['Wrap 1']);
    const added = await shop.send<CartResult>('POST', '/v1/carts/several/items', { json: { items } });
    expect(Object.values(added.body.result.contents).map(({ name, quantity, tax }) => [name, quantity, tax])).toEqual([
      ['Wrap 1', 2, '20.00'],
      ['Wrap 2', 1, '20.00'],
      ['Wrap 3', 1, '0.00'],
    ]);
  });

  if (engine.name !== 'sqlite') {
    it('no write waits for another that gets it', async () => {
      await store.app.get(Transactions).run(async (tx) => {
        await asDefault(tx);
        // Answered while the band is kept, or the test ends by its time.
        for (const at of [1, 2]) {
          expect((await shop.send('POST', `/v1/carts/at-once-${at}`, { json: wrap(at) })).status).toBe(201);
        }
      });
    });

    it('no product waits for another of its band, category, brand and collection, each of which is locked once', async () => {
      const shelf = async (path: string) => (await shop.made(path, { title: 'Held', slug: 'held' })).id;
      const category = await shelf('/v1/categories');
      const brand = await shelf('/v1/brands');
      const collection = await shelf('/v1/collections');
      const tax_band = (await shop.made('/v1/taxes', { title: 'Held', rate: '3' })).id;
      const form = { title: 'P', price: '1', requires_shipping: 0, tax_band, category, brand, collection };
      const locks = await statementsOf(store, async () => {
        await store.app.get(Transactions).run(async (tx) => {
          const ids = { taxBand: tax_band, category, brand, collection };
          expect(await store.app.get(ProductRelationsService).require(tx, ids)).toEqual({ taxBand: tax_band });
          // Answered while they are kept, or the test ends by its time.
          const call = { form: { ...form, sku: 'held', slug: 'held' } };
          expect((await shop.send('POST', '/v1/products', call)).status).toBe(201);
        });
      });
      const shared = locks.filter((sql) => sql.endsWith(' LOCK IN SHARE MODE'));
      const tables = shared.map((sql) => / FROM `(\w+)`/.exec(sql)?.[1]);
      const each = ['tax_bands', 'categories', 'brands', 'collections'];
      expect(tables).toEqual([...each, ...each]);
    });

    it('stays, and stays the default, until a write that gets it has ended', async () => {
      const own = await shop.made('/v1/taxes', { title: 'Own', rate: '7', default: 1 });
      const other = await shop.made('/v1/taxes', { title: 'Other', rate: '5' });
      await shop.send('POST', '/v1/carts/kept', { json: wrap(1) });
      await store.app.get(Transactions).run(async (tx) => {
        await tx.query('UPDATE cart_items SET tax_band_id = NULL WHERE cart_id = ?', ['kept']);
      });
      const moves = await store.app.get(Transactions).run(async (tx) => {
        expect(await asDefault(tx)).toBe(own.id);
        const sent = [shop.send('PUT', `/v1/taxes/${other.id}`, { form: { default: 1 } })];
        await rowLockAwaited(store.app.get(DataSource));
        await tx.query('UPDATE cart_items SET tax_band_id = ? WHERE cart_id = ?', [own.id, 'kept']);
        return sent;
      });
      expect((await Promise.all(moves)).map(({ status }) => status)).toEqual([200]);
      const { status, body } = await shop.send('DELETE', `/v1/taxes/${own.id}`);
      expect([status, body.errors]).toEqual([422, { tax_band: ['tax_band is used by an item of a cart'] }]);
    });
  }
});
