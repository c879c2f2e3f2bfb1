import { DataSource } from 'typeorm';
import { type OrderRecord } from '../../src/modules/orders/order.record';
import { OrderNumbersService } from '../../src/modules/orders/order-numbers.service';
import { Transactions } from '../../src/platform/database/connection/transactions';
import { HOME, openShop, type Shop } from '../builders/shop.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

/*
 * Numbers of orders (orders-and-payments.md 36), and what finds orders by them, by names and by skus
 * (orders-and-payments.md 33).
 */

onEachEngine('order numbers', (engine) => {
  let shop: Shop;
  beforeAll(async () => (shop = await openShop(engine.databaseUrl, { ORDER_NUMBER: 'SK-{seq:6}' })));
  afterAll(() => shop.store.close());

  const found = async (q: string, more: Record<string, string> = {}) =>
    (await shop.list('/v1/orders', { q, sort: 'id', order: 'asc', ...more })).result.map(({ id }) => id);

  it('orders-and-payments.md 36: rise, are kept by the order, and find it', async () => {
    const orders = [await shop.order(), await shop.order(), await shop.order()];
    const numbers = orders.map((order) => String(order.number));
    expect(numbers.every((number) => /^SK-\d{6}$/.test(number))).toBe(true);
    expect(new Set(numbers).size).toBe(3);
    const [first] = orders;
    expect(await shop.read(String(first?.id))).toEqual(first);
    expect(await found(String(first?.number))).toEqual([first?.id]);
    expect((await shop.list('/v1/orders', { number: String(first?.number) })).result).toEqual([first]);
    const changed = await shop.change<OrderRecord>(`/v1/orders/${String(first?.id)}`, {
      number: 'MINE',
      status: 'paid',
    });
    expect(changed.number).toBe(first?.number);
  });

  it('orders-and-payments.md 36: two processes at once never make the same', async () => {
    const second: TestStore | undefined =
      engine.name === 'sqlite' ? undefined : await startStore(engine.databaseUrl, { ORDER_NUMBER: 'SK-{seq:6}' });
    const stores = [shop.store, second ?? shop.store];
    try {
      const answers = await Promise.all(
        Array.from({ length: 240 }, (_, i) =>
          (stores[i % 2] ?? shop.store).request<{ result: OrderRecord }>('POST', '/v1/orders', {
            form: shop.orderFields(),
            // Every third in the transaction of its key, which a block must not be taken in.
            headers: i % 3 === 0 ? { 'idempotency-key': `key-${i}` } : {},
          }),
        ),
      );
      expect(answers.filter(({ status }) => status !== 201)).toEqual([]);
      const numbers = answers.map(({ body }) => body.result.number);
      expect(new Set(numbers).size).toBe(240);
      expect(numbers.every((number) => /^SK-\d{6}$/.test(String(number)))).toBe(true);
    } finally {
      await second?.close();
    }
  });

  if (engine.name !== 'sqlite') {
    it('orders-and-payments.md 36: orders do not wait for the row of the sequence', async () => {
      const numbers = shop.store.app.get(OrderNumbersService);
      await shop.order();
      await numbers.settled();
      const runner = shop.store.app.get(DataSource).createQueryRunner();
      await runner.startTransaction();
      try {
        await runner.query('SELECT * FROM order_number_sequence FOR UPDATE');
        // Answered while the row is held, or the test ends by its time.
        for (let n = 0; n < 20; n += 1) expect((await shop.order()).number).toMatch(/^SK-\d{6}$/);
      } finally {
        await runner.rollbackTransaction();
        await runner.release();
      }
    });
  }

  it('orders-and-payments.md 36: a number of an order that is rolled back is a gap, and not made again', async () => {
    const numbers = shop.store.app.get(OrderNumbersService);
    // The first number of a process is drawn in the transaction of its order: it goes with it.
    await shop.order();
    await numbers.settled();
    const drawn: (string | null)[] = [];
    const failing = shop.store.app.get(Transactions).run(async (tx) => {
      drawn.push(await numbers.draw(tx));
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    const next = await shop.order();
    expect(Number(next.number?.slice(3))).toBeGreaterThan(Number(drawn[0]?.slice(3)));
  });

  it('orders-and-payments.md 33: q finds by id, e-mail, name, and sku', async () => {
    const grace = await shop.make('/v1/customers', {
      first_name: 'Grace',
      last_name: 'de Höpper',
      email: 'grace@navy.example',
    });
    const mine = await shop.order({ customer: grace.id, status: 'paid' });
    const bill_to = { first_name: 'Álan', last_name: 'Turing', address_1: '1', postcode: 'X', country: 'GB' };
    const his = await shop.order({ bill_to });
    await shop.item(his.id, { sku: 'ENIGMA-3' });
    await shop.item(mine.id, { sku: 'ENIGMA-3' });
    for (const q of [
      mine.id,
      'grace@navy.example',
      'GRACE@',
      'grace',
      'Grace  de',
      'DE HÖP',
      'de höpper grace',
      mine.number,
    ]) {
      expect([q, await found(String(q))]).toEqual([q, [mine.id]]);
    }
    for (const q of ['tur', 'álan tu', his.id]) expect([q, await found(q)]).toEqual([q, [his.id]]);
    expect(await found('ENIGMA-3')).toEqual([mine.id, his.id]);
    expect(await found('ENIGMA-3', { status: 'paid' })).toEqual([mine.id]);
    for (const q of ['enigma', 'ENIGMA', 'race', '%%', '__', 'navy', '77', "' OR 1=1 --", '\u{10FFFF}\u{10FFFF}']) {
      expect([q, await found(q)]).toEqual([q, []]);
    }
    await shop.change(`/v1/orders/${his.id}`, { bill_to: { ...bill_to, last_name: 'Mathison' } });
    expect([await found('turing'), await found('mathison')]).toEqual([[], [his.id]]);
    for (const q of ['', 'a', 'x'.repeat(256)]) {
      expect(await shop.refused('GET', '/v1/orders', { query: { q } })).toEqual({
        q: ['q must have 2 to 255 characters'],
      });
    }
    expect((await shop.list('/v1/orders/search', { q: 'a', strict: '1' })).result).toEqual([]);
  });

  it('orders-and-payments.md 33: q finds by the beginning of the title of an item, product by its id', async () => {
    const product = { sku: 'STONE', title: 'Stoneware  Mug', slug: 'stone', price: '9', tax_band: shop.band.id };
    const mug = await shop.make('/v1/products', product);
    const { id: placed } = await shop.make('/v1/carts/checkout', {
      items: JSON.stringify([{ sku: 'STONE', quantity: 1 }]),
      ...{ bill_to: HOME, ship_to: 'bill_to', gateway: 'manual' },
    });
    const stated = await shop.order();
    await shop.item(stated.id, { sku: 'OWN', title: 'Stoneware Mug XL' });
    for (const q of ['stoneware', 'STONEWARE MUG', 'st']) expect([q, await found(q)]).toEqual([q, [placed, stated.id]]);
    expect(await found('stoneware mug x')).toEqual([stated.id]);
    // Text inside a title, wildcards and what sorts behind all titles find nothing.
    for (const q of ['mug', 'oneware', 'st%', 'stoneware_mug']) expect([q, await found(q)]).toEqual([q, []]);
    await shop.item(stated.id, { sku: 'OWN', title: 'Bowl' });
    expect([await found('stoneware'), await found('bowl')]).toEqual([[placed], [stated.id]]);
    const ofProduct = async (product: string) =>
      (await shop.list<{ id: string }>('/v1/orders', { product })).result.map(({ id }) => id);
    expect([await ofProduct(mug.id), await ofProduct(stated.id), await ofProduct('mug')]).toEqual([[placed], [], []]);
  });
});

onEachEngine('orders of a store without numbers', (engine) => {
  it('orders-and-payments.md 36: have none', async () => {
    const shop = await openShop(engine.databaseUrl);
    const order = await shop.order();
    expect([order.number, (await shop.order()).number]).toEqual([null, null]);
    await shop.store.close();
  });
});
