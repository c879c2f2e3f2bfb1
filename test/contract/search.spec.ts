import { request as httpRequest } from 'node:http';
import { Clock } from '../../src/kernel/clock';
import { type OrderItemRecord } from '../../src/modules/orders/order-item.record';
import { type OrderRecord } from '../../src/modules/orders/order.record';
import { ADA, type Fields, HOME, type Many, openShop, type Saved, type Shop } from '../builders/shop.builder';
import { onEachEngine } from '../support/engines';
import { MovedClock } from '../support/moved.clock';
import { TEST_TOKEN } from '../support/store';

/*
 * Finding orders and order items.
 *
 * | Clause                                                                                         |
 * |------------------------------------------------------------------------------------------------|
 * | interface.md Orders rule 1: exact match on each field; without a match, all orders             |
 * | interface.md Orders: search answers an array even for a single match                           |
 * | wire.md 1: a GET may carry its filters as a form body, the query wins                          |
 * | wire.md 4: by key, id, e-mail, value; strict=1; find is strict; unknown field does not match   |
 */

onEachEngine('finding orders', (engine) => {
  let shop: Shop;
  const clock = new MovedClock('2026-03-01T12:00:00.250Z');
  /** Records that the target refers to. */
  let ada: Saved;
  let van: Saved;
  let home: Saved;
  let work: Saved;
  let yen: Saved;
  let target: OrderRecord;
  let others: OrderRecord[];

  const ids = async (path: string, query: Record<string, string>) =>
    (await shop.list(path, query)).result.map(({ id }) => id);
  const all = () => [...others.map(({ id }) => id), target.id];

  beforeAll(async () => {
    shop = await openShop(engine.databaseUrl);
    jest.spyOn(shop.store.app.get(Clock), 'now').mockImplementation(() => clock.now());
    const band = shop.band.id;
    ada = await shop.make('/v1/customers', { ...ADA, email: 'ada@example.com' });
    van = await shop.make('/v1/shipping', { title: 'Van', slug: 'van', price: '1', tax_band: band, status: '1' });
    home = await shop.make(`/v1/customers/${ada.id}/addresses`, HOME);
    work = await shop.make(`/v1/customers/${ada.id}/addresses`, HOME);
    yen = await shop.make('/v1/currencies', { code: 'JPY', title: 'Yen', format: '¥{price}' });
    const made = await shop.order({
      ...{ customer: ada.id, gateway: 'dummy', shipping: van.id, bill_to: home.id, ship_to: work.id },
      ...{ status: 'partial_refund', subtotal: '10', shipping_price: '1.5', total: '11.5' },
      ...{ currency: yen.id, currency_code: 'JPY', exchange_rate: '151.25' },
    });
    clock.move(700);
    await shop.item(made.id);
    target = await shop.read(made.id);
    clock.move(1000);
    others = [await shop.order({ gateway: 'manual' }), await shop.order({ shipping_price: '2' })].reverse();
  });
  afterAll(() => shop.store.close());

  const MATCHES: [string, () => string[], () => string[]][] = [
    ['id', () => [target.id], () => ['1', 'abc', `0${target.id}`, `${target.id}0`]],
    ['status', () => ['partial_refund', ' partial_refund '], () => ['Partial Refund', 'PARTIAL_REFUND', 'lost']],
    ['subtotal', () => ['10', '10.0', '10.00', '+010.0000'], () => ['10.01', '-10', '1e1', 'ten', '10.000001']],
    ['shipping_price', () => ['1.5', '1.50'], () => ['1.49', '15', '1.5.0']],
    ['total', () => ['11.5', '11.5000'], () => ['11', '99999999999999999999']],
    ['currency', () => [yen.id], () => ['JPY', '77']],
    ['currency_code', () => ['JPY'], () => ['jpy', 'EUR']],
    ['exchange_rate', () => ['151.25', '151.2500', '+0151.25'], () => ['151.2', '151']],
    ['customer', () => [ada.id, 'ada@example.com', 'ADA@example.com'], () => ['77', 'Ada', 'nobody@example.com']],
    ['gateway', () => ['dummy'], () => ['Dummy', 'dumm', 'paypal']],
    ['shipping', () => [van.id], () => ['van', '77']],
    ['bill_to', () => [home.id], () => [work.id, 'Bath']],
    ['ship_to', () => [work.id], () => [home.id, 'bill_to']],
    ['count', () => ['1', '+1'], () => ['2', '1.5', 'one', '99999999999']],
    ['created_at', () => ['2026-03-01 12:00:00'], () => ['2026-03-01', '2026-03-01 12:00:04', '2026-02-30 12:00:00']],
    ['updated_at', () => [target.updated_at], () => ['2026-03-01T12:00:00', '12:00:00', 'now']],
  ];

  it('the time of the target is in the second that is searched', () => {
    expect([target.created_at, target.updated_at]).toEqual(['2026-03-01 12:00:00', '2026-03-01 12:00:00']);
    expect(others[1]?.created_at).toBe('2026-03-01 12:00:01');
  });

  it.each(MATCHES)('wire.md 4: %s is matched exactly, by find and by search', async (field, right) => {
    for (const value of right()) {
      for (const path of ['/v1/orders', '/v1/orders/search']) {
        expect([value, await ids(path, { [field]: value })]).toEqual([value, [target.id]]);
      }
    }
  });

  it.each(MATCHES)(
    'interface.md Orders rule 1: %s that matches nothing: search answers all, strict or find none',
    async (field, _, wrong) => {
      for (const value of wrong()) {
        const query = { [field]: value };
        const found = [
          await ids('/v1/orders/search', query),
          await ids('/v1/orders/search', { ...query, strict: '0' }),
          await ids('/v1/orders/search', { ...query, strict: '1' }),
          await ids('/v1/orders/search', { ...query, strict: 'true' }),
          await ids('/v1/orders', query),
        ];
        expect([value, found]).toEqual([value, [all(), all(), [], [], []]]);
      }
    },
  );

  it('interface.md Orders rule 1: several fields narrow by all of them', async () => {
    const both = { status: 'partial_refund', gateway: 'dummy', total: '11.50' };
    expect(await ids('/v1/orders/search', both)).toEqual([target.id]);
    expect(await ids('/v1/orders/search', { ...both, gateway: 'manual' })).toEqual(all());
    expect(await ids('/v1/orders/search', { ...both, gateway: 'manual', strict: '1' })).toEqual([]);
    expect(await ids('/v1/orders', { status: 'unpaid', shipping_price: '2.0' })).toEqual([others[0]?.id]);
  });

  it('interface.md Orders: search answers an array with the records and their page, even of a single match', async () => {
    const found = await shop.list('/v1/orders/search', { id: target.id });
    expect(found.result).toEqual([target]);
    expect(found.pagination).toMatchObject({ total: 1, current: 1, from: 1, to: 1, offset: 0, limit: 100 });
    const everything = await shop.list('/v1/orders/search', { id: '1', limit: '2', offset: '1' });
    expect(everything.result.map(({ id }) => id)).toEqual(all().slice(1));
    expect(everything.pagination).toMatchObject({ total: 3, current: 2, from: 2, to: 3 });
  });

  it('interface.md Orders: search without a field answers all, strict too', async () => {
    expect(await ids('/v1/orders/search', {})).toEqual(all());
    expect(await ids('/v1/orders/search', { strict: '1' })).toEqual(all());
  });

  it('wire.md 4: a search past its last match is an empty page, not all orders', async () => {
    const past = await shop.list('/v1/orders/search', { id: target.id, offset: '5' });
    expect([past.result, past.pagination.total]).toEqual([[], 1]);
  });

  it.each(['colour', 'Status', 'customerId', 'totals', 'totals[raw][tax]', 'toString', 'items'])(
    'wire.md 4: %s is no field to filter by, and so does not match',
    async (field) => {
      const query = { [field]: 'x', status: 'partial_refund' };
      expect(await ids('/v1/orders/search', query)).toEqual(all());
      expect(await ids('/v1/orders/search', { ...query, strict: '1' })).toEqual([]);
    },
  );

  it('storefront.md 14: a field in brackets with a name does not match; of one sent twice each value counts', async () => {
    const found = async (query: string) => (await shop.list(`/v1/orders?${query}`)).result.map(({ id }) => id);
    const searched = async (query: string) =>
      (await shop.list(`/v1/orders/search?strict=1&${query}`)).result.map(({ id }) => id);
    expect(await searched('status[key]=partial_refund')).toEqual([]);
    expect(await searched('status[]=partial_refund')).toEqual([target.id]);
    const paid = await found('status=paid');
    expect(paid).not.toContain(target.id);
    for (const both of ['status=paid&status=partial_refund', 'status=partial_refund&status=paid']) {
      expect((await found(both)).sort()).toEqual([...paid, target.id].sort());
    }
  });

  it.each(['customer', 'gateway', 'shipping', 'bill_to', 'ship_to'])(
    'wire.md 4: an empty %s finds the orders that have none',
    async (field) => {
      const unset = others.filter((order) => (order as unknown as Fields)[field] === null).map(({ id }) => id);
      expect(unset.length).toBeGreaterThan(0);
      expect(await ids('/v1/orders', { [field]: '' })).toEqual(unset);
    },
  );

  describe('wire.md 1: a GET with a form body', () => {
    /** fetch() sends no body with a GET; the v1 clients do. */
    const get = (path: string, body: string, type = 'application/x-www-form-urlencoded'): Promise<Many<OrderRecord>> =>
      new Promise((resolve, reject) => {
        const headers = {
          ...{ authorization: `Bearer ${TEST_TOKEN}`, 'content-type': type },
          'content-length': Buffer.byteLength(body),
        };
        const call = httpRequest(new URL(path, shop.store.url), { method: 'GET', headers }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString()) as Many<OrderRecord>));
        });
        call.on('error', reject);
        call.end(body);
      });

    it.each(['/v1/orders', '/v1/orders/search'])('filters %s, and pages it', async (path) => {
      const found = await get(path, 'status=partial_refund&customer=ada%40example.com');
      expect(found.result).toEqual([target]);
      const paged = await get(path, 'limit=1&offset=1&sort=id&order=asc');
      expect(paged.result).toEqual([others[1]]);
      expect(paged.pagination.links.next).toBe(`${shop.store.url}${path}?offset=2&limit=1&order=asc&sort=id`);
      expect((await get(path, '{"subtotal": 10.0}', 'application/json')).result).toEqual([target]);
    });

    it('and a query that names the same field: the query wins', async () => {
      expect((await get('/v1/orders?status=partial_refund', 'status=unpaid')).result).toEqual([target]);
      expect((await get('/v1/orders?gateway=manual', 'status=unpaid')).result).toEqual([others[1]]);
      expect((await get('/v1/orders?status=partial_refund', 'gateway=manual')).result).toEqual([]);
    });
  });

  describe('order items', () => {
    const line = { quantity: '3', tax_rate: '17.50', price: '2.50', title: 'Green tea', sku: 'GREEN' };
    const made: string[] = [];
    let item: OrderItemRecord;
    let path: string;
    beforeAll(async () => {
      const { id } = await shop.order();
      made.push(id);
      path = `/v1/orders/${id}/items`;
      const tea = { sku: 'GREEN', title: 'Tea', slug: 'green', price: '1', tax_band: shop.band.id };
      const product = (await shop.make('/v1/products', tea)).id;
      const band = (await shop.make('/v1/taxes', { title: 'Reduced', rate: '5' })).id;
      item = await shop.item(id, { ...line, product, tax_band: band });
      clock.move(5000);
      await shop.item(id, { sku: 'OTHER' });
      const elsewhere = await shop.order();
      made.push(elsewhere.id);
      await shop.item(elsewhere.id, { ...line, product, tax_band: band });
    });

    // Orders without a filter are those of the blocks around.
    afterAll(async () => {
      for (const id of made) await shop.store.request('DELETE', `/v1/orders/${id}`);
    });

    it.each<[string, () => string]>([
      ['id', () => item.id],
      ['sku', () => 'GREEN'],
      ['title', () => 'Green tea'],
      ['quantity', () => '3'],
      ['tax_rate', () => '17.5'],
      ['tax_rate', () => '17.500'],
      ['price', () => '2.5'],
      ['product', () => String((item.product?.data as Saved).id)],
      ['tax_band', () => String((item.tax_band?.data as Saved).id)],
      ['created_at', () => item.created_at],
      ['updated_at', () => item.updated_at],
    ])('wire.md 4: are found by %s within their order', async (field, value) => {
      const found = await shop.list<OrderItemRecord>(path, { [field]: value() });
      expect([found.result, found.pagination.total]).toEqual([[item], 1]);
    });

    it('wire.md 4: no match is an empty list', async () => {
      for (const query of [{ sku: 'green' }, { price: '2.51' }] as Record<string, string>[]) {
        expect((await shop.list(path, query)).result).toEqual([]);
      }
      expect((await shop.list<OrderItemRecord>(path, { product: '' })).result.map(({ sku }) => sku)).toEqual(['OTHER']);
    });
  });
});
