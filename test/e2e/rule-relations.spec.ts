import { DataSource } from 'typeorm';
import { JobRunner } from '../../src/platform/jobs/job-runner';
import { type CartResult, type Fields, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

/** A field that names a record, and where its value is known. */
interface Relation {
  readonly type: string;
  readonly match: string;
  readonly isKnown: (place: Place) => boolean;
  /** Names of the record that it is, and of another one. */
  readonly own: readonly string[];
  readonly other: readonly string[];
}
type Place = 'cart' | 'with shipping' | 'checkout';
interface Rule {
  readonly id: string;
  readonly relation: Relation;
  readonly operator: string;
  readonly isOwn: boolean;
}
interface Options {
  cart: CartResult;
  shipping: { methods: { id: string; total: number }[] };
}
type Applied = { applied: { id: string }[] };

const POSITIVE = ['=', 'in', 'contains', 'starts_with'];
const NEGATIVE = ['!=', '!in', '!contains'];
/** Operators that hold for a field that is not there (promotions.md 17). */
const WHEN_ABSENT = ['!=', '!in'];
const TRIED_ON_OTHERS = ['=', '!='];
/** Promotions that one back-test takes. */
const MAX_TESTED = 100;

const always = (): boolean => true;

function holds({ relation, operator, isOwn }: Rule, place: Place): boolean {
  if (!relation.isKnown(place)) return WHEN_ABSENT.includes(operator);
  return POSITIVE.includes(operator) === isOwn;
}

onEachEngine('rules on relations (promotions.md 17, 18)', (engine) => {
  let store: TestStore;
  let shop: Shop;
  const rules: Rule[] = [];
  const named: Record<string, { id: string; slug: string }> = {};
  const email = 'ada@example.com';
  let product: string;

  const make = async (path: string, slug: string, more: Fields = {}): Promise<{ id: string; slug: string }> => {
    const { id } = await shop.made(path, { title: slug, slug, status: 1, ...more });
    return (named[slug] = { id, slug });
  };
  const names = (slug: string): readonly string[] => [named[slug]?.id ?? '', slug];
  const gateways = async (): Promise<void> => {
    const { body } = await shop.send<Fields[]>('GET', '/v1/gateways');
    for (const { id, slug } of body.result) named[String(slug)] = { id: String(id), slug: String(slug) };
  };

  const relations = (taxBands: readonly [string, string]): Relation[] => {
    const ofCart = (type: string, match: string, place: Place[], [own, other]: [string, string]): Relation => ({
      ...{ type, match, own: names(own), other: names(other) },
      isKnown: (where) => place.includes(where),
    });
    const of = (type: string, match: string, own: readonly string[], other: readonly string[]): Relation => ({
      ...{ type, match, own, other, isKnown: always },
    });
    return [
      ofCart('cart', 'shipping', ['with shipping', 'checkout'], ['express', 'standard']),
      ofCart('cart', 'gateway', ['checkout'], ['dummy', 'manual']),
      ofCart('cart', 'customer_group', ['cart', 'with shipping', 'checkout'], ['staff', 'trade']),
      ofCart('cart_attribute', 'customer_group', ['cart', 'with shipping', 'checkout'], ['staff', 'trade']),
      of('customer', 'group', names('staff'), names('trade')),
      of('cart_item', 'brand', names('acme'), names('zenith')),
      of('cart_item', 'category', names('half-price'), names('hats')),
      // The one above it, which the line also has.
      of('cart_item', 'category', names('sale'), names('hats')),
      of('cart_item', 'tax_band', [taxBands[0]], [taxBands[1]]),
    ];
  };

  /** The rules on a relation: each operator with each name of what the cart has, and some with those of others. */
  const rulesOf = (relation: Relation) =>
    [...POSITIVE, ...NEGATIVE].flatMap((operator) => [
      ...relation.own.map((against) => ({ relation, operator, against, isOwn: true })),
      ...(TRIED_ON_OTHERS.includes(operator) ? relation.other : []).map((against) => {
        return { relation, operator, against, isOwn: false };
      }),
    ]);

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' }, true);
    shop = await Shop.open(store);
    await gateways();
    for (const slug of ['acme', 'zenith']) await make('/v1/brands', slug);
    const { id: parent } = await make('/v1/categories', 'sale');
    const { id: category } = await make('/v1/categories', 'half-price', { parent });
    await make('/v1/categories', 'hats');
    for (const slug of ['express', 'standard']) named[slug] = { id: (await shop.shipping({ slug })).id, slug };
    for (const slug of ['staff', 'trade']) await make('/v1/customers/groups', slug);
    await shop.made('/v1/customers', { first_name: 'Ada', last_name: 'L', email, group: named['staff']?.id });
    const { id: otherBand } = await shop.made('/v1/taxes', { title: 'Other', rate: '20' });
    ({ id: product } = await shop.product({ price: 1000, requires_shipping: 1, brand: named['acme']?.id, category }));
    for (const rule of relations([shop.untaxed, otherBand]).flatMap(rulesOf)) {
      const { relation, operator, isOwn, against } = rule;
      const { type, match } = relation;
      const tree = JSON.stringify({ type: 'group', children: [{ type, match, operator, against }] });
      const { id } = await shop.promotion({ action: 'discount_subtotal_fixed', amount: 0.01, match_rules: tree });
      rules.push({ id, relation, operator, isOwn });
    }
  }, 120_000);
  afterAll(() => store.close());

  const expected = (place: Place): string[] => rules.filter((rule) => holds(rule, place)).map(({ id }) => id);
  const shown = (ids: readonly string[]): string[] => {
    const told = new Map(
      rules.map(({ id, relation: { type, match }, operator, isOwn }) => {
        return [id, `${type} ${match} ${operator} ${isOwn ? 'own' : 'other'} ${id}`];
      }),
    );
    return ids.map((id) => told.get(id) ?? id).sort();
  };
  const filledCart = async (): Promise<string> => {
    const cart = await shop.cart(product);
    expect((await shop.send('PUT', `/v1/carts/${cart}`, { form: { customer: email } })).status).toBe(200);
    return cart;
  };
  const placed = async (): Promise<string> => {
    const { status, body } = await shop.checkout(await filledCart(), { shipping: 'express', gateway: 'dummy' });
    expect([status, body.errors]).toEqual([201, undefined]);
    return body.result.id;
  };
  const preview = async (json: Fields): Promise<string[]> => {
    const { status, body } = await shop.send<Applied>('POST', '/v1/promotions/cart/preview', { json });
    expect([status, body.errors]).toEqual([200, undefined]);
    return body.result.applied.map(({ id }) => id);
  };

  it('match by id or slug in a cart, and in its options', async () => {
    const cart = await filledCart();
    const { result } = (await shop.send<CartResult>('GET', `/v1/carts/${cart}`)).body;
    expect(shown(result.promotions.applied.map(({ id }) => String(id)))).toEqual(shown(expected('cart')));
    const options = (await shop.send<Options>('GET', `/v1/carts/${cart}/checkout`)).body.result;
    expect(options.cart.promotions.applied).toEqual(result.promotions.applied);
    const { total } = options.shipping.methods.find(({ id }) => id === named['express']?.id) ?? {};
    expect(total).toBe((100_500 - expected('with shipping').length) / 100);
  });

  it.each(['id', 'slug'] as const)('match by id or slug in a preview that names them by %s', async (by) => {
    const name = (slug: string): string => named[slug]?.[by] ?? '';
    const chosen = { shipping: { [by]: name('express'), price: 5 }, gateway: name('dummy') };
    expect(shown(await preview({ cart: await filledCart(), ...chosen }))).toEqual(shown(expected('checkout')));
    const line = { price: 1000, quantity: 1, brand: name('acme'), category: [name('half-price')] };
    const customer = { group: name('staff') };
    const items = [{ ...line, tax_band: shop.untaxed }];
    expect(shown(await preview({ items, customer, ...chosen }))).toEqual(shown(expected('checkout')));
  });

  it('match by id or slug at the checkout', async () => {
    const { result } = (await shop.send('GET', `/v1/orders/${await placed()}`, { query: { include: 'discounts' } }))
      .body;
    const ids = (result['discounts'] as Fields[]).map(({ promotion }) => String(promotion));
    expect(shown(ids)).toEqual(shown(expected('checkout')));
  });

  it.each([false, true])(
    'match by id or slug in a back-test; the order keeps the id of its group alone: %s',
    async (isOld) => {
      const order = await placed();
      if (isOld) {
        const database = store.app.get(DataSource);
        const [row] = await database.query<{ terms: string }[]>(`SELECT terms FROM orders WHERE id = ${order}`);
        const terms = JSON.parse(row?.terms ?? '') as { customer: Fields };
        terms.customer['group'] = named['staff']?.id;
        await database.query('UPDATE orders SET terms = ? WHERE id = ?', [JSON.stringify(terms), order]);
      }
      const applied: string[] = [];
      for (let i = 0; i < rules.length; i += MAX_TESTED) {
        const promotions = rules.slice(i, i + MAX_TESTED).map(({ id }) => id);
        const { body } = await shop.send('POST', '/v1/promotions/backtests', { json: { promotions } });
        await store.app.get(JobRunner).settle();
        const path = `/v1/promotions/backtests/${body.result.id}/orders`;
        const touched = (await shop.send<{ order: string; promotions: { id: string }[] }[]>('GET', path)).body.result;
        const own = touched.find((row) => row.order === order);
        applied.push(...(own?.promotions ?? []).map(({ id }) => id));
      }
      expect(shown(applied)).toEqual(shown(expected('checkout')));
    },
  );
});
