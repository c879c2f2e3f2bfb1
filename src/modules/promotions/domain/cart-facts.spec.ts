import { aCart, aLine } from '../../../../test/builders/promotion-engine.builder';
import { parseAmount } from '../../../kernel/money';
import { CartFacts, type CartField, type CustomerField, LINE_FIELDS } from './cart-facts';
import { type CartCustomer, type CartSnapshot } from './cart-snapshot';
import { FactValue, showFact } from './rules/fact-value';

function factsOf(
  cart: CartSnapshot,
  customer: CartCustomer | null = null,
  instant = '2026-03-01T12:00:00Z',
): CartFacts {
  return new CartFacts({
    cart,
    customer,
    instant: new Date(instant),
    timeZone: 'Asia/Tokyo',
    discountedValue: () => ({ numerator: 5n, denominator: 2n }),
    smallestStep: () => 100n,
  });
}

const ofCart = (cart: CartSnapshot, field: CartField) => showFact(factsOf(cart).ofCart(field));
const ofCustomer = (customer: CartCustomer | null, field: CustomerField) =>
  showFact(factsOf(aCart([]), customer).ofCustomer(field));
const ofLine = (line: ReturnType<typeof aLine>, field: string) =>
  factsOf(aCart([line]))
    .ofLines(LINE_FIELDS.indexOf(field))
    .shown(0);

describe('promotions.md 18: a relation', () => {
  it.each([
    ['express', ['express', null]],
    [{ id: '7', slug: 'express' }, ['7', 'express']],
    [{ id: '7' }, ['7', null]],
    [{ slug: 'express' }, ['express', null]],
    [{ id: null, slug: 'express' }, ['express', null]],
    [{}, null],
    [null, null],
  ])('%j is compared by id and slug', (group, names) => {
    const fact = factsOf(aCart([]), { group }).ofCustomer('group');
    expect(fact instanceof FactValue ? [fact.shown, fact.aliasKey] : fact).toEqual(names);
  });

  it('to a gateway is reported by its slug, and compared by its id too', () => {
    const fact = factsOf(aCart([], { gateway: { id: '7', slug: 'dummy' } })).ofCart('gateway');
    expect(fact).toMatchObject({ shown: 'dummy', aliasKey: '7' });
    expect([null, 'dummy', {}].map((gateway) => ofCart(aCart([], { gateway }), 'gateway'))).toEqual([
      null,
      'dummy',
      null,
    ]);
  });

  it('of several is a list of those that are there', () => {
    const category = [{ id: '8', slug: 'hats' }, {}, 'sale'];
    expect(ofLine(aLine('1', 1, { category }), 'category')).toEqual(['8', 'sale']);
    expect(ofLine(aLine('1', 1, { category: [{}] }), 'category')).toBeNull();
    expect(ofLine(aLine('1', 1, { category: { slug: 'hats' } }), 'category')).toBe('hats');
  });
});

describe('promotions.md 18: the fields of a cart', () => {
  it('weigh its lines, those without a weight nothing', () => {
    const lines = [aLine('1', 3, { weight: '0.25' }), aLine('1', 2), aLine('1', 1, { weight: null })];
    expect(ofCart(aCart(lines), 'weight')).toBe('0.75');
    expect(ofCart(aCart([]), 'weight')).toBe('0');
  });

  it('count and add up its lines in the default currency', () => {
    const cart = aCart([aLine('2.5', 3), aLine('0.0001', 2)], { currency: { code: 'USD', exchangeRate: '1.7' } });
    const fields: CartField[] = ['value', 'price', 'subtotal', 'total_items', 'total_unique_items', 'discounted_value'];
    expect(fields.map((field) => ofCart(cart, field))).toEqual(['7.5002', '7.5002', '7.5002', '5', '2', '2.5']);
    expect(fields.map((field) => ofCart(aCart([]), field))).toEqual(['0', '0', '0', '0', '0', '2.5']);
  });

  it('are the clock of the store and the group of the customer', () => {
    const facts = factsOf(aCart([]), { group: { id: '4', slug: 'vip' } }, '2026-03-01T15:00:00Z');
    const fields: CartField[] = ['day_of_week', 'hour', 'customer_group'];
    expect(fields.map((field) => showFact(facts.ofCart(field)))).toEqual(['1', '0', '4']);
    expect([facts.time.date, facts.customerGroupId, facts.smallestStep]).toEqual(['2026-03-02', '4', 100n]);
  });

  it.each([
    [null, null],
    [{}, null],
    [{ group: null }, null],
    [{ group: { slug: 'vip' } }, null],
    [{ group: '4' }, '4'],
    [{ group: { id: '4' } }, '4'],
  ])('%j is in the group with the id %j', (customer, id) => {
    expect(factsOf(aCart([]), customer).customerGroupId).toBe(id);
  });

  it('are the same when they are asked for again, but for what moves with the pass', () => {
    let left = 9n;
    const facts = new CartFacts({
      cart: aCart([aLine('1')]),
      customer: { id: '5' },
      instant: new Date(0),
      timeZone: 'UTC',
      discountedValue: () => ({ numerator: left, denominator: 1n }),
      smallestStep: () => 1n,
    });
    expect(facts.ofCart('value')).toBe(facts.ofCart('value'));
    expect(facts.ofCart('gateway')).toBeNull();
    expect(facts.ofCustomer('id')).toBe(facts.ofCustomer('id'));
    expect(facts.ofLines(0)).toBe(facts.ofLines(0));
    const before = showFact(facts.ofCart('discounted_value'));
    left = 4n;
    expect([before, showFact(facts.ofCart('discounted_value'))]).toEqual(['9', '4']);
  });
});

describe('promotions.md 18: what a cart does not have', () => {
  it.each<[CartField, Partial<CartSnapshot>]>([
    ['discount_code', {}],
    ['discount_code', { discountCode: null }],
    ['ship_to.country', { shipTo: null }],
    ['ship_to.postcode', { shipTo: { country: 'GB', postcode: null } }],
    ['shipping_price', { shipping: null }],
    ['shipping', {}],
  ])('is no %s: %p', (field, more) => {
    expect(factsOf(aCart([], more)).ofCart(field)).toBeNull();
  });
});

describe('promotions.md 18: the fields of a customer', () => {
  it.each<[CustomerField, CartCustomer, string[]]>([
    ['is_guest', {}, ['1', 'true']],
    ['is_guest', { id: '5' }, ['0', 'false']],
    ['first_order', { orders: 0 }, ['1', 'true']],
    ['first_order', { orders: 1 }, ['0', 'false']],
  ])('answer yes and no as a number and as a word: %s of %j', (field, customer, names) => {
    const fact = factsOf(aCart([]), customer).ofCustomer(field) as FactValue;
    expect([fact.key, fact.aliasKey]).toEqual(names);
  });

  it.each<[CartCustomer | null, (string | null)[]]>([
    [null, [null, '1', null, null, null]],
    [{ email: 'a@example.test' }, [null, '1', null, null, null]],
    [{ id: '5', orders: 0, spent: 0n }, ['5', '0', '0', '0', '1']],
    [{ id: '5', orders: 2, spent: parseAmount('9.5') }, ['5', '0', '2', '9.5', '0']],
    [{ id: '', orders: null, spent: null }, ['', '1', null, null, null]],
  ])('of %p are %j', (customer, shown) => {
    const fields: CustomerField[] = ['id', 'is_guest', 'orders', 'spent', 'first_order'];
    expect(fields.map((field) => ofCustomer(customer, field))).toEqual(shown);
  });
});

describe('promotions-at-scale.md 8: the goods of lines', () => {
  it('are told once each, by title, else by SKU', () => {
    const lines = [
      aLine('1', 1, { id: '1', title: 'Mug', sku: 'M' }),
      aLine('2', 1, { id: '1', title: 'Mug', sku: 'M-2' }),
      aLine('1', 1, { id: '2', title: 'Mug' }),
      aLine('1', 1, { sku: 'CAP' }),
      aLine('1', 1, { id: null, title: null, sku: null }),
      aLine('1', 1, { id: '9', title: 'Not asked for' }),
    ];
    expect(factsOf(aCart(lines)).goodsIn([0, 1, 2, 3, 4])).toEqual([
      { id: '1', title: 'Mug' },
      { id: '2', title: 'Mug' },
      { id: null, title: 'CAP' },
      { id: null, title: '' },
    ]);
  });
});
