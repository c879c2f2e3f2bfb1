import { DataSource } from 'typeorm';
import { Brand } from '../../src/modules/catalog/data/brand.entity';
import { Product } from '../../src/modules/catalog/data/product.entity';
import { Clock } from '../../src/kernel/clock';
import { trackChanges } from '../../src/platform/database/rows/row-changes';
import { readById } from '../../src/platform/database/rows/row-reader';
import { Transactions } from '../../src/platform/database/connection/transactions';
import { Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { recordedEvents } from '../support/recorded-events';
import { startStore, type TestStore } from '../support/store';

const LATER = new Date('2031-05-06T07:08:09.123Z');

onEachEngine('changes of a locked row', (engine) => {
  let store: TestStore;
  let id: string;
  let statements: string[];
  let made = 0;
  beforeAll(async () => (store = await startStore(engine.databaseUrl)));
  beforeEach(async () => {
    const slug = `brand-${(made += 1)}`;
    const form = { title: 'Before', slug, description: 'as it was' };
    const { body } = await store.request<{ result: { id: string } }>('POST', '/v1/brands', { form });
    ({ id } = body.result);
    statements = [];
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => store.close());

  const read = (): Promise<Brand | null> => readById(store.app.get(DataSource).manager, Brand, id);

  /** Changes the brand in a transaction, whose statements are kept. */
  async function change(work: (row: Brand) => void): Promise<void> {
    jest.spyOn(store.app.get(Clock), 'now').mockReturnValue(LATER);
    await store.app.get(Transactions).run(async (tx) => {
      const row = await readById(tx, Brand, id, { lock: true });
      if (row === null) throw new Error('no brand');
      const save = trackChanges(tx, Brand, row);
      const query = tx.query.bind(tx);
      tx.query = (sql: string, parameters?: unknown[]) => {
        statements.push(sql.replace(/[`"]/g, ''));
        return query(sql, parameters) as never;
      };
      work(row);
      await save();
    });
  }

  it('are written, and nothing else, with their version, time and event', async () => {
    const before = await read();
    await change((row) => Object.assign(row, { title: 'After', description: null }));
    const [update] = statements;
    const [, columns = '', where] = /^UPDATE brands SET (.+) WHERE (.+)$/.exec(update ?? '') ?? [];
    expect(columns.split(', ').sort()).toEqual(['description = ?', 'title = ?', 'updated_at = ?', 'version = ?']);
    expect(where).toBe('id = ?');
    const after = { title: 'After', description: null, version: 2, updatedAt: LATER };
    expect(await read()).toEqual({ ...before, ...after });
    const events = await recordedEvents(store, id);
    expect(events.map(({ type, version }) => [type, version])).toEqual([
      ['brand.created', 1],
      ['brand.updated', 2],
    ]);
    expect(events[1]?.data).toMatchObject({ id, title: 'After', description: null, updated_at: '2031-05-06 07:08:09' });
  });

  it('that come to nothing are not written and make no event', async () => {
    const before = await read();
    await change((row) => Object.assign(row, { title: 'On the way' }, { title: 'Before' }));
    expect([statements, await read()]).toEqual([[], before]);
    expect((await recordedEvents(store, id)).map(({ type }) => type)).toEqual(['brand.created']);
  });

  it('of money, choices and times are told from what was there', async () => {
    const shop = await Shop.open(store);
    const { id: productId } = await shop.product({ sku: id, slug: id, title: 'P' });
    const { manager } = store.app.get(DataSource);
    const before = await readById(manager, Product, productId);
    const changes = { price: 12_345_678n, salePrice: 1n, taxBand: before?.taxBand ?? '', title: 'P' };
    await store.app.get(Transactions).run(async (tx) => {
      const row = await readById(tx, Product, productId, { lock: true });
      if (row === null) throw new Error('no product');
      const save = trackChanges(tx, Product, row);
      Object.assign(row, changes, { createdAt: new Date(row.createdAt) });
      await save();
      expect(row).toMatchObject({ ...changes, version: (before?.version ?? 0) + 1 });
    });
    const after = await readById(manager, Product, productId);
    expect(after).toEqual({ ...before, ...changes, version: (before?.version ?? 0) + 1, updatedAt: after?.updatedAt });
  });
});
