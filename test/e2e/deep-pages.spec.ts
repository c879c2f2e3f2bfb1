import { DataSource } from 'typeorm';
import { fillOrders, orderWorld } from '../../bench/support/order-world';
import { OrderDiscount } from '../../src/modules/orders/data/order-discount.entity';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

/** Enough for every way to find a page. */
const COUNT = 1_050;
const LIMIT = 100;

/** Deep pages find their ids from the nearer end of the list: each sort and direction, and every page. */
onEachEngine('pages of a list that is not short (wire.md 3, ADR 17)', (engine) => {
  let store: TestStore;

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    const ids = await fillOrders(store, await orderWorld(store), COUNT);
    const rows = ids.map((id, at) => `WHEN ${id} THEN ${at}`).join(' ');
    const place = `(CASE id ${rows} ELSE 0 END)`;
    await store.app
      .get(DataSource)
      .query(
        `UPDATE orders SET total = ${place} * 7 % 50, item_count = ${place} % 2, status = CASE ${place} % 3 WHEN 0 THEN 'paid' ELSE 'unpaid' END`,
      );
  });
  afterAll(() => store.close());

  const column = {
    created_at: 'created_at',
    total: 'total',
    count: 'item_count',
    status: 'status',
    updated_at: 'updated_at',
  };

  /** The ids of every page, one after the other. */
  async function walk(query: Record<string, string>): Promise<string[]> {
    const ids: string[] = [];
    for (let total = 1; ids.length < total;) {
      const { body } = await store.request<{ result: { id: string }[]; pagination: { total: number } }>(
        'GET',
        '/v1/orders',
        {
          query: { ...query, limit: String(LIMIT), offset: String(ids.length) },
        },
      );
      ids.push(...body.result.map(({ id }) => id));
      total = body.pagination.total;
    }
    return ids;
  }

  it.each(
    Object.keys(column).flatMap((sort) =>
      (['asc', 'desc'] as const).flatMap((order) =>
        [undefined, 'unpaid'].map((status) => ({ sort, order, ...(status && { status }) })),
      ),
    ),
  )('are those of the whole list: %j', async (query) => {
    // Orders of one status follow each other by age.
    const by = [column[query.sort as keyof typeof column], ...(query.sort === 'status' ? ['created_at'] : []), 'id']
      .map((name) => `${name} ${query.order}`)
      .join();
    const where = 'status' in query ? "WHERE status = 'unpaid'" : '';
    const rows = await store.app
      .get(DataSource)
      .query<{ id: unknown }[]>(`SELECT id FROM orders ${where} ORDER BY ${by}`);
    expect(await walk(query)).toEqual(rows.map(({ id }) => String(id)));
  });

  it.each(['asc', 'desc'])('are those of the orders that have a promotion, each once: %s', async (order) => {
    const { manager } = store.app.get(DataSource);
    const all = await manager.query<{ id: unknown }[]>(`SELECT id FROM orders ORDER BY id ${order}`);
    const some = all.map(({ id }) => String(id)).filter((_, at) => at % 2 === 0);
    const discount = {
      title: '',
      action: '',
      discountCode: null,
      amount: 0n,
      shippingAmount: 0n,
      shares: [],
      codeKey: null,
    };
    const promotionId = order === 'asc' ? '11' : '12';
    const rows = some.flatMap((orderId, at) =>
      // Two of each third order, and one of another promotion.
      [promotionId, ...(at % 3 === 0 ? [promotionId, '13'] : [])].map((own, position) => ({
        ...{ ...discount, orderId, promotionId: own },
        position: position + (order === 'asc' ? 0 : 10),
      })),
    );
    for (let at = 0; at < rows.length; at += 100) await manager.insert(OrderDiscount, rows.slice(at, at + 100));
    expect(await walk({ promotion: promotionId, order })).toEqual(some);
  });
});
