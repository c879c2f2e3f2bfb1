import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource, type EntityManager } from 'typeorm';
import { CategorizedProductsService } from '../../src/modules/catalog/categorized-products.service';
import { ProductsService } from '../../src/modules/catalog/products.service';
import { type StockLine, StockService } from '../../src/modules/catalog/stock.service';
import { Transactions } from '../../src/platform/database/connection/transactions';
import { onEachEngine } from '../support/engines';
import { recordedEvents } from '../support/recorded-events';
import { recordStatements, shortForm } from '../support/recorded-statements';
import { startStore, type TestStore } from '../support/store';

interface One {
  result: { id: string; sku: string; stock_level: number };
}
interface Many {
  result: { id: string }[];
}

onEachEngine('stock (carts.md 8)', (engine) => {
  let store: TestStore;
  let taxBand: string;
  let stock: StockService;
  let made = 0;

  const run = <T>(work: (tx: EntityManager) => Promise<T>) => store.app.get(Transactions).run(work);
  const product = async (level: number, status = '1'): Promise<One['result']> => {
    made += 1;
    const form = { sku: `S-${made}`, title: 'P', slug: `s-${made}`, price: '1', tax_band: taxBand };
    const all = { ...form, stock_level: level, stock_status: status };
    return (await store.request<One>('POST', '/v1/products', { form: all })).body.result;
  };
  const level = async (id: string) => (await store.request<One>('GET', `/v1/products/${id}`)).body.result.stock_level;
  const line = ({ id, sku }: One['result'], quantity: number): StockLine => ({ productId: id, sku, quantity });
  const refusal = (taking: Promise<unknown>) =>
    taking.then(
      () => undefined,
      (error: { code: string; errors: unknown }) => ({ code: error.code, errors: error.errors }),
    );

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl);
    taxBand = (await store.request<Many>('GET', '/v1/taxes')).body.result[0]?.id ?? '';
    stock = store.app.get(StockService);
  });
  afterAll(() => store.close());

  it('takes what there is, one line a product, and says what it took', async () => {
    const [a, b] = [await product(5), await product(2)];
    const taken = await run((tx) => stock.take(tx, [line(b, 2), line(a, 1), line(a, 3)]));
    expect(taken).toEqual([line(a, 4), line(b, 2)]);
    expect([await level(a.id), await level(b.id)]).toEqual([1, 0]);
  });

  it('names every product that is short, and takes nothing', async () => {
    const [a, b, c] = [await product(5), await product(2), await product(0)];
    const taking = run((tx) => stock.take(tx, [line(a, 5), line(b, 1), line(b, 2), line(c, 1)]));
    expect(await refusal(taking)).toEqual({
      code: 'catalog.out_of_stock',
      errors: {
        quantity: [
          `quantity of ${b.sku} is more than is in stock: 2 left`,
          `quantity of ${c.sku} is more than is in stock: 0 left`,
        ],
      },
    });
    expect(await Promise.all([a, b, c].map(({ id }) => level(id)))).toEqual([5, 2, 0]);
  });

  it('names a product alone of which there is none, and one that is gone among others', async () => {
    const [none, some, gone] = [await product(0), await product(5), await product(5)];
    const message = ({ sku }: One['result']) => `quantity of ${sku} is more than is in stock: 0 left`;
    const nothing = { code: 'catalog.out_of_stock', errors: { quantity: [message(none)] } };
    expect(await refusal(run((tx) => stock.take(tx, [line(none, 1)])))).toEqual(nothing);
    await store.request('DELETE', `/v1/products/${gone.id}`);
    const statuses = new Map([some, gone].map(({ id }) => [id, '1' as const]));
    const taking = run((tx) => stock.takeBy(tx, [line(gone, 1), line(some, 1)], statuses));
    expect(await refusal(taking)).toEqual({ ...nothing, errors: { quantity: [message(gone)] } });
    expect(await level(some.id)).toBe(5);
  });

  it('takes and gives back any number of products by one statement, and reads them only when a level is crossed', async () => {
    const goods = [await product(9), await product(8), await product(7)];
    const sent = async (work: () => Promise<unknown>): Promise<string[]> =>
      (await recordStatements(store, work)).map(shortForm).filter((short) => short.includes('product_stock'));
    const lines = goods.map((one) => line(one, 3));
    const look = engine.name === 'sqlite' ? [] : ['SELECT product_stock'];
    const statuses = new Map(goods.map(({ id }) => [id, '1' as const]));
    const take = () => run((tx) => stock.takeBy(tx, lines, statuses));
    expect(await sent(take)).toEqual(['UPDATE product_stock']);
    expect(await sent(() => run((tx) => stock.giveBack(tx, lines)))).toEqual(['UPDATE product_stock']);
    await take();
    expect(await Promise.all(goods.map(({ id }) => level(id)))).toEqual([6, 5, 4]);
    await refusal(take());
    expect(await sent(() => refusal(run((tx) => stock.takeBy(tx, [...lines, ...lines], statuses))))).toEqual([
      'UPDATE product_stock',
      ...look,
    ]);
    expect(await Promise.all(goods.map(({ id }) => level(id)))).toEqual([3, 2, 1]);
  });

  it('does not count unlimited stock, and sells none of what is out of stock, discontinued or gone', async () => {
    const unlimited = await product(1, '0');
    expect(await run((tx) => stock.take(tx, [line(unlimited, 9)]))).toEqual([]);
    expect(await level(unlimited.id)).toBe(1);
    const gone = await product(9);
    await store.request('DELETE', `/v1/products/${gone.id}`);
    for (const none of [await product(9, '3'), await product(9, '5'), gone]) {
      expect(await refusal(run((tx) => stock.take(tx, [line(none, 1)])))).toEqual({
        code: 'catalog.out_of_stock',
        errors: { quantity: [`quantity of ${none.sku} is more than is in stock: 0 left`] },
      });
    }
  });

  it('gives back what was taken, and passes over products that are gone', async () => {
    const [a, gone] = [await product(5), await product(5)];
    const taken = await run((tx) => stock.take(tx, [line(a, 3), line(gone, 3)]));
    await store.request('DELETE', `/v1/products/${gone.id}`);
    await run((tx) => stock.giveBack(tx, taken));
    expect(await level(a.id)).toBe(5);
  });

  it('goes back with its transaction', async () => {
    const a = await product(5);
    const sale = run(async (tx) => {
      await stock.take(tx, [line(a, 3)]);
      throw new Error('no sale');
    });
    await expect(sale).rejects.toThrow('no sale');
    expect(await level(a.id)).toBe(5);
  });

  it('sells the last ones once when twenty want them at the same time', async () => {
    const [a, b] = [await product(7), await product(7)];
    const sales = Array.from({ length: 20 }, (_, n) =>
      run((tx) => stock.take(tx, n % 2 === 0 ? [line(a, 1), line(b, 1)] : [line(b, 1), line(a, 1)])),
    );
    const outcomes = await Promise.allSettled(sales);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
    expect([await level(a.id), await level(b.id)]).toEqual([0, 0]);
  });

  it('is set to what the API says, also when a sale has changed it since; sales make no events', async () => {
    const a = await product(5);
    await run((tx) => stock.take(tx, [line(a, 2)]));
    const set = await store.request<One>('PUT', `/v1/products/${a.id}`, { form: { stock_level: '5' } });
    expect(set.body.result.stock_level).toBe(5);
    const events = await recordedEvents(store, a.id);
    expect(events.map(({ type, version, data }) => [type, version, (data as One['result']).stock_level])).toEqual([
      ['product.created', 1, 5],
      ['product.updated', 2, 5],
    ]);
  });

  it('lends products to carts and orders: by id, by sku to the letter, and many at once', async () => {
    const products = store.app.get(ProductsService);
    const { manager } = store.app.get<DataSource>(getDataSourceToken());
    const [a, b] = [await product(1), await product(2)];
    expect((await products.find(manager, a.id))?.sku).toBe(a.sku);
    expect(await products.find(manager, '1')).toBeUndefined();
    expect(await products.find(manager, 'x')).toBeUndefined();
    expect((await products.findBySku(manager, a.sku))?.id).toBe(a.id);
    expect(await products.findBySku(manager, a.sku.toLowerCase())).toBeUndefined();
    const goods = store.app.get(CategorizedProductsService);
    const many = await goods.findMany(manager, [b.id, '1', 'x', b.id], [a.sku, a.sku, b.sku.toLowerCase(), 'x']);
    expect([...many.keys()].sort()).toEqual([a.id, b.id].sort());
    const found = [b.id, a.id].flatMap((id) => many.get(id) ?? []);
    expect(found.map(({ record }) => record)).toEqual([b, a]);
    expect(
      await products.records(
        manager,
        found.map(({ row }) => row),
      ),
    ).toEqual([b, a]);
    expect([await products.records(manager, []), await goods.findMany(manager, [])]).toEqual([[], new Map()]);
  });
});
