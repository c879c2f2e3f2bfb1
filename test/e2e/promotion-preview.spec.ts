import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { amountNumber, parseAmount } from '../../src/kernel/money';
import { ClientsService } from '../../src/modules/access/clients.service';
import { TokensService } from '../../src/modules/access/tokens.service';
import { PromotionCounter } from '../../src/modules/promotions/data/promotion-counter.entity';
import { requiredFields } from '../builders/promotion.builder';
import { onEachEngine } from '../support/engines';
import { type Call, startStore, type TestStore } from '../support/store';

type Fields = Record<string, unknown>;
interface Preview {
  totals: Record<'pre_discount' | 'post_discount', Record<'formatted' | 'rounded' | 'raw', Fields>>;
  lines: { base: number; net: number; tax: number; charged: number; discounts: Fields[] }[];
  shipping: { base: number; net: number; tax: number; discounts: Fields[] };
  applied: { id: string; discount: number; shipping_discount: number; lines: number[] }[];
  rejected: { id: string; title: string; reason: string; message: string; detail: unknown }[];
}
interface Answer {
  result: Preview;
  error: string;
  errors: Record<string, string[]>;
}
interface PromotionCase {
  n: number;
  name: string;
  cart: Fields & {
    currency: string;
    tz?: string;
    now?: string;
    usage?: Record<string, { used?: number }>;
    discount_code?: string;
    prices_include_tax?: 1;
  };
  promotions: Fields[];
  expect: Record<'subtotal_before_discount' | 'subtotal' | 'shipping_price' | 'tax' | 'total' | 'discount', string> & {
    base: string[];
    line_net: string[];
    line_tax: string[];
    line_charged?: string[];
    discounts: Record<string, string[]>;
    shipping_discounts: Record<string, string>;
    applied: number[];
    skipped: Record<string, string>;
  };
}

const CASES = ['promotion-cases.json', 'promotion-cases-2.json'].flatMap(
  (file) => JSON.parse(readFileSync(join(__dirname, '../contract', file), 'utf8')) as PromotionCase[],
);
/** The day that cases without one are about. */
const NOON = '2026-03-01T12:00:00Z';

/** Returns the expected result of a case in the form of its preview. */
function expectedOf({ expect: expected }: PromotionCase): Fields {
  const sum = (...texts: string[]) => amountNumber(texts.reduce((total, text) => total + parseAmount(text), 0n));
  const charged = expected.line_net.map((net, i) => sum(net, expected.line_tax[i] ?? '0'));
  return {
    base: expected.base.map(Number),
    net: expected.line_net.map(Number),
    tax: expected.line_tax.map(Number),
    charged: (expected.line_charged ?? charged).map(Number),
    shipping: Number(expected.shipping_price),
    pre: Number(expected.subtotal_before_discount),
    post: {
      without_tax: Number(expected.subtotal),
      tax: sum(...expected.line_tax),
      with_tax: sum(expected.subtotal, ...expected.line_tax),
      rounding: 0,
    },
    applied: expected.applied.map((id) => ({
      id: String(id),
      lines: expected.discounts[id]?.map(Number),
      shipping_discount: Number(expected.shipping_discounts[id] ?? 0),
    })),
    rejected: expected.skipped,
  };
}

function outcomeOf({ totals, lines, shipping, applied, rejected }: Preview, isTaxIncluded: boolean): Fields {
  return {
    base: lines.map(({ base }) => base),
    net: lines.map(({ net }) => net),
    tax: lines.map(({ tax }) => tax),
    charged: lines.map((line) => line.charged),
    shipping: shipping.net,
    pre: totals.pre_discount.raw[isTaxIncluded ? 'with_tax' : 'without_tax'],
    post: totals.post_discount.raw,
    applied: applied.map((each) => ({ id: each.id, lines: each.lines, shipping_discount: each.shipping_discount })),
    rejected: Object.fromEntries(rejected.map(({ id, reason }) => [id, reason])),
  };
}

function bodyOf({ cart, promotions }: PromotionCase): Fields {
  const { items, shipping, customer, discount_code, currency, prices_include_tax, now = NOON } = cart;
  return {
    items,
    shipping,
    currency,
    promotions,
    at: now,
    ...(prices_include_tax !== undefined && { prices_include_tax }),
    ...(customer !== undefined && { customer }),
    ...(discount_code !== undefined && { discount_code }),
  };
}

onEachEngine('POST /v1/promotions/cart/preview', (engine) => {
  let store: TestStore;
  /** A store of another time zone on the same database. */
  const zones = new Map<string, TestStore>();
  let dataSource: DataSource;

  const preview = async (call: Call, at: TestStore = store): Promise<Preview> => {
    const { status, body } = await at.request<Answer>('POST', '/v1/promotions/cart/preview', call);
    expect([status, body.errors]).toEqual([200, undefined]);
    return body.result;
  };
  const refused = async (json: Fields): Promise<Answer['errors']> => {
    const { status, body } = await store.request<Answer>('POST', '/v1/promotions/carts/preview', { json });
    expect(status).toBe(422);
    return body.errors;
  };
  const made = async (path: string, form: Fields): Promise<string> => {
    const { status, body } = await store.request<{ result: { id: string } }>('POST', path, { form });
    expect(status).toBe(201);
    return body.result.id;
  };
  const items = [{ sku: 'A', price: '10', quantity: 3, tax_rate: 20 }];

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl);
    dataSource = store.app.get<DataSource>(getDataSourceToken());
    for (const { cart } of CASES) {
      if (cart.tz !== undefined) zones.set(cart.tz, await startStore(engine.databaseUrl, { STORE_TIME_ZONE: cart.tz }));
    }
    const currencies = [
      { code: 'JPY', title: 'Yen', format: '¥{price}' },
      { code: 'USD', title: 'Dollar', format: '${price}', exchange_rate: '1.65' },
      { code: 'EUR', title: 'Euro', format: '{price} €', exchange_rate: '1.25', modifier: '+1%', rounding: '99' },
      { code: 'SEK', title: 'Krona', format: '{price} kr', enabled: 0 },
    ];
    for (const form of currencies) await made('/v1/currencies', form);
  });
  afterAll(async () => {
    for (const zone of zones.values()) await zone.close();
    await store.close();
  });

  describe.each(['json', 'form'] as const)('the worked cases as %s', (type) => {
    it.each(CASES.map((each) => [each.n, each.name, each] as const))('%i %s', async (_, __, each) => {
      const { usage = {}, tz } = each.cart;
      const counters = Object.entries(usage).map(([promotionId, { used = 0 }]) => ({ promotionId, used }));
      for (const counter of counters) await dataSource.manager.insert(PromotionCounter, counter);
      const result = await preview({ [type]: bodyOf(each) }, zones.get(tz ?? '') ?? store);
      for (const counter of counters) await dataSource.manager.delete(PromotionCounter, counter);
      expect(outcomeOf(result, each.cart.prices_include_tax === 1)).toEqual(expectedOf(each));
    });
  });

  it('promotions.md, Preview: answers totals, lines, applied and rejected, whole', async () => {
    const rule = { type: 'cart_attribute', match: 'value', operator: '>', against: '50' };
    const json = {
      items: [...items, { sku: 'B', price: '5.5', quantity: 1, tax_rate: '0' }],
      shipping: { id: 's1', price: 4, tax_rate: 10 },
      promotions: [
        { id: 'half', title: 'Half off A', action: 'discount_by_percent', amount: 50, apply_to_shipping: 1,
          match_items: { type: 'group', children: [{ type: 'cart_item', match: 'sku', operator: '=', against: 'A' }] } },
        { title: 'Big carts', action: 'discount_subtotal_fixed', amount: 5, match_rules: { type: 'group', children: [rule] } },
      ],
    }; // prettier-ignore
    const formatted = (with_tax: string, without_tax: string, tax: string) =>
      ({ with_tax, without_tax, tax, rounding: '£0.00' }); // prettier-ignore
    const pre = { with_tax: 41.5, without_tax: 35.5, tax: 6, rounding: 0 };
    const post = { with_tax: 23.5, without_tax: 20.5, tax: 3, rounding: 0 };
    expect(await preview({ json })).toEqual({
      totals: {
        pre_discount: { formatted: formatted('£41.50', '£35.50', '£6.00'), rounded: pre, raw: pre },
        post_discount: { formatted: formatted('£23.50', '£20.50', '£3.00'), rounded: post, raw: post },
        ...{ formatted: formatted('£23.50', '£20.50', '£3.00'), rounded: post, raw: post },
      },
      lines: [
        { base: 30, net: 15, tax: 3, charged: 18, discounts: [{ id: 'half', amount: 15 }] },
        { base: 5.5, net: 5.5, tax: 0, charged: 5.5, discounts: [] },
      ],
      shipping: { base: 4, net: 2, tax: 0.2, charged: 2.2, discounts: [{ id: 'half', amount: 2 }] },
      total: 25.7,
      applied: [
        {
          id: 'half',
          title: 'Half off A',
          action: 'discount_by_percent',
          discount: 15,
          shipping_discount: 2,
          lines: [15, 0],
        },
      ],
      rejected: [
        {
          id: '2',
          title: 'Big carts',
          reason: 'match_rules',
          message: 'Spend over £14.50 more.',
          detail: { path: 'match_rules.children.0', ...rule, actual: '35.5', missing: '14.5' },
        },
      ],
    });
  });

  it('orders-and-payments.md 26: prices_include_tax is for items that are sent along', async () => {
    const message = 'prices_include_tax can only be sent beside items: a stored cart has the prices of the store';
    expect(await refused({ cart: 'ada', prices_include_tax: 1 })).toEqual({ prices_include_tax: [message] });
  });

  it('promotions.md 18: rules see every field of items, customer, gateway and address', async () => {
    const item = {
      price: '10',
      quantity: 1,
      id: '7',
      sku: 'S',
      product_sku: 'P',
      title: 'T',
      slug: 'sl',
      sale_price: '8',
      tax_band: 'std',
      tax_rate: '20',
      brand: 'acme',
      category: ['shoes', 'sale'],
      weight: '0.5',
    };
    const facts = {
      cart_item: { ...item, price: '10.00', line_total: '10', category: 'sale', weight: undefined },
      cart: { weight: '0.50', gateway: 'manual', 'ship_to.country': 'gb', 'ship_to.postcode': 'BA1', shipping: 's1' },
      customer: { id: '99', email: 'ada@example.com', group: '4', orders: '3', spent: '20.00', first_order: 0 },
    };
    const children = Object.entries(facts).flatMap(([type, fields]) =>
      Object.entries(fields)
        .filter(([, against]) => against !== undefined)
        .map(([match, against]) => ({ type, match, operator: '=', against })),
    );
    const promotions = children.map((child) => ({
      title: `${child.type} ${child.match}`,
      action: 'discount_by_fixed',
      amount: '0.01',
      match_rules: { type: 'group', children: [child] },
    }));
    const json = {
      items: [item],
      shipping: { id: '1', slug: 's1', price: 1 },
      gateway: 'manual',
      ship_to: { country: 'GB', postcode: 'BA1' },
      customer: { id: '99', email: 'Ada@Example.com', group: '4', orders: 3, spent: '20' },
      promotions,
    };
    expect((await preview({ json })).rejected).toEqual([]);
  });

  it('promotions.md, Preview: previews stored promotions, drafts when asked, and only those named', async () => {
    const live = await made('/v1/promotions/cart', requiredFields('Live', { to: '2026-12-31', max_uses: 5 }));
    const draft = await made('/v1/promotions/cart', requiredFields('Draft', { to: '2026-12-31', status: 0 }));
    const ids = (result: Preview) => [result.applied.map(({ id }) => id), result.rejected.map((each) => each.reason)];
    const json = { items, at: '2026-12-31 23:59:59' };
    expect(ids(await preview({ json }))).toEqual([[live], ['draft']]);
    expect(ids(await preview({ json: { ...json, include_draft: 1 } }))).toEqual([[live, draft], []]);
    expect(ids(await preview({ json: { ...json, only: [draft] } }))).toEqual([[], ['draft']]);
    expect(ids(await preview({ form: { ...json, only: draft, include_draft: 1 } }))).toEqual([[draft], []]);
    expect(ids(await preview({ json: { ...json, at: '2027-01-01' } }))).toEqual([[], ['expired', 'draft']]);
    const uses = await dataSource.query<{ n: number | string }[]>('SELECT COUNT(*) AS n FROM promotion_counters');
    expect(Number(uses[0]?.n)).toBe(0);
    for (const id of [live, draft]) await store.request('DELETE', `/v1/promotions/cart/${id}`);
  });

  it('promotions.md 33: a customer of the store brings the group along', async () => {
    const group = await made('/v1/customers/groups', { title: 'Trade', slug: 'trade' });
    const ada = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com', group };
    const customer = { id: await made('/v1/customers', ada) };
    const promotions = [{ action: 'discount_by_percent', amount: 10, customer_group: group }];
    expect((await preview({ json: { items, customer, promotions } })).applied).toHaveLength(1);
    expect((await preview({ json: { items, promotions } })).rejected).toEqual([
      {
        id: '1',
        title: '',
        reason: 'customer_group',
        message: 'Only for the group Trade.',
        detail: { customer_group: group, actual: null, titles: { [group]: 'Trade' } },
      },
    ]);
  });

  it('carts.md 4: prices in a currency by its rate, then its modifier, then its rounding', async () => {
    const { lines, totals } = await preview({ json: { items, currency: 'eur', promotions: [] } });
    // 10 × 1.25 × 1.01 = 12.625, up to 12.99 each.
    expect(lines).toEqual([{ base: 38.97, net: 38.97, tax: 7.79, charged: 46.76, discounts: [] }]);
    expect(totals.post_discount.formatted).toEqual({
      with_tax: '46.76 €',
      without_tax: '38.97 €',
      tax: '7.79 €',
      rounding: '0.00 €',
    });
  });

  it('wire.md 1: takes its parts as JSON text in a form', async () => {
    const promotions = JSON.stringify([{ action: 'free_ship', shipping_methods: ['s1'] }]);
    const form = { items: JSON.stringify(items), shipping: '{"id":"s1","price":4.5}', promotions };
    expect((await preview({ form })).applied.map((each) => each.shipping_discount)).toEqual([4.5]);
  });

  it('takes an empty list of items for an empty cart', async () => {
    expect((await preview({ json: { items: [], promotions: [] } })).lines).toEqual([]);
  });

  it.each<[string, Fields, Record<string, string>]>([
    ['no cart', {}, { items: 'items is required unless cart is sent' }],
    ['two carts', { cart: 'c1', items }, { items: 'items must not be sent together with cart' }],
    ['an unknown cart', { cart: 'c1' }, { cart: 'cart does not exist' }],
    ['an unknown currency', { items, currency: 'XXX' }, { currency: 'currency does not exist or is not enabled' }],
    ['a disabled currency', { items, currency: 'SEK' }, { currency: 'currency does not exist or is not enabled' }],
    ['items that are none', { items: ['A'] }, { 'items.0': 'items.0 must be an object' }],
    ['items that are no list', { items: 'A' }, { items: 'items must be a JSON array' }],
    [
      'faults of items, by path',
      { items: [...items, { price: -1, quantity: 0, tax_rate: 101 }] },
      {
        'items.1.price': 'items.1.price must be 0 or more',
        'items.1.quantity': 'items.1.quantity must be 1 or more',
        'items.1.tax_rate': 'items.1.tax_rate must be at most 100',
      },
    ],
    [
      'shipping without a price and a known method',
      { items, shipping: { id: 's1' } },
      { 'shipping.price': 'shipping.price is required unless id or slug names a shipping method' },
    ],
    [
      'a day that is none',
      { items, at: '2026-02-31' },
      { at: 'at must be a time such as 2026-03-31 21:59:59 or 2026-03-31T21:59:59+02:00' },
    ],
    [
      'an hour that is none',
      { items, at: 'noon' },
      { at: 'at must be a time such as 2026-03-31 21:59:59 or 2026-03-31T21:59:59+02:00' },
    ],
    [
      'faults of inline promotions, by path',
      { items, promotions: [{ action: 'free_ship' }, { id: '1', amount: -1, action: 'discount_by_fixed' }] },
      {
        'promotions.0.shipping_methods': 'promotions.0.shipping_methods is required',
        'promotions.1.id': 'promotions.1.id must be unique',
        'promotions.1.amount': 'promotions.1.amount must be 0 or more',
      },
    ],
  ])('promotions.md, Validation: refuses %s', async (_, json, messages) => {
    const expected = Object.entries(messages).map(([path, message]) => [path, [message]]);
    expect(await refused(json)).toEqual(Object.fromEntries(expected));
  });

  it('promotions.md, Preview: needs promotions:read only, and leaves no event', async () => {
    const events = async () => dataSource.query<unknown[]>('SELECT id FROM events');
    const before = await events();
    const token = async (scope: 'promotions:read' | 'orders:read') => {
      const { clientId, clientSecret } = await store.app.get(ClientsService).create('previewer', [scope]);
      return (await store.app.get(TokensService).issue(clientId, clientSecret, undefined)).accessToken;
    };
    const json = { items };
    expect((await preview({ json, token: await token('promotions:read') })).applied).toEqual([]);
    const call = { json, token: await token('orders:read') };
    expect((await store.request('POST', '/v1/promotions/cart/preview', call)).status).toBe(403);
    expect(await events()).toEqual(before);
  });

  it('promotions.md, Preview: prices a stored cart as if inline promotions were live', async () => {
    await store.request('POST', '/v1/carts/known', { json: { name: 'Tea', price: '10', quantity: 1 } });
    const promotions = ['A', 'B'].map((code) => ({ action: 'discount_by_percent', amount: 10, discount_code: code }));
    const applied = async (json: Fields) => (await preview({ json })).applied.map(({ id }) => id);
    expect(await applied({ cart: 'known', promotions })).toEqual([]);
    expect(await applied({ cart: 'known', promotions, discount_code: 'b' })).toEqual(['2']);
    expect(await refused({ cart: 'other' })).toEqual({ cart: ['cart does not exist'] });
  });
});
