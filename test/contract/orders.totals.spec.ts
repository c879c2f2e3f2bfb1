import { type OrderRecord } from '../../src/modules/orders/order.record';
import { type Fields, type One, openShop, type Saved, type Shop } from '../builders/shop.builder';
import { onEachEngine } from '../support/engines';

/*
 * The amounts of an order.
 *
 * | Clause                                                                                        |
 * |-----------------------------------------------------------------------------------------------|
 * | interface.md Order: totals (formatted, rounded, raw; subtotal, total, shipping_price, tax)    |
 * | interface.md Currency record: format with {price}, decimal_point, thousand_point              |
 * | wire.md 2 Money: JSON numbers, exact on the way from and to the database                      |
 * | carts.md Order items: subtotal and total stay as stated; tax is the tax of the items          |
 * | promotions.md 2, 6: half away from zero, tax rounded once a line to the currency's decimals   |
 */

type Amounts<V> = Record<'subtotal' | 'total' | 'shipping_price' | 'tax' | 'rounding', V>;

const POUND = { code: 'GBP', format: '£{price}' };
const CURRENCIES: Fields[] = [
  { code: 'JPY', title: 'Yen', format: '¥{price}' },
  { code: 'KWD', title: 'Dinar', format: '{price} KD' },
  { code: 'EUR', title: 'Euro', format: '{price} €', decimal_point: ',', thousand_point: '.' },
  { code: 'SEK', title: 'Krona', format: "kr {price} $& $1 $'", decimal_point: '$&', thousand_point: "$'" },
];

onEachEngine('the amounts of orders', (engine) => {
  let shop: Shop;
  const currencies = new Map<string, Saved>();

  const order = (code: string, form: Fields): Promise<OrderRecord> =>
    shop.order({ currency: currencies.get(code)?.id, currency_code: code, ...form });

  beforeAll(async () => {
    shop = await openShop(engine.databaseUrl);
    currencies.set(POUND.code, { ...shop.currency });
    for (const form of CURRENCIES) currencies.set(String(form['code']), await shop.make('/v1/currencies', form));
  });
  afterAll(() => shop.store.close());

  it.each<[string, string, Amounts<string>, Amounts<number>]>([
    [
      'GBP',
      '1234567.895',
      { subtotal: '£1,234,567.90', total: '£0.01', shipping_price: '£999.00', tax: '£0.00', rounding: '£0.00' },
      { subtotal: 1234567.9, total: 0.01, shipping_price: 999, tax: 0, rounding: 0 },
    ],
    [
      'JPY',
      '1234567.5',
      { subtotal: '¥1,234,568', total: '¥0', shipping_price: '¥999', tax: '¥0', rounding: '¥0' },
      { subtotal: 1234568, total: 0, shipping_price: 999, tax: 0, rounding: 0 },
    ],
    [
      'KWD',
      '1234567.8945',
      {
        subtotal: '1,234,567.895 KD',
        total: '0.005 KD',
        shipping_price: '999.000 KD',
        tax: '0.000 KD',
        rounding: '0.000 KD',
      },
      { subtotal: 1234567.895, total: 0.005, shipping_price: 999, tax: 0, rounding: 0 },
    ],
    [
      'EUR',
      '1234567.894',
      { subtotal: '1.234.567,89 €', total: '0,01 €', shipping_price: '999,00 €', tax: '0,00 €', rounding: '0,00 €' },
      { subtotal: 1234567.89, total: 0.01, shipping_price: 999, tax: 0, rounding: 0 },
    ],
  ])('interface.md Order: totals in %s of %s', async (code, subtotal, formatted, rounded) => {
    const made = await order(code, { subtotal, total: '0.005', shipping_price: '999' });
    const raw = { subtotal: Number(subtotal), total: 0.005, shipping_price: 999, tax: 0, rounding: 0 };
    expect(made.totals).toEqual({ formatted, rounded, raw });
    expect([made.subtotal, made.total, made.shipping_price]).toEqual([Number(subtotal), 0.005, 999]);
    expect((await shop.read(made.id)).totals).toEqual(made.totals);
  });

  it('interface.md Currency record: format and points are text and may hold any signs', async () => {
    const made = await order('SEK', { subtotal: '1234.5', total: '1' });
    expect(made.totals.formatted.subtotal).toBe("kr 1$'234$&50 $& $1 $'");
  });

  it.each([
    ['0', '£0.00'],
    ['0.0001', '£0.00'],
    ['0.0049', '£0.00'],
    ['999.995', '£1,000.00'],
    ['9999999999999.99', '£9,999,999,999,999.99'],
    ['99999999999.1234', '£99,999,999,999.12'],
    ['0009.9900', '£9.99'],
  ])('wire.md 2 Money: %s is kept to the last digit and shown as %s', async (amount, formatted) => {
    for (const form of [{ subtotal: amount }, { total: amount }, { shipping_price: amount }]) {
      const [name = ''] = Object.keys(form) as (keyof Amounts<string>)[];
      const made = await order('GBP', form);
      expect([made.totals.raw[name as 'total'], made.totals.formatted[name as 'total']]).toEqual([
        Number(amount),
        formatted,
      ]);
      const list = await shop.list('/v1/orders', { [name]: amount, id: made.id });
      expect(list.result).toEqual([made]);
    }
  });

  it('wire.md 2 Money: a JSON number is taken by its text', async () => {
    const form = JSON.stringify(shop.orderFields({ subtotal: '#', total: '##' }))
      .replace('"#"', '9999999999999.990')
      .replace('"##"', '0.10');
    const headers = { 'content-type': 'application/json' };
    const { body } = await shop.store.request<One<OrderRecord>>('POST', '/v1/orders', { form, headers });
    expect([body.result.totals.formatted.subtotal, body.result.total]).toEqual(['£9,999,999,999,999.99', 0.1]);
  });

  it('wire.md 1: a number with an exponent is none, in JSON either', async () => {
    const form = JSON.stringify(shop.orderFields({ subtotal: '#' })).replace('"#"', '1e3');
    const headers = { 'content-type': 'application/json' };
    const errors = { subtotal: ['subtotal must be a decimal number'] };
    expect(await shop.refused('POST', '/v1/orders', { form, headers })).toEqual(errors);
  });

  it('interface.md Order: an exchange_rate keeps ten decimals and its value', async () => {
    for (const [sent, shown] of [
      ['0.0000000001', 1e-10],
      ['1.1700', 1.17],
      ['000151.25', 151.25],
    ] as const) {
      const { id, exchange_rate } = await shop.order({ exchange_rate: sent });
      expect(exchange_rate).toBe(shown);
      expect((await shop.list('/v1/orders', { exchange_rate: sent, id })).pagination.total).toBe(1);
    }
  });

  it.each([
    ['GBP', '0.05', 1, '10', 0.01],
    ['GBP', '9.99', 3, '17.5', 5.24],
    ['GBP', '0.0001', 1, '100', 0],
    ['JPY', '105', 1, '10', 11],
    ['JPY', '104', 1, '10', 10],
    ['KWD', '1.005', 1, '10', 0.101],
    ['GBP', '9.99', 3, '0', 0],
    ['GBP', '100', 1, '0.0001', 0],
    ['GBP', '50', 1, '0.01', 0.01],
    ['GBP', '9999999999999.99', 1, '100', 9999999999999.99],
  ])('promotions.md 6: the tax in %s of %s × %i at %s %% is %d', async (code, price, quantity, tax_rate, tax) => {
    const { id } = await order(code, {});
    await shop.item(id, { price, quantity, tax_rate });
    const { totals } = await shop.read(id);
    expect([totals.raw.tax, totals.rounded.tax]).toEqual([tax, tax]);
  });

  it('carts.md Order items: the tax is summed line by line, and what was stated stays as stated', async () => {
    const { id } = await order('GBP', { subtotal: '1', total: '2', shipping_price: '3' });
    for (const sku of ['A', 'B', 'C']) await shop.item(id, { sku, price: '0.05', quantity: '1', tax_rate: '10' });
    const { totals, count } = await shop.read(id);
    expect(count).toBe(3);
    expect(totals.raw).toEqual({ subtotal: 1, total: 2, shipping_price: 3, tax: 0.03, rounding: 0 });
    expect(totals.formatted).toMatchObject({
      subtotal: '£1.00',
      total: '£2.00',
      shipping_price: '£3.00',
      tax: '£0.03',
    });
  });

  it('wire.md 2 Money: a tax that no amount can hold is refused, not lost', async () => {
    const { id } = await order('GBP', {});
    const huge = { price: '9999999999999.99', tax_rate: '100' };
    const tooMuch = { price: ['price makes a tax of more than 9999999999999.99'] };
    const refused = (more: Fields) => shop.refused('POST', `/v1/orders/${id}/items`, { form: shop.itemFields(more) });
    expect(await refused({ ...huge, quantity: '1000000' })).toEqual(tooMuch);
    expect(await refused({ ...huge, quantity: '2' })).toEqual(tooMuch);
    await shop.item(id, { ...huge, quantity: '1', sku: 'FIRST' });
    expect(await refused({ price: '0.01', tax_rate: '100', quantity: '1' })).toEqual(tooMuch);
    const { count, totals } = await shop.read(id);
    expect([count, totals.raw.tax, totals.formatted.tax]).toEqual([1, 9999999999999.99, '£9,999,999,999,999.99']);
  });
});
