import { parseAmount } from '../../../../kernel/money';
import { allOf, aLine, evaluate } from '../../../../../test/builders/promotion-engine.builder';
import { type CartCustomer, type CartLine, type CartSnapshot } from '../cart-snapshot';
import { CART_FIELDS, CUSTOMER_FIELDS, LINE_FIELDS } from '../cart-facts';

const LINE: CartLine = {
  id: '11',
  sku: 'TEE-1-RED',
  productSku: 'TEE-1',
  title: 'Red tee',
  slug: 'red-tee',
  price: parseAmount('12.345'),
  salePrice: parseAmount('9.99'),
  quantity: 2,
  taxRate: '17.50',
  taxBand: { id: '3', slug: 'standard' },
  brand: { id: '5', slug: 'acme' },
  category: [{ id: '8', slug: 'tees' }, 'sale'],
  weight: '0.25',
};

const CART: CartSnapshot = {
  currency: { code: 'EUR', exchangeRate: '1.2' },
  lines: [LINE, aLine('1', 3, { sku: 'CAP', weight: '1.125' }), aLine('2', 1, { sku: 'BAG' })],
  shipping: { id: '7', slug: 'express', price: parseAmount('4.5'), taxRate: '20' },
  gateway: 'manual',
  discountCode: ' Spring ',
  shipTo: { country: 'GB', postcode: 'BA1 1AA' },
};

const CUSTOMER: CartCustomer = {
  id: '9',
  email: 'Ann@Example.test',
  group: { id: '4', slug: 'vip' },
  orders: 0,
  spent: parseAmount('120.5'),
};

const HALF = { action: 'discount_by_percent', amount: '50' };

/** Whether one rule, on a Sunday at noon, lets a promotion through. */
function isMet(rule: object, cart: CartSnapshot = CART, customer: CartCustomer | null = CUSTOMER): boolean {
  return evaluate(cart, [{ ...HALF, match_rules: allOf(rule) }], { customer }).applied.length === 1;
}

type Row = readonly [match: string, operator: string, against: string | boolean, notAgainst: string];

const CART_ROWS: readonly Row[] = [
  ['value', '=', '29.69', '29.70'],
  ['price', '=', '29.690', '12.345'],
  ['subtotal', '<=', '29.69', '29.68'],
  ['discounted_value', '>', '29.69', '29.7'],
  ['total_items', '=', '6', '3'],
  ['total_unique_items', '=', '3', '6'],
  ['weight', '=', '3.875', '1.375'],
  ['currency', '=', 'eur', 'GBP'],
  ['shipping', '=', 'express', '8'],
  ['shipping', '=', '7', 'standard'],
  ['shipping_price', '=', '4.50', '5.4'],
  ['gateway', '=', 'Manual', 'dummy'],
  ['discount_code', '=', 'spring', 'summer'],
  ['ship_to.country', 'in', 'FR, gb', 'FR,DE'],
  ['ship_to.country', 'in', '["FR","gb"]', '["FR"]'],
  ['gateway', 'in', '[x,manual', '[manual]'],
  ['ship_to.postcode', 'starts_with', 'ba1', 'BS'],
  ['customer_group', '=', 'vip', '5'],
  ['day_of_week', '=', '7', '0'],
  ['day_of_week', 'in', 'saturday,sunday', 'monday,6'],
  ['hour', 'between', '9,12', '13,17'],
];

const LINE_ROWS: readonly Row[] = [
  ['id', '=', '11', '12'],
  ['sku', '=', 'tee-1-red', 'tee'],
  ['sku', '=', 'tee-1', 'red'],
  ['sku', 'ends_with', '-1', '-2'],
  ['product_sku', '=', 'tee-1', 'tee-1-red'],
  ['title', 'contains', 'RED', 'blue'],
  ['slug', 'ends_with', '-tee', '-cap'],
  ['price', '=', '12.3450', '12.35'],
  ['sale_price', '<', '10', '9'],
  ['quantity', '=', '2', '4'],
  ['line_total', '=', '24.69', '12.345'],
  ['tax_band', '=', 'standard', '4'],
  ['tax_rate', '=', '17.5', '20'],
  ['brand', 'in', '6,acme', '6,7'],
  ['category', '=', 'tees', 'hats'],
  ['category', '=', '8', '9'],
  ['category', '=', 'SALE', 'sal'],
];

const CUSTOMER_ROWS: readonly Row[] = [
  ['id', '=', '9', '10'],
  ['email', 'ends_with', '@example.TEST', '@example.org'],
  ['group', '=', '4', 'guests'],
  ['is_guest', '=', '0', '1'],
  ['is_guest', '=', false, 'true'],
  ['orders', '<', '1', '0'],
  ['spent', '>=', '120.5', '120.51'],
  ['first_order', '=', 'true', 'false'],
  ['first_order', '=', true, '0'],
];

describe.each([
  ['cart_attribute', CART_FIELDS, CART_ROWS],
  ['cart', CART_FIELDS, CART_ROWS],
  ['cart_item', LINE_FIELDS, LINE_ROWS],
  ['customer', CUSTOMER_FIELDS, CUSTOMER_ROWS],
])('a rule of type %s', (type, fields, rows) => {
  it('is tested on every one of its fields', () => {
    expect(new Set(rows.map(([match]) => match))).toEqual(new Set(fields));
  });

  it.each(rows)('compares %s (%s %p, not %p)', (match, operator, against, notAgainst) => {
    expect(isMet({ type, match, operator, against })).toBe(true);
    expect(isMet({ type, match, operator, against: notAgainst })).toBe(false);
  });
});

describe('a field that is not there', () => {
  const bare: CartSnapshot = { currency: { code: 'GBP' }, lines: [aLine('1', 1, { sku: null })] };
  const optional = [
    ...[
      'shipping',
      'shipping_price',
      'gateway',
      'discount_code',
      'ship_to.country',
      'ship_to.postcode',
      'customer_group',
    ].map((match) => ({ type: 'cart', match })),
    ...LINE_FIELDS.filter((match) => !['price', 'quantity', 'line_total'].includes(match)).map((match) => ({
      type: 'cart_item',
      match,
    })),
    ...CUSTOMER_FIELDS.filter((match) => match !== 'is_guest').map((match) => ({ type: 'customer', match })),
  ];

  it.each(optional)('is %j', (rule) => {
    const met = ['=', '!=', 'in', '!in', 'empty', '!empty', '!contains'].filter((operator) =>
      isMet({ ...rule, operator, against: 'x' }, bare, null),
    );
    expect(met).toEqual(['!=', '!in', 'empty']);
  });

  it('leaves a guest a guest', () => {
    expect(isMet({ type: 'customer', match: 'is_guest', against: 1 }, bare, { email: 'a@example.test' })).toBe(true);
  });

  it('is a list without elements, too', () => {
    const cart = { ...bare, lines: [aLine('1', 1, { category: [] })] };
    expect(isMet({ type: 'cart_item', match: 'category', operator: 'empty' }, cart)).toBe(true);
  });
});

describe('a line rule about the whole cart', () => {
  const rule = (match_on?: string) => ({ type: 'cart_item', match: 'quantity', operator: '>', against: 1, match_on });
  const of = (...quantities: number[]) => ({ ...CART, lines: quantities.map((quantity) => aLine('1', quantity)) });

  it('means some line, or every line where it says all', () => {
    expect([of(1, 2), of(1, 1)].map((cart) => isMet(rule(), cart))).toEqual([true, false]);
    expect([of(1, 2), of(2, 2)].map((cart) => isMet(rule('all'), cart))).toEqual([false, true]);
  });

  it('is never met by an empty cart', () => {
    const gift = { action: 'free_ship', shipping_methods: ['7'] };
    const reasons = ['any', 'all'].map(
      (match_on) =>
        evaluate({ ...CART, lines: [] }, [{ ...gift, match_rules: allOf(rule(match_on)) }]).rejected[0]?.reason,
    );
    expect(reasons).toEqual(['match_rules', 'match_rules']);
  });
});

describe('groups', () => {
  const sku = (against: string) => ({ type: 'cart_item', match: 'sku', against });
  const many = { type: 'cart_item', match: 'quantity', operator: '>', against: 1 };
  const cartRule = (against: string) => ({ type: 'cart', match: 'currency', against });
  const group = (match_on: string, ...children: object[]) => ({ type: 'group', match_on, children });
  const matched = (tree: object) =>
    evaluate(CART, [{ ...HALF, match_items: tree }]).applied[0]?.lines.map((share) => share > 0n) ?? null;

  it('combine line rules line by line', () => {
    expect(matched(group('all', many, sku('CAP')))).toEqual([false, true, false]);
    expect(matched(group('any', sku('CAP'), sku('BAG')))).toEqual([false, true, true]);
    expect(matched(group('all', many, group('any', sku('CAP'), sku('BAG'))))).toEqual([false, true, false]);
    expect(matched(group('all', sku('CAP'), sku('BAG')))).toBeNull();
  });

  it('take rules about the cart and the customer among those about a line', () => {
    const guest = { type: 'customer', match: 'is_guest', against: 1 };
    expect(matched(group('all', cartRule('EUR'), sku('BAG'), guest))).toEqual([false, false, true]);
    expect(matched(group('any', cartRule('GBP'), sku('BAG')))).toEqual([false, false, true]);
    expect(matched(group('any', cartRule('EUR'), sku('BAG')))).toEqual([true, true, true]);
  });

  it('about the whole cart are met by all of their rules, or by any', () => {
    const [yes, no] = [cartRule('EUR'), cartRule('GBP')];
    const met = (match_on: string, ...rules: object[]) => isMet(group(match_on, ...rules));
    expect([met('all', yes, sku('CAP')), met('all', yes, no), met('all', no, yes)]).toEqual([true, false, false]);
    expect([met('any', yes, no), met('any', no, sku('CAP')), met('any', no, sku('MUG'))]).toEqual([true, true, false]);
  });

  it('mean all where they do not say', () => {
    expect(matched({ type: 'group', children: [many, sku('CAP')] })).toEqual([false, true, false]);
  });
});

describe('the discounted value', () => {
  it('is what the promotions before left, in the default currency', () => {
    const rule = (against: string) => allOf({ type: 'cart', match: 'discounted_value', operator: '>=', against });
    const cart = { ...CART, lines: [aLine('10', 3)] };
    const of = (against: string) => evaluate(cart, [HALF, { ...HALF, match_rules: rule(against) }]).applied.length;
    expect([of('15'), of('15.0001')]).toEqual([2, 1]);
  });
});
