import { DataSource } from 'typeorm';
import { JobRunner } from '../../src/platform/jobs/job-runner';
import { type CartResult, type Fields, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { recordedEvents } from '../support/recorded-events';
import { startStore, type TestStore } from '../support/store';

const PATH = '/v1/promotions/cart';
type Told = { applied: Fields[]; rejected: Fields[] };

onEachEngine('who gets a promotion, and beside which others', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let product: string;

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' }, true);
    shop = await Shop.open(store);
    ({ id: product } = await shop.product({ price: 100 }));
  });
  afterEach(async () => {
    const { body } = await shop.send<Fields[]>('GET', PATH);
    for (const { id } of body.result) await shop.send('DELETE', `${PATH}/${String(id)}`);
  });
  afterAll(() => store.close());

  const send = async (method: string, path: string, json: Fields) => {
    const { status, body } = await shop.send(method, path, { json });
    return [status, body.errors ?? body.result] as const;
  };
  const put = (id: string, json: Fields) => send('PUT', `${PATH}/${id}`, json);
  const cartOf = async (cart: string): Promise<CartResult> =>
    (await shop.send<CartResult>('GET', `/v1/carts/${cart}`)).body.result;
  const preview = async (json: Fields): Promise<Told> =>
    (await shop.send<Told>('POST', `${PATH}/preview`, { json })).body.result;
  const ids = (of: readonly Fields[]): unknown[] => of.map(({ id }) => id);
  const required = { from: '2020-01-01', to: '2099-12-31', status: 1, terminating: 0, apply_to_shipping: 0 };
  const ten = { ...required, action: 'discount_by_percent', amount: 10 };

  describe('excludes (promotions.md 12a)', () => {
    it('keeps others out of carts, options, previews, checkouts and back-tests, in any order', async () => {
      const early = await shop.promotion({ title: 'Early', priority: -5, persistent: 1 });
      const late = await shop.promotion({ title: 'Late', amount: 20, excludes: 'all', priority: 5 });
      const why = { reason: `excluded_by:${late.id}`, detail: { excluded_by: late.id, title: 'Late' } };
      const rejected = { id: early.id, title: 'Early', message: 'Cannot be combined with Late.', ...why };
      const cart = await shop.cart(product);
      const shown = await cartOf(cart);
      expect(ids(shown.promotions.applied)).toEqual([late.id]);
      expect(shown.promotions.rejected).toEqual([expect.objectContaining(rejected)]);
      const options = (await shop.send<{ cart: CartResult; total: number }>('GET', `/v1/carts/${cart}/checkout`)).body;
      expect([options.result.total, options.result.cart.promotions]).toEqual([80, shown.promotions]);
      const previewed = await preview({ cart });
      expect([ids(previewed.applied), previewed.rejected]).toEqual([[late.id], [expect.objectContaining(rejected)]]);
      const { body } = await shop.checkout(cart);
      expect([body.result.total, body.errors]).toEqual([80, undefined]);
      // The one that excludes had applied: a tested one is kept out beside it, and applies in its place.
      const idea = { id: 'idea', title: 'Idea', action: 'discount_by_percent', amount: 50 };
      const tested = async (mode: string, promotion: Fields): Promise<unknown[]> => {
        const json = { promotions: [promotion], mode };
        const started = await shop.send('POST', '/v1/promotions/backtests', { json });
        await store.app.get(JobRunner).settle();
        const done = await shop.send('GET', `/v1/promotions/backtests/${started.body.result.id}`);
        const { discount, promotions } = done.body.result['result'] as Fields & { promotions: Fields[] };
        return [discount, promotions[0]?.['orders']];
      };
      expect(await tested('added', idea)).toEqual([{ then: 20, test: 20 }, 0]);
      expect(await tested('instead', idea)).toEqual([{ then: 20, test: 50 }, 1]);
      expect(await tested('added', { ...idea, excludes: 'all', priority: -9 })).toEqual([{ then: 20, test: 50 }, 1]);
    });

    it('at most 20 of a preview exclude others, drafts and unsaved ones included', async () => {
      const drafts = await Promise.all(
        Array.from({ length: 21 }, (_, at) => shop.promotion({ title: `Draft ${at}`, status: 0, excludes: 'all' })),
      );
      await shop.promotion({ title: 'Ended', excludes: 'all', to: '2020-01-02' });
      const sent = drafts.map((_, at) => ({ ...ten, title: `${at}`, excludes: 'all' }));
      const items = [{ price: 1, quantity: 1 }];
      const refusal = async (json: Fields) => {
        const [status, told] = await send('POST', `${PATH}/preview`, { items, ...json });
        return [status, status === 422 ? told : undefined];
      };
      const fault = (field: string) => [
        422,
        { [field]: [`${field} must name at most 20 promotions that exclude others`] },
      ];
      const fine = [200, undefined];
      const few = ids(drafts).slice(1);
      expect(await refusal({ promotions: sent })).toEqual(fault('promotions'));
      expect(await refusal({ promotions: sent.slice(1) })).toEqual(fine);
      expect(await refusal({ promotions: [...sent.slice(1), ten] })).toEqual(fine);
      expect(await refusal({ include_draft: 1 })).toEqual(fault('only'));
      expect(await refusal({ include_draft: 1, only: few })).toEqual(fine);
      // None of them had begun then.
      expect(await refusal({ include_draft: 1, at: '2019-06-01T12:00:00Z' })).toEqual(fine);
      expect(await refusal({})).toEqual(fine);
    });

    it('at most 20 that are enabled and have not ended exclude others', async () => {
      const { id: plain } = await shop.promotion({ title: 'Plain' });
      const made = async (title: string, more: Fields = {}) =>
        shop.send('POST', PATH, { json: { ...ten, persistent: 0, title, excludes: [plain], ...more } });
      for (let i = 1; i <= 20; i++) {
        const { status, body } = await made(`Excludes ${i}`);
        expect([status, body.errors]).toEqual([201, undefined]);
      }
      const fault = ['excludes cannot be set: 20 enabled promotions that have not ended exclude others already'];
      const refused = async (sent: Promise<{ status: number; body: { errors?: unknown } }>): Promise<unknown> => {
        const { status, body } = await sent;
        return [status, body.errors];
      };
      expect(await refused(made('One more'))).toEqual([422, { excludes: fault }]);
      const draft = await made('Draft', { status: 0 });
      const ended = await made('Ended', { from: '2020-01-01', to: '2020-01-31' });
      const other = await made('Other', { excludes: [] });
      expect([draft.status, ended.status, other.status]).toEqual([201, 201, 201]);
      const change = (of: { body: { result: { id: string } } }, json: Fields) =>
        shop.send('PUT', `${PATH}/${of.body.result.id}`, { json });
      expect([
        await refused(change(draft, { status: 1 })),
        await refused(change(ended, { to: '2099-12-31' })),
        await refused(change(other, { excludes: 'all' })),
      ]).toEqual(Array(3).fill([422, { excludes: fault }]));
      const { body } = await shop.send<{ id: string }[]>('GET', PATH, { query: { title: 'Excludes 7' } });
      const [seventh] = body.result;
      expect((await shop.send('PUT', `${PATH}/${seventh?.id}`, { json: { amount: 5 } })).status).toBe(200);
      expect((await shop.send('PUT', `${PATH}/${seventh?.id}`, { json: { status: 0 } })).status).toBe(200);
      expect((await change(draft, { status: 1 })).status).toBe(200);
    });

    it('names promotions by id, in a record, its events and every form of a request', async () => {
      const [one, two] = [await shop.promotion(), await shop.promotion()];
      const three = await shop.promotion({ 'excludes[0]': one.id, 'excludes[1]': two.id });
      expect(three['excludes']).toEqual([one.id, two.id]);
      expect((await recordedEvents(store, three.id)).at(-1)?.data).toMatchObject({ excludes: [one.id, two.id] });
      const read = async (excludes: unknown) => (await put(three.id, { excludes }))[1] as Fields;
      expect(await read(['all', one.id])).toMatchObject({ excludes: ['all'] });
      expect(await read(`["${two.id}"]`)).toMatchObject({ excludes: [two.id] });
      await shop.send('DELETE', `${PATH}/${two.id}`);
      expect(await put(three.id, { amount: 11 })).toMatchObject([200, { excludes: [two.id] }]);
      expect(await read('')).toMatchObject({ excludes: [] });
      const fault = (message: string) => [422, { excludes: [`excludes ${message}`] }];
      expect(await put(three.id, { excludes: [two.id] })).toEqual(
        fault(`must name promotions: ${two.id} does not exist`),
      );
      expect(await put(three.id, { excludes: [three.id] })).toEqual(fault('must not name the promotion itself'));
      expect(await put(three.id, { excludes: 'some' })).toEqual(fault('must be a JSON array'));
    });
  });

  describe('audience (promotions-at-scale.md 2)', () => {
    it('codes: applies to nobody before there are codes, and by one of them then', async () => {
      const { id, audience } = await shop.promotion({ audience: 'codes' });
      const cart = await shop.cart(product);
      expect([audience, (await cartOf(cart)).promotions]).toEqual(['codes', { applied: [], rejected: [] }]);
      expect((await preview({ cart })).rejected).toEqual([]);
      expect((await preview({ cart, only: [id] })).rejected).toMatchObject([{ id, reason: 'code_required' }]);
      await shop.made(`${PATH}/${id}/codes`, { codes: ['ONE-OF-MANY'] });
      expect((await cartOf(cart)).promotions.applied).toEqual([]);
      await shop.send('POST', `/v1/carts/${cart}/discount`, { form: { code: 'one-of-many' } });
      expect(ids((await cartOf(cart)).promotions.applied)).toEqual([id]);
      for (const other of ['everybody', 'code'])
        expect(await put(id, { audience: other, discount_code: other === 'code' ? 'OWN' : '' })).toEqual([
          422,
          { audience: ['audience must stay codes: the promotion has a pool of codes'] },
        ]);
      expect(await put(id, { audience: 'codes', discount_code: 'OWN' })).toMatchObject([200, { audience: 'codes' }]);
    });

    it('follows from what is there where it is left out, and can be taken back while there are no codes', async () => {
      const { id, audience } = await shop.promotion();
      expect(audience).toBe('everybody');
      expect(await put(id, { discount_code: 'OWN' })).toMatchObject([200, { audience: 'code' }]);
      expect(await put(id, { audience: 'codes', discount_code: '' })).toMatchObject([200, { audience: 'codes' }]);
      expect(await put(id, { title: 'Still for codes' })).toMatchObject([200, { audience: 'codes' }]);
      expect(await put(id, { audience: 'everybody' })).toMatchObject([200, { audience: 'everybody' }]);
      const cart = await shop.cart(product);
      expect(ids((await cartOf(cart)).promotions.applied)).toEqual([id]);
      const rows = await store.app.get(DataSource).query<Fields[]>(`SELECT has_codes FROM promotions WHERE id = ${id}`);
      expect(Number(rows[0]?.['has_codes'])).toBe(0);
    });

    it('must not contradict the code of the merged record', async () => {
      const { id } = await shop.promotion({ audience: 'code', discount_code: 'OWN' });
      const fault = (message: string) => [422, { audience: [`audience ${message}`] }];
      const coded = fault('must not be everybody with a discount_code');
      expect(await put(id, { audience: 'everybody' })).toEqual(coded);
      expect(await put(id, { audience: 'code', discount_code: '' })).toEqual(
        fault('must not be code without a discount_code'),
      );
      const body = { title: 'Refused', persistent: 0, ...ten, discount_code: 'X', audience: 'everybody' };
      expect(await send('POST', PATH, body)).toEqual(coded);
      const idea = { action: 'discount_by_percent', amount: 1, audience: 'codes' };
      const items = [{ price: 1, quantity: 1 }];
      expect((await preview({ items, promotions: [idea] })).rejected).toMatchObject([{ reason: 'code_required' }]);
    });
  });

  it('v1: persist is another name of persistent', async () => {
    const [status, made] = await send('POST', PATH, { title: 'As v1', ...ten, persist: 1 });
    const { id, persistent } = made as Fields;
    expect([status, persistent]).toEqual([201, { value: 'Yes', data: { key: '1', value: 'Yes' } }]);
    expect(await put(String(id), { persist: 0 })).toMatchObject([200, { persistent: { data: { key: '0' } } }]);
    expect(await put(String(id), { persist: 0, persistent: 1 })).toMatchObject([200, { persistent: { value: 'Yes' } }]);
    const missing = { persistent: ['persistent is required'] };
    expect(await send('POST', PATH, { title: 'Without', ...ten })).toEqual([422, missing]);
  });

  describe('values that a rule can compare with (promotions.md 18)', () => {
    const rules = (type: string, match: string, operator: string, against: unknown): Fields => ({
      match_rules: { type: 'group', children: [{ type, match, operator, against }] },
    });
    const refused = async (type: string, match: string, against: unknown): Promise<unknown> => {
      const [status, errors] = await send('POST', PATH, {
        ...{ title: 'Refused', persistent: 0 },
        ...{ ...ten, ...rules(type, match, '=', against) },
      });
      const path = 'match_rules.children.0.against';
      return [status, errors[path]?.[0]?.replace(`${path} `, '')];
    };

    it('are those of the store: an unknown one is refused with those that there are', async () => {
      const group = await shop.made('/v1/customers/groups', { title: 'Staff', slug: 'staff' });
      const method = await shop.shipping({ slug: 'express' });
      const one = (...values: string[]) => [422, `must be one of ${values.join(', ')}`];
      expect(await refused('cart', 'currency', 'XXX')).toEqual(one('GBP'));
      expect(await refused('customer', 'group', 'stuff')).toEqual(one('staff'));
      expect(await refused('cart_attribute', 'customer_group', '77')).toEqual(one('staff'));
      expect(await refused('cart', 'shipping', 'pigeon')).toEqual(one('express'));
      expect(await refused('cart', 'gateway', 'paypol')).toEqual([
        422,
        expect.stringMatching(/^must be one of .*dummy/),
      ]);
      expect(await refused('cart', 'day_of_week', 'sat')).toEqual([422, expect.stringContaining('saturday')]);
      const sound = [
        ['cart', 'currency', 'gbp'],
        ['customer', 'group', 'STAFF'],
        ['cart', 'customer_group', group.id],
        ['cart', 'shipping', method.id],
        ['cart_item', 'tax_band', shop.untaxed],
        ['cart_item', 'brand', 'to come'],
      ] as const;
      for (const [type, match, against] of sound)
        await shop.promotion({ match_rules: JSON.stringify(rules(type, match, '=', against)['match_rules']) });
    });

    it('are looked at when they change only: a promotion of before can still be changed', async () => {
      const group = await shop.made('/v1/customers/groups', { title: 'Club', slug: 'club' });
      const tree = JSON.stringify(rules('customer', 'group', '=', 'club')['match_rules']);
      const { id } = await shop.promotion({ match_rules: tree });
      await shop.send('DELETE', `/v1/customers/groups/${group.id}`);
      expect((await put(id, { status: 0, match_rules: tree }))[0]).toBe(200);
      expect((await put(id, rules('customer', 'group', '=', 'clubs')))[0]).toBe(422);
    });

    it('promotions.md, Preview: says of a rule that no cart can meet it', async () => {
      const brand = await shop.made('/v1/brands', { title: 'Draft', slug: 'draft', status: 0 });
      const promotions = [
        rules('cart', 'hour', '>', '23'),
        rules('customer', 'group', '=', 'nobody'),
        rules('cart_item', 'brand', 'in', ['gone', 'away']),
        rules('cart_item', 'category', '=', 'gone'),
        rules('cart', 'gateway', '=', 'paypol'),
        rules('cart_item', 'brand', '=', 'draft'),
        rules('cart_item', 'brand', '=', brand.id),
        rules('cart_item', 'sku', '=', 'later'),
        rules('cart', 'value', '>', '500'),
      ].map((rule) => ({ action: 'discount_by_percent', amount: 1, ...rule }));
      const { rejected } = await preview({ items: [{ price: 1, quantity: 1 }], promotions });
      const never = (each: Fields) => [
        (each['detail'] as Fields)['never'] ?? false,
        String(each['message']).endsWith(' This can never match.'),
      ];
      expect(rejected.map(never)).toEqual([
        ...Array.from({ length: 5 }, () => [true, true]),
        ...Array.from({ length: 4 }, () => [false, false]),
      ]);
      const wrong = { action: 'discount_by_percent', amount: 1, ...rules('cart', 'ship_to.country', '=', 'UK') };
      expect(
        await send('POST', `${PATH}/preview`, { items: [{ price: 1, quantity: 1 }], promotions: [wrong] }),
      ).toEqual([
        422,
        {
          'promotions.0.match_rules.children.0.against': [
            'promotions.0.match_rules.children.0.against must be an ISO 3166 alpha-2 code such as GB',
          ],
        },
      ]);
    });
  });
});
