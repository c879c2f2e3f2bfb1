import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { Currency } from '../../src/modules/settings/data/currency.entity';
import { rowLock } from '../../src/platform/database/connection/dialect';
import { Transactions } from '../../src/platform/database/connection/transactions';
import { type CartResult, type Fields, Shop } from '../builders/cart-shop.builder';
import { Gate } from '../support/database';
import { onEachEngine } from '../support/engines';
import { recordedEvents } from '../support/recorded-events';
import { startStore, type TestStore } from '../support/store';

onEachEngine('rules of currencies', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let pound: string;
  let count = 0;
  const unused = ['AUD', 'CAD', 'CHF', 'CZK', 'DKK', 'NOK', 'PLN', 'RON', 'SEK', 'ZAR', 'NZD', 'HUF', 'MXN', 'SGD'];

  const currency = (more: Fields = {}) =>
    shop.send('POST', '/v1/currencies', { form: { code: unused[count++], title: 'C', format: '{price}', ...more } });
  const change = (id: string, form: Fields) => shop.send('PUT', `/v1/currencies/${id}`, { form });
  const made = async (more: Fields): Promise<string> => (await currency(more)).body.result.id;
  const read = async (id: string) => (await shop.send<Fields>('GET', `/v1/currencies/${id}`)).body.result;
  const refused = async (answer: ReturnType<typeof change>): Promise<Record<string, string[]>> => {
    const { status, body } = await answer;
    expect(status).toBe(422);
    return body.errors;
  };
  const lineIn = async (code: string, product: string, quantity: number) => {
    const headers = { 'x-currency': code };
    const cart = await shop.cart(product, quantity);
    const { result } = (await shop.send<CartResult>('GET', `/v1/carts/${cart}`, { headers })).body;
    const [line] = Object.values(result.contents);
    return { cart, price: line?.price, total: result.totals.post_discount.raw['with_tax'] };
  };

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
    const { body } = await shop.send<Fields[]>('GET', '/v1/currencies');
    pound = String(body.result[0]?.['id']);
    await shop.made('/v1/currencies', { code: 'JPY', title: 'Yen', format: '¥{price}', exchange_rate: '150.5' });
  });
  /** Each test begins with nothing that has a price: there are no orders either. */
  afterEach(async () => {
    for (const path of ['/v1/products', '/v1/promotions/cart', '/v1/shipping']) {
      const { body } = await shop.send<{ id: string }[]>('GET', path);
      for (const { id } of body.result) await shop.send('DELETE', `${path}/${id}`);
    }
  });
  afterAll(() => store.close());

  /** Resolves once somebody waits for a row of the currencies; on SQLite, where transactions take turns, at once. */
  async function someoneWaits(): Promise<void> {
    if (engine.name === 'sqlite') return;
    const table = `\`${new URL(engine.databaseUrl).pathname.slice(1)}\`.\`currencies\``;
    const isWaiting = (report: string): boolean =>
      report.split('\n').some((line) => line.includes(table) && line.endsWith('waiting'));
    // The tables of locks are no use here: they are renewed for those alone who ask less often than ten times a second.
    while (
      !isWaiting(
        (
          await store.app.get<DataSource>(getDataSourceToken()).query<[{ Status: string }]>('SHOW ENGINE INNODB STATUS')
        )[0].Status,
      )
    );
  }

  it('orders-and-payments.md 27: a change of the default and its move to another currency at once lose nothing of either', async () => {
    const [changed, gate] = [new Gate(), new Gate()];
    const { manager } = store.app.get<DataSource>(getDataSourceToken());
    const euro = await made({});
    const before = await read(pound);
    const titled = store.app.get(Transactions).run(async (tx) => {
      const row = await tx.findOneOrFail(Currency, { where: { id: pound }, lock: rowLock(tx) });
      row.title = 'Sterling';
      await tx.save(row);
      changed.open();
      await gate.passed;
    });
    await changed.passed;
    const moved = change(euro, { default: 1 });
    await someoneWaits();
    gate.open();
    await titled;
    expect((await moved).body).toMatchObject({ result: { id: euro, default: true } });
    const after = await read(pound);
    expect(after).toEqual({
      ...before,
      title: 'Sterling',
      default: false,
      enabled: false,
      updated_at: after['updated_at'],
    });
    const events = (await recordedEvents(store, pound)).slice(-2);
    expect(events.map(({ data }) => [(data as Fields)['title'], (data as Fields)['default']])).toEqual([
      ['Sterling', true],
      ['Sterling', false],
    ]);
    expect(events.at(-1)?.data).toEqual(after);
    expect(await manager.countBy(Currency, { defaultMark: 1 })).toBe(1);
    await change(pound, { default: 1 });
    await change(euro, { enabled: 1 });
  });

  it('orders-and-payments.md 27: the default currency has rate 1, no modifier and no rounding', async () => {
    const before = (await recordedEvents(store, pound)).length;
    expect(await refused(change(pound, { exchange_rate: '1.5', modifier: '+1%', rounding: '99' }))).toEqual({
      exchange_rate: ['exchange_rate must be 1 for the default currency'],
      modifier: ['modifier must be +0 for the default currency'],
      rounding: ['rounding must be empty for the default currency'],
    });
    expect((await recordedEvents(store, pound)).length).toBe(before);
    const odd = await made({ exchange_rate: '2', modifier: '+1', rounding: 'full' });
    expect(Object.keys(await refused(change(odd, { default: 1 })))).toEqual(['exchange_rate', 'modifier', 'rounding']);
    expect(Object.keys(await refused(currency({ default: 1, modifier: '*3' })))).toEqual(['modifier']);
    for (const form of [{ rounding_mode: 'half_even' }, { modifier: '-0%' }, { modifier: '*1' }, { modifier: '' }]) {
      expect((await change(pound, form)).status).toBe(200);
    }
  });

  it('orders-and-payments.md 27: a default from before the rule stays usable, and is judged by what changes', async () => {
    const { manager } = store.app.get<DataSource>(getDataSourceToken());
    await manager.query("UPDATE currencies SET exchange_rate = '2', decimal_point = ',' WHERE id = ?", [pound]);
    expect((await change(pound, { title: 'Sterling' })).status).toBe(200);
    expect(Object.keys(await refused(change(pound, { modifier: '+1' })))).toEqual(['modifier']);
    expect((await change(pound, { exchange_rate: '1', decimal_point: '.' })).status).toBe(200);
  });

  it('orders-and-payments.md 27: decimal_point and thousand_point differ', async () => {
    const fault = { decimal_point: ['decimal_point must differ from thousand_point'] };
    expect(await refused(currency({ decimal_point: ',' }))).toEqual(fault);
    expect(await refused(change(pound, { thousand_point: '.' }))).toEqual(fault);
    expect(await refused(currency({ decimal_point: ' ', thousand_point: ' ' }))).toEqual(fault);
  });

  it.each([
    ['a blank', ' '],
    ['one that does not break', '\u00a0'],
    ['a narrow one', '\u202f'],
    ['blanks around it', ' . '],
  ])('orders-and-payments.md 27: a separator is kept as sent: %s', async (_, separator) => {
    for (const field of ['thousand_point', 'decimal_point']) {
      for (const call of [{ form: { [field]: separator } }, { json: { [field]: separator } }]) {
        const { status, body } = await shop.send<Fields>('PUT', `/v1/currencies/${pound}`, call);
        expect([status, body.result[field]]).toEqual([200, separator]);
        const reset = await shop.send<Fields>('PUT', `/v1/currencies/${pound}`, { form: { [field]: '' } });
        expect(reset.body.result[field]).toBe(field === 'decimal_point' ? '.' : ',');
      }
    }
    await change(pound, { thousand_point: separator });
    const shown = (await shop.product({ price: '1234.5' }))['pricing'] as { formatted: Fields };
    await change(pound, { thousand_point: '' });
    expect(shown.formatted['with_tax']).toBe(`£1${separator}234.50`);
  });

  it.each(['\n', 'a\tb', '123456789'])('orders-and-payments.md 27: a separator cannot be %j', async (separator) => {
    const message = separator.length > 8 ? 'must be at most 8 characters' : 'must be a single line';
    const { status, body } = await shop.send('PUT', `/v1/currencies/${pound}`, { json: { thousand_point: separator } });
    expect([status, body.errors]).toEqual([422, { thousand_point: [`thousand_point ${message}`] }]);
  });

  it('orders-and-payments.md 27: ++0 of v1 stores is +0', async () => {
    const odd = await made({ modifier: '++0' });
    expect((await shop.send<Fields>('GET', `/v1/currencies/${odd}`)).body.result['modifier']).toBe('+0');
    expect(await refused(change(odd, { modifier: '+++0' }))).toEqual({
      modifier: ['modifier must be a signed number, one with %, or * and a factor'],
    });
    expect((await currency({ decimal_point: ',', thousand_point: '.' })).status).toBe(201);
  });

  it('orders-and-payments.md 27: no modifier makes a price negative', async () => {
    expect(await refused(currency({ modifier: '-100.5%' }))).toEqual({
      modifier: ['modifier must not make a price negative'],
    });
    const id = await made({ exchange_rate: '2', modifier: '-100%' });
    const method = await shop.shipping({ price: '1.25' });
    const fault = { modifier: ['modifier must not make a price negative: the lowest price is 1.25'] };
    expect(await refused(change(id, { modifier: '-2.5001' }))).toEqual(fault);
    expect((await change(id, { modifier: '-2.5' })).status).toBe(200);
    expect(await refused(change(id, { exchange_rate: '1.9' }))).toEqual(fault);
    await shop.send('DELETE', `/v1/shipping/${method.id}`);
    const product = await shop.product({ price: '5', sale_price: '0.75' });
    expect(Object.keys(await refused(change(id, { exchange_rate: '1.9' })))).toEqual(['modifier']);
    expect((await change(id, { modifier: '-0.75', exchange_rate: '1' })).status).toBe(200);
    await shop.send('DELETE', `/v1/products/${product.id}`);
  });

  it('orders-and-payments.md 27: the default moves only while nothing is priced', async () => {
    const other = await made({});
    const refusal = (nouns: string) => ({
      default: [`default can move to another currency only while there are none of these: ${nouns}`],
    });
    const product = await shop.product();
    expect(await refused(change(other, { default: 1 }))).toEqual(refusal('products'));
    expect(await refused(currency({ default: 1 }))).toEqual(refusal('products'));
    const promotion = await shop.promotion();
    const method = await shop.shipping();
    const all = await refused(change(other, { default: 1 }));
    expect(all['default']?.[0]?.split(': ')[1]?.split(', ').sort()).toEqual([
      'products',
      'promotions',
      'shipping methods with a price',
    ]);
    await shop.send('DELETE', `/v1/products/${product.id}`);
    await shop.send('DELETE', `/v1/promotions/cart/${promotion.id}`);
    await shop.send('PUT', `/v1/shipping/${method.id}`, { form: { price: '0' } });
    expect((await change(other, { default: 1 })).status).toBe(200);
    expect((await change(pound, { default: 1 })).status).toBe(200);
  });

  it('orders-and-payments.md 27: a move of the default turns the previous one off until it has a rate', async () => {
    const known = (await shop.send<Fields[]>('GET', '/v1/currencies')).body.result;
    const yen = known.find(({ code }) => code === 'JPY');
    const before = await read(pound);
    const other = await made({});
    for (const move of [change(other, { default: 1, enabled: 0 }), currency({ default: 1, enabled: 0 })]) {
      expect(await refused(move)).toEqual({ default: ['default currency must be enabled'] });
    }
    expect(await read(pound)).toEqual(before);
    expect((await change(other, { default: 1 })).status).toBe(200);
    const moved = { ...before, default: false, enabled: false };
    const off = await read(pound);
    expect(off).toEqual({ ...moved, updated_at: off['updated_at'] });
    expect((await recordedEvents(store, pound)).at(-1)?.data).toEqual(off);
    const headers = { 'x-currency': String(before['code']) };
    expect((await shop.send('GET', '/v1/products', { headers })).status).toBe(422);
    expect(await read(String(yen?.['id']))).toEqual(yen);
    expect((await change(pound, { exchange_rate: '0.85', enabled: 1 })).status).toBe(200);
    const on = await read(pound);
    expect(on).toEqual({ ...moved, enabled: true, exchange_rate: 0.85, updated_at: on['updated_at'] });
    // Back again: the default is on, also one that a move turned off.
    const third = await made({ default: 1 });
    expect(await read(other)).toMatchObject({ default: false, enabled: false });
    expect((await change(pound, { exchange_rate: 1, default: 1 })).status).toBe(200);
    expect((await change(other, { default: 1 })).status).toBe(200);
    expect(await read(other)).toMatchObject({ default: true, enabled: true });
    expect((await change(pound, { default: 1 })).status).toBe(200);
    expect([await read(other), await read(third)].map(({ enabled }) => enabled)).toEqual([false, false]);
  });

  it('orders-and-payments.md 27: *3 is a modifier', async () => {
    const { id } = await shop.made('/v1/currencies', { code: 'USD', title: 'D', format: '{price}', modifier: '*3' });
    const product = await shop.product({ price: '1.5' });
    expect(await lineIn('USD', product.id, 2)).toMatchObject({ price: 4.5, total: 9 });
    for (const modifier of ['*-1', '**2', '*', '*3%', '3*']) {
      expect(Object.keys(await refused(change(id, { modifier })))).toEqual(['modifier']);
    }
  });

  it('orders-and-payments.md 28: items sent to the preview are rounded once a line, prices of the default currency stay exact', async () => {
    const json = { items: [{ sku: 'A', price: '9.99', quantity: 3 }], currency: 'JPY' };
    const preview = await shop.send<{ lines: Fields[] }>('POST', '/v1/promotions/cart/preview', { json });
    expect(preview.body.result.lines).toMatchObject([{ base: 4510 }]);
    const fine = await shop.product({ price: '0.0125' });
    expect(await lineIn('GBP', fine.id, 4)).toMatchObject({ price: 0.0125, total: 0.05 });
  });
});
