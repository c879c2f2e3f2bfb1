import { ShippingMethod } from '../../src/modules/settings/data/shipping-method.entity';
import { SettingsCache } from '../../src/modules/settings/settings.cache';
import { Transactions } from '../../src/platform/database/connection/transactions';
import { insertRows } from '../../src/platform/database/rows/row-reader';
import { chosen, plainPromotion, requiredFields } from '../builders/promotion.builder';
import { type Failure } from '../builders/shop.builder';
import { onEachEngine } from '../support/engines';
import { recordedEvents } from '../support/recorded-events';
import { type Call, startStore, type TestStore } from '../support/store';

type Fields = Record<string, unknown>;
interface One {
  result: Fields & { id: string; title: string };
}
interface Many {
  result: One['result'][];
  pagination: Fields & { total: number };
}
const TEXT: unknown = expect.any(String);
const TIME: unknown = expect.stringMatching(/^[\d-]{10} [\d:]{8}$/);
const YES = chosen('1', 'Yes');

const RULES = {
  type: 'group',
  match_on: 'all',
  children: [
    { type: 'cart_attribute', match: 'value', operator: 'gt', against: '50' },
    {
      type: 'group',
      match_on: 'any',
      children: [
        { type: 'customer', match: 'orders', operator: '=', against: 0 },
        { type: 'cart', match: 'currency', operator: 'in', against: ['GBP', 'gbp'] },
      ],
    },
  ],
};
const ITEMS = {
  type: 'group',
  children: [{ type: 'cart_item', match: 'sku', operator: '=', against: 'A', match_on: 'any' }],
};

/** Shipping methods with the ids that the tests name. */
async function addShippingMethods({ app }: TestStore, ids: readonly string[]): Promise<void> {
  const ranges = { priceMin: 0n, priceMax: 0n, weightMin: '0', weightMax: '0' };
  const now = new Date(0);
  await app.get(Transactions).run(async (tx) => {
    for (const id of ids) {
      const named = { id, title: id, slug: id, company: null, description: null, status: '1' as const };
      const values = { ...named, ...ranges, price: 0n, taxBand: '1', version: 1, createdAt: now, updatedAt: now };
      await insertRows(tx, ShippingMethod, [Object.assign(new ShippingMethod(), values)]);
    }
    await app.get(SettingsCache).changed(tx);
  });
}

onEachEngine('/v1/promotions/cart', (engine) => {
  let store: TestStore;
  let group: string;

  const send = <B = One>(method: string, path: string, call?: Call) => store.request<B>(method, path, call);
  const made = async (call: Call, path = '/v1/promotions/cart'): Promise<One['result']> => {
    const { status, body } = await send<One & Failure>('POST', path, call);
    expect([status, body.errors]).toEqual([201, undefined]);
    return body.result;
  };
  const changed = async (id: string, call: Call): Promise<One['result']> => {
    const { status, body } = await send<One & Failure>('PUT', `/v1/promotions/cart/${id}`, call);
    expect([status, body.errors]).toEqual([200, undefined]);
    return body.result;
  };
  const refusal = async (method: string, path: string, call: Call = {}): Promise<Failure['errors']> => {
    const { status, body } = await send<Failure>(method, path, call);
    expect(status).toBe(422);
    return body.errors;
  };
  const found = async (query: Record<string, string>, path = '/v1/promotions/cart/search') =>
    (await send<Many>('GET', path, { query })).body.result.map(({ title }) => title);

  const every = (): Fields => ({
    title: 'Everything',
    from: '2026-02-28',
    to: '2026-12-31',
    discount_code: ' Spring-10 ',
    max_uses: 100,
    customer_uses: 2,
    budget: 500,
    customer_group: group,
    best_of: 'spring',
    audience: 'code',
    excludes: ['all'],
    status: 0,
    terminating: 1,
    persistent: 1,
    action: 'free_ship',
    priority: -5,
    amount: '0.1234',
    max_quantity: 3,
    trigger_quantity: 4,
    apply_to_shipping: 1,
    description: '<p>Free & fast</p>\n',
  });
  const everyRecord = (): Fields => ({
    ...every(),
    id: TEXT,
    order: null,
    created_at: TIME,
    updated_at: TIME,
    uses: 0,
    discounted: 0,
    budget_left: 500,
    state: 'draft',
    status: chosen('0', 'Draft'),
    terminating: YES,
    persistent: YES,
    action: chosen('free_ship', 'Free shipping'),
    amount: 0.1234,
    apply_to_shipping: YES,
    shipping_methods: ['3', '890123456789012345'],
    match_rules: RULES,
    match_items: ITEMS,
  });

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl);
    group = (await made({ form: { title: 'Trade', slug: 'trade' } }, '/v1/customers/groups')).id;
    await addShippingMethods(store, ['1', '3', '7', '890123456789012345']);
  });
  afterEach(async () => {
    const { body } = await send<Many>('GET', '/v1/promotions/cart', { query: { limit: '100' } });
    for (const { id } of body.result) await send('DELETE', `/v1/promotions/cart/${id}`);
  });
  afterAll(() => store.close());

  it('interface.md: a new store holds no promotions', async () => {
    const { status, body } = await send<Many>('GET', '/v1/promotions/cart');
    expect([status, body.result, body.pagination.total]).toEqual([200, [], 0]);
  });

  it('interface.md: is made of the required fields, with the documented defaults, and read back on both paths', async () => {
    const record = await made({ form: requiredFields('Plain') });
    expect(record).toEqual(plainPromotion('Plain'));
    for (const path of ['/v1/promotions/cart', '/v1/promotions/carts']) {
      const { status, body } = await send('GET', `${path}/${record.id}`);
      expect([status, body.result]).toEqual([200, record]);
    }
    expect(await recordedEvents(store, record.id)).toEqual([{ type: 'promotion.created', version: 1, data: record }]);
  });

  describe('wire.md 1: every field', () => {
    it.each<[string, () => Call]>([
      [
        'JSON text in the fields of a form',
        () => ({
          form: {
            ...every(),
            shipping_methods: '[3,890123456789012345]',
            match_rules: JSON.stringify(RULES),
            match_items: JSON.stringify(ITEMS),
          },
        }),
      ],
      [
        'JSON',
        () => ({
          json: {
            ...every(),
            status: false,
            terminating: true,
            shipping_methods: [3, '890123456789012345'],
            match_rules: JSON.stringify(RULES),
            match_items: ITEMS,
          },
        }),
      ],
      [
        'brackets',
        () => ({
          form: {
            ...every(),
            shipping_methods: ['3', '890123456789012345'],
            match_rules: JSON.stringify(RULES),
            match_items: ITEMS,
          },
        }),
      ],
    ])('as %s, echoed as sent', async (_, call) => {
      expect(await made(call(), '/v1/promotions/carts')).toEqual(everyRecord());
    });

    it('of a rule tree sent in brackets or as JSON says the same, its numbers as text', async () => {
      const text = JSON.parse(JSON.stringify(RULES).replace('"against":0', '"against":"0"')) as unknown;
      expect(await made({ form: { ...every(), shipping_methods: ['3'], match_rules: RULES } })).toMatchObject({
        match_rules: text,
      });
      const json = {
        ...every(),
        title: 'Everything 2',
        discount_code: null,
        audience: null,
        shipping_methods: ['3'],
        match_rules: RULES,
      };
      const record = await made({ json });
      expect(record).toMatchObject({ match_rules: text });
    });
  });

  it.each([
    ['free_ship', 'Free shipping', { shipping_methods: '["1"]' }],
    ['buy_x_get_y_free', 'Buy X and get Y free', { amount: 1, trigger_quantity: 2 }],
    ['discount_by_fixed', 'Discount items by a fixed amount', {}],
    ['discount_by_percent', 'Discount items by a percentage', { amount: 100 }],
    ['discount_to_fixed', 'Discount items to a fixed amount', {}],
    ['discount_subtotal_fixed', 'Discount the subtotal by a fixed amount', {}],
    ['discount_subtotal_percent', 'Discount the subtotal by a percentage', { amount: 0 }],
  ])('interface.md: the action %s is a Choice', async (action, label, more) => {
    const record = await made({ form: requiredFields(`Action ${action}`, { action, ...more }) });
    expect(record['action']).toEqual(chosen(action, label));
    await send('DELETE', `/v1/promotions/cart/${record.id}`);
  });

  describe('with a code', () => {
    let coded: One['result'];
    beforeEach(async () => {
      await made({ form: requiredFields('Plain') });
      coded = await made({ form: requiredFields('Coded', { discount_code: ' Straße ', max_quantity: '2.50' }) });
    });

    it('promotions.md 34: a title, and a code in its canonical form, belong to one promotion', async () => {
      expect(await refusal('POST', '/v1/promotions/cart', { form: requiredFields('Coded') })).toEqual({
        title: ['title must be unique'],
      });
      const unique = { discount_code: ['discount_code must be unique'] };
      expect(
        await refusal('POST', '/v1/promotions/cart', { form: requiredFields('Other', { discount_code: 'STRASSE' }) }),
      ).toEqual(unique);
      const other = await made({ form: requiredFields('Other', { discount_code: 'x' }) });
      const taken = { form: { discount_code: ' ｓtrasse' } };
      expect(await refusal('PUT', `/v1/promotions/cart/${other.id}`, taken)).toEqual(unique);
      const same = await changed(coded.id, { form: { discount_code: 'strasse', title: 'Coded' } });
      expect(same['discount_code']).toBe('strasse');
      await send('DELETE', `/v1/promotions/cart/${other.id}`);
    });

    it('wire.md 4: is found by each of its fields', async () => {
      const record = await made({
        form: {
          ...every(),
          title: 'Findable',
          shipping_methods: '[3, 890123456789012345]',
          match_rules: RULES,
          match_items: ITEMS,
        },
      });
      const alone: Record<string, string>[] = [
        { id: record.id },
        { title: 'Findable' },
        { from: '2026-02-28' },
        { to: '2026-12-31' },
        { discount_code: 'SPRING-10' },
        { max_uses: '100' },
        { customer_uses: '2' },
        { customer_group: group },
        { budget: '500.0' },
        { best_of: 'spring' },
        { excludes: '["all"]' },
        { status: '0' },
        { terminating: '1' },
        { persistent: 'true' },
        { action: 'free_ship' },
        { priority: '-5' },
        { amount: '0.12340' },
        { max_quantity: '3.0' },
        { trigger_quantity: '4' },
        { apply_to_shipping: '1' },
        { shipping_methods: '["3","890123456789012345"]' },
        { description: '<p>Free & fast</p>' },
        { match_items: JSON.stringify(ITEMS) },
        { status: '0', title: 'Findable' },
      ];
      for (const query of alone.slice(0, 21)) expect([query, await found(query)]).toEqual([query, ['Findable']]);
      expect(await found({ match_items: JSON.stringify(ITEMS) })).toEqual(['Findable']);
      expect(await found({ created_at: String(record['created_at']), title: 'Findable' })).toEqual(['Findable']);
      expect(await found({ status: '1', title: 'Findable' })).toEqual([]);
      expect(await found({ moon: '1' })).toEqual([]);
      expect(await found({ shipping_methods: '["3"]' })).toEqual([]);
      expect(await found({ discount_code: '', title: 'Findable' })).toEqual([]);
      expect(await found({ discount_code: '' }, '/v1/promotions/carts')).toEqual(['Plain']);
      expect(await found({ max_quantity: '2.5' })).toEqual(['Coded']);
      await send('DELETE', `/v1/promotions/cart/${record.id}`);
    });

    it('wire.md 3: lists newest first, sorts, and pages', async () => {
      expect(await found({})).toEqual(['Coded', 'Plain']);
      expect(await found({ sort: 'title', order: 'desc' })).toEqual(['Plain', 'Coded']);
      const { body } = await send<Many>('GET', '/v1/promotions/carts', { query: { limit: '1', offset: '1' } });
      expect([body.result.map(({ title }) => title), body.pagination['offsets']]).toEqual([
        ['Plain'],
        { first: 0, previous: 0, next: false, last: 1 },
      ]);
      expect(await refusal('GET', '/v1/promotions/cart', { query: { sort: 'match_rules' } })).toEqual({
        sort: [TEXT],
      });
    });
  });

  describe('PUT', () => {
    it('promotions.md, Validation: is judged on the merged record', async () => {
      const { id } = await made({ form: requiredFields('Merged', { amount: 60 }) });
      const put = (form: Fields) => refusal('PUT', `/v1/promotions/cart/${id}`, { form });
      expect(await put({ amount: 101 })).toEqual({ amount: ['amount must be a percentage from 0 to 100'] });
      expect(await put({ from: '2026-05-01' })).toEqual({
        from: ['from must not be after to'],
        to: ['to must not be before from'],
      });
      expect(await put({ action: 'free_ship' })).toEqual({ shipping_methods: ['shipping_methods is required'] });
      expect(await put({ title: '' })).toEqual({ title: ['title is required'] });
      await changed(id, { form: { action: 'discount_by_fixed', amount: 101 } });
      expect(await put({ action: 'discount_by_percent' })).toEqual({
        amount: ['amount must be a percentage from 0 to 100'],
      });
      const record = await changed(id, { json: { action: 'free_ship', shipping_methods: ['7'], to: '2026-06-30' } });
      expect(record).toEqual({
        ...plainPromotion('Merged'),
        id,
        to: '2026-06-30',
        amount: 101,
        action: chosen('free_ship', 'Free shipping'),
        shipping_methods: ['7'],
      });
      await send('DELETE', `/v1/promotions/cart/${id}`);
    });

    it('wire.md 1: what is sent empty is unset, what is left out stays', async () => {
      const { id } = await made({
        form: { ...every(), shipping_methods: ['3'], match_rules: RULES, match_items: ITEMS },
      });
      const unset = 'discount_code max_uses customer_uses customer_group best_of budget audience excludes'.split(' ');
      const more = 'priority max_quantity trigger_quantity shipping_methods description match_rules match_items'.split(
        ' ',
      );
      const empty = Object.fromEntries([...unset, ...more].map((field) => [field, '']));
      const record = await changed(id, { form: { ...empty, action: 'discount_to_fixed' } });
      expect(record).toEqual({
        ...plainPromotion('Everything'),
        id,
        from: '2026-02-28',
        to: '2026-12-31',
        state: 'draft',
        status: chosen('0', 'Draft'),
        terminating: YES,
        persistent: YES,
        apply_to_shipping: YES,
        amount: 0.1234,
        action: chosen('discount_to_fixed', 'Discount items to a fixed amount'),
      });
      const unchanged = await changed(id, { form: {} });
      expect(unchanged).toEqual(record);
      const [, second, ...rest] = await recordedEvents(store, id);
      expect([second, rest]).toEqual([{ type: 'promotion.updated', version: 2, data: record }, []]);
      await send('DELETE', `/v1/promotions/cart/${id}`);
    });

    it('wire.md 6: a stale If-Match is a conflict', async () => {
      const { id } = await made({ form: requiredFields('Tagged') });
      const headers = { 'if-match': '"stale"' };
      expect((await send('PUT', `/v1/promotions/cart/${id}`, { form: { priority: 1 }, headers })).status).toBe(409);
      expect((await send('DELETE', `/v1/promotions/cart/${id}`, { headers })).status).toBe(409);
      const { headers: answered } = await send('GET', `/v1/promotions/cart/${id}`);
      const fresh = { 'if-match': answered.get('etag') ?? '' };
      expect((await send('DELETE', `/v1/promotions/cart/${id}`, { headers: fresh })).status).toBe(200);
    });
  });

  it('interface.md: a removed promotion is gone, and says so in an event', async () => {
    const record = await made({ form: requiredFields('Gone') });
    const { status, body } = await send<Fields>('DELETE', `/v1/promotions/cart/${record.id}`);
    expect([status, body]).toEqual([200, { status: true, message: 'Promotion removed successfully' }]);
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const gone = await send<Fields>(method, `/v1/promotions/carts/${record.id}`);
      expect([gone.status, gone.body]).toEqual([404, { status: false, error: 'No promotion found' }]);
    }
    const events = await recordedEvents(store, record.id);
    expect(events.map(({ type }) => type)).toEqual(['promotion.created', 'promotion.deleted']);
  });

  it('a customer group that a promotion is for cannot be removed', async () => {
    const { id } = await made({ form: requiredFields('For the trade', { customer_group: group }) });
    const { status } = await send('DELETE', `/v1/customers/groups/${group}`);
    expect(status).toBe(422);
    await send('DELETE', `/v1/promotions/cart/${id}`);
  });
});
