import { Clock } from '../../src/kernel/clock';
import { type OrderItemRecord } from '../../src/modules/orders/order-item.record';
import { type OrderRecord } from '../../src/modules/orders/order.record';
import { type Pagination } from '../../src/platform/http/pagination';
import { type Many, openShop, type Shop } from '../builders/shop.builder';
import { onEachEngine } from '../support/engines';
import { MovedClock } from '../support/moved.clock';

/*
 * Pages of lists, on orders and order items.
 *
 * | Clause                                                                                        |
 * |-----------------------------------------------------------------------------------------------|
 * | interface.md Pagination object: every field; Pagination parameters: limit 1 to 100, offset    |
 * | interface.md Conventions: a list is an array of records plus a pagination object              |
 * | wire.md 3: defaults, order, sort, links, offsets, past the end, empty, rows that come and go  |
 */

const NONE = { first: false, previous: false, next: false, last: false } as const;
type Offsets = Pagination['offsets'];

onEachEngine('pagination of nothing', (engine) => {
  let shop: Shop;
  beforeAll(async () => (shop = await openShop(engine.databaseUrl)));
  afterAll(() => shop.store.close());
  const page = (query: Record<string, string>) => shop.list('/v1/orders', query);

  it('wire.md 3: an empty list', async () => {
    const empty = { total: 0, current: 0, limit: 100, offset: 0, from: 1, to: 0, offsets: NONE, links: NONE };
    expect(await page({})).toEqual({ status: true, result: [], pagination: empty });
    expect(await page({ sort: 'total' })).toEqual({ status: true, result: [], pagination: empty });
    const beyond = { ...empty, limit: 5, offset: 10, from: 11, to: 10 };
    expect(await page({ limit: '5', offset: '10' })).toEqual({ status: true, result: [], pagination: beyond });
  });
});

onEachEngine('pagination', (engine) => {
  let shop: Shop;
  const clock = new MovedClock();

  beforeAll(async () => {
    shop = await openShop(engine.databaseUrl);
    jest.spyOn(shop.store.app.get(Clock), 'now').mockImplementation(() => clock.now());
  });
  afterAll(() => shop.store.close());

  const page = (query: Record<string, string>, path = '/v1/orders') => shop.list(path, query);

  /** The links that lead to these offsets. */
  function links(offsets: Offsets, query: Record<string, string>, path = '/v1/orders'): Pagination['links'] {
    const { limit = '100', order = 'desc', sort = 'created_at', offset: _, ...rest } = query;
    const link = (offset: number | false) =>
      offset !== false &&
      `${shop.store.url}${path}?${new URLSearchParams({ offset: String(offset), limit, order, sort, ...rest }).toString()}`;
    return {
      first: link(offsets.first),
      previous: link(offsets.previous),
      next: link(offsets.next),
      last: link(offsets.last),
    };
  }

  describe('of seven orders', () => {
    const orders: OrderRecord[] = [];
    beforeAll(async () => {
      for (let n = 0; n < 7; n += 1) {
        // Two of them in the same second and even millisecond: only their ids tell them apart.
        if (n !== 3) clock.move(1000);
        orders.unshift(await shop.order({ total: String([3, 1, 2, 2, 1, 3, 2][n]), gateway: 'manual' }));
      }
    });

    it.each<[string, string, number[], Offsets]>([
      ['7', '0', [0, 7], NONE],
      ['100', '0', [0, 7], NONE],
      ['1', '0', [0, 1], { first: 0, previous: false, next: 1, last: 6 }],
      ['1', '6', [6, 7], { first: 0, previous: 5, next: false, last: 6 }],
      ['3', '0', [0, 3], { first: 0, previous: false, next: 3, last: 6 }],
      ['3', '3', [3, 6], { first: 0, previous: 0, next: 6, last: 6 }],
      ['3', '6', [6, 7], { first: 0, previous: 3, next: false, last: 6 }],
      ['3', '2', [2, 5], { first: 0, previous: 0, next: 5, last: 6 }],
      ['3', '4', [4, 7], { first: 0, previous: 1, next: false, last: 6 }],
      ['6', '0', [0, 6], { first: 0, previous: false, next: 6, last: 6 }],
      ['7', '1', [1, 7], { first: 0, previous: 0, next: false, last: 0 }],
      ['100', '6', [6, 7], { first: 0, previous: 0, next: false, last: 0 }],
      ['3', '7', [7, 7], { first: 0, previous: 4, next: false, last: 6 }],
      ['3', '50', [50, 50], { first: 0, previous: 47, next: false, last: 6 }],
      ['100', '50', [50, 50], { first: 0, previous: 0, next: false, last: 0 }],
      ['3', '1000000000', [1e9, 1e9], { first: 0, previous: 999_999_997, next: false, last: 6 }],
    ])('interface.md Pagination object: limit %s at %s', async (limit, offset, [start = 0, end = 0], offsets) => {
      for (const query of [
        { limit, offset },
        { limit, offset, sort: 'id' },
        { limit, offset, gateway: 'manual' },
      ] as Record<string, string>[]) {
        const { result, pagination } = await page(query);
        expect(result).toEqual(orders.slice(start, end));
        const numbers = { total: 7, current: result.length, limit: Number(limit), offset: Number(offset) };
        const ordinals = { from: start + 1, to: end };
        expect(pagination).toEqual({ ...numbers, ...ordinals, offsets, links: links(offsets, query) });
      }
    });

    it('wire.md 3: limit is 100 and offset 0 by default, also when sent empty', async () => {
      const { result, pagination } = await page({});
      expect(result).toEqual(orders);
      expect([pagination.limit, pagination.offset]).toEqual([100, 0]);
      expect(await page({ limit: '', offset: '', sort: '', order: '' })).toEqual({ status: true, result, pagination });
    });

    it.each([
      ['limit', '0', 'must be 1 or more'],
      ['limit', '101', 'must be at most 100'],
      ['limit', '-1', 'must be 1 or more'],
      ['limit', 'abc', 'must be a whole number'],
      ['limit', '1.5', 'must be a whole number'],
      ['limit', '1e1', 'must be a whole number'],
      ['limit', '0x10', 'must be a whole number'],
      ['offset', '-1', 'must be 0 or more'],
      ['offset', '1.5', 'must be a whole number'],
      ['offset', 'abc', 'must be a whole number'],
      ['offset', '99999999999999999999', 'must be at most 1000000000'],
      ['order', 'up', 'must be one of asc, desc'],
      ['strict', 'maybe', 'must be 1, 0, true or false'],
    ])('wire.md 3: %s=%s is refused by every list', async (field, value, message) => {
      const id = orders[0]?.id ?? '';
      for (const path of ['/v1/orders', '/v1/orders/search', `/v1/orders/${id}/items`, `/v1/orders/${id}/history`]) {
        const errors = { [field]: [`${field} ${message}`] };
        expect(await shop.refused('GET', path, { query: { [field]: value } })).toEqual(errors);
      }
    });

    it('wire.md 3: a parameter that is sent twice or in brackets is refused', async () => {
      expect(await shop.refused('GET', '/v1/orders?limit[a]=1', {})).toEqual({
        limit: ['limit must be a whole number'],
      });
      expect(await shop.refused('GET', '/v1/orders?offset[]=1', {})).toEqual({
        offset: ['offset must be a whole number'],
      });
    });

    const SORTS: Record<string, (order: OrderRecord) => string | number | bigint> = {
      created_at: ({ id }) => BigInt(id),
      id: ({ id }) => BigInt(id),
      updated_at: ({ updated_at }) => updated_at,
      status: ({ status }) => status.data.key,
      subtotal: ({ subtotal }) => subtotal,
      shipping_price: ({ shipping_price }) => shipping_price,
      total: ({ total }) => total,
      currency_code: ({ currency_code }) => currency_code,
      count: ({ count }) => count,
    };
    it.each(Object.keys(SORTS))('wire.md 3: sort=%s, equal ones by id', async (sort) => {
      const value = SORTS[sort] ?? (() => 0);
      const up = (a: OrderRecord, b: OrderRecord) => {
        if (value(a) !== value(b)) return value(a) < value(b) ? -1 : 1;
        return BigInt(a.id) < BigInt(b.id) ? -1 : 1;
      };
      const ascending = [...orders].sort(up);
      expect((await page({ sort, order: 'asc' })).result).toEqual(ascending);
      expect((await page({ sort, order: 'DESC' })).result).toEqual(ascending.toReversed());
      expect((await page({ sort, order: 'asc', limit: '3', offset: '2' })).result).toEqual(ascending.slice(2, 5));
      expect((await page({ sort, order: 'asc', gateway: 'manual', limit: '2' })).result).toEqual(ascending.slice(0, 2));
    });

    it.each(['customer', 'constructor', '__proto__', 'createdAt', 'total; DROP TABLE orders'])(
      'wire.md 3: sort=%s is refused',
      async (sort) => {
        const known = 'created_at, id, updated_at, status, subtotal, shipping_price, total, currency_code, count';
        for (const path of ['/v1/orders', '/v1/orders/search']) {
          const errors = { sort: [`sort must be one of ${known}`] };
          expect(await shop.refused('GET', path, { query: { sort } })).toEqual(errors);
        }
      },
    );

    it.each<[string, Record<string, string>, number?]>([
      ['/v1/orders', { limit: '2' }],
      ['/v1/orders', { limit: '2', total: '2.0' }, 3],
      ['/v1/orders/search', { limit: '1', total: '1', sort: 'id' }, 2],
      ['/v1/orders', { limit: '3', order: 'asc', sort: 'total', gateway: 'manual', currency_code: 'GBP' }],
      ['/v1/orders/search', { limit: '2', gateway: 'manual', strict: '1' }],
      ['/v1/orders/search', { limit: '3', gateway: 'no such & gateway=1' }],
    ])('wire.md 3: links of %s %j lead through the whole list and back', async (path, query, size = 7) => {
      const whole = (await page({ ...query, limit: '100' }, path)).result;
      expect(whole).toHaveLength(size);
      const walk = async (from: Many<OrderRecord>, direction: 'next' | 'previous'): Promise<OrderRecord[][]> => {
        const link = from.pagination.links[direction];
        if (link === false) return [from.result];
        expect(link.startsWith(`${shop.store.url}${path}?`)).toBe(true);
        const { body } = await shop.store.request<Many<OrderRecord>>('GET', link);
        return [from.result, ...(await walk(body, direction))];
      };
      const first = await page(query, path);
      expect((await walk(first, 'next')).flat()).toEqual(whole);
      const last = (await shop.store.request<Many<OrderRecord>>('GET', String(first.pagination.links.last))).body;
      expect((await walk(last, 'previous')).reverse().flat()).toEqual(whole);
      const again = await shop.store.request('GET', String(last.pagination.links.first));
      expect(again.body).toEqual(first);
    });

    it('wire.md 3: items are paged too', async () => {
      const id = orders[0]?.id ?? '';
      const items: OrderItemRecord[] = [];
      for (const sku of ['A', 'B', 'C']) items.unshift(await shop.item(id, { sku }));
      const path = `/v1/orders/${id}/items`;
      const query = { limit: '2', offset: '1' };
      const offsets = { first: 0, previous: 0, next: false, last: 2 } as const;
      expect(await shop.list(path, query)).toEqual({
        status: true,
        result: items.slice(1),
        pagination: {
          total: 3,
          current: 2,
          limit: 2,
          offset: 1,
          from: 2,
          to: 3,
          offsets,
          links: links(offsets, query, path),
        },
      });
      orders[0] = await shop.read(id);
      expect((await page({ sort: 'count', limit: '1' })).result).toEqual([orders[0]]);
      const known = 'created_at, id, updated_at, sku, title, quantity, price';
      expect(await shop.refused('GET', path, { query: { sort: 'tax_rate' } })).toEqual({
        sort: [`sort must be one of ${known}`],
      });
    });

    it.each<Record<string, string>>([{}, { sort: 'total' }, { sort: 'total', order: 'asc', gateway: 'manual' }])(
      'wire.md 3: rows made and removed between pages put none twice on a page: %j',
      async (query) => {
        const seen = async (offset: number) => (await page({ ...query, limit: '3', offset: String(offset) })).result;
        const before = await seen(3);
        clock.move(1000);
        const fresh = await shop.order({ total: '2', gateway: 'manual' });
        await shop.store.request('DELETE', `/v1/orders/${before[1]?.id}`);
        const ids = [...(await seen(0)), ...(await seen(3)), ...(await seen(6))].map(({ id }) => id);
        expect([ids.length, new Set(ids).size]).toEqual([7, 7]);
        expect([ids.includes(fresh.id), ids.includes(before[1]?.id ?? '')]).toEqual([true, false]);
        orders.splice(0, 7, ...(await page({})).result);
      },
    );
  });
});

onEachEngine('PUBLIC_URL', (engine) => {
  let shop: Shop;
  beforeAll(async () => (shop = await openShop(engine.databaseUrl, { PUBLIC_URL: 'https://shop.example/api/' })));
  afterAll(() => shop.store.close());

  it('wire.md 3: is the base of the links', async () => {
    for (const total of ['1', '2', '3']) await shop.order({ total });
    const base = 'https://shop.example/api/v1/orders?offset=';
    const { links } = (await shop.list('/v1/orders', { limit: '1', offset: '1' })).pagination;
    expect(links).toEqual({
      first: `${base}0&limit=1&order=desc&sort=created_at`,
      previous: `${base}0&limit=1&order=desc&sort=created_at`,
      next: `${base}2&limit=1&order=desc&sort=created_at`,
      last: `${base}2&limit=1&order=desc&sort=created_at`,
    });
  });
});
