import { parseAmount } from '../../../kernel/money';
import { type CartSnapshot, type FrozenPromotion } from '../../promotions/frozen-promotion';
import {
  customerOf,
  orderSnapshot,
  type PlacedItemRow,
  type PlacedOrderRow,
  priceOrder,
  unknownLine,
} from './order-snapshot';
import { lineTerms, orderTerms, type OrderTerms, type PlacedPricing, shippingTerms } from './order-terms';

const amount = parseAmount;
const INSTANT = new Date('2026-03-01T12:00:00.123Z');

/** A promotion as an order keeps it. */
const TENTH: FrozenPromotion = {
  id: '7',
  title: 'A tenth off',
  isLive: true,
  from: null,
  to: null,
  discountCode: 'SPRING',
  maxUses: 5,
  customerUses: 0,
  customerGroup: null,
  isTerminating: false,
  isPersistent: false,
  action: 'discount_subtotal_percent',
  priority: 0,
  amount: '10',
  maxQuantity: '0',
  triggerQuantity: 0,
  appliesToShipping: false,
  shippingMethods: [],
  matchRules: null,
  matchItems: null,
};

const CART: CartSnapshot = {
  currency: { code: 'EUR', exchangeRate: '1.25', roundingMode: 'half_even', totalStep: null },
  pricesIncludeTax: true,
  discountCode: ' spring ',
  gateway: 'dummy',
  shipTo: { country: 'GB', postcode: 'BA1 1AA' },
  lines: [
    {
      id: '101',
      sku: 'TEA',
      productSku: 'TEA',
      title: 'Green tea',
      slug: 'green-tea',
      price: amount('8'),
      convertedPrice: amount('9.99'),
      salePrice: amount('0'),
      quantity: 2,
      taxRate: '20',
      taxBand: '5',
      brand: { id: '3', slug: 'acme' },
      category: [{ id: '4', slug: null }, 'hot'],
      weight: '0.25',
    },
  ],
  shipping: { id: '2', slug: 'post', price: amount('4'), convertedPrice: amount('4.99'), taxRate: '20' },
};
const CUSTOMER = { id: '11', email: 'ada@example.com', group: '9', orders: 0, spent: 0n };
const PRICING: PlacedPricing = {
  cart: CART,
  customer: CUSTOMER,
  instant: INSTANT,
  timeZone: 'Europe/London',
  promotions: [TENTH],
};

const TERMS: OrderTerms = {
  at: '2026-03-01T12:00:00.123Z',
  timeZone: 'Europe/London',
  discountCode: ' spring ',
  gateway: 'dummy',
  shipTo: { country: 'GB', postcode: 'BA1 1AA' },
  customer: { id: '11', email: 'ada@example.com', group: '9', orders: 0, spent: '0' },
  shipping: { id: '2', slug: 'post', price: '4', converted: '4.99', taxRate: '20' },
  lines: [
    {
      sku: 'TEA',
      price: '8',
      converted: '9.99',
      salePrice: '0',
      slug: 'green-tea',
      brand: { id: '3', slug: 'acme' },
      category: [{ id: '4', slug: null }, 'hot'],
      weight: '0.25',
    },
  ],
  promotions: [TENTH],
};

const ORDER: PlacedOrderRow = {
  currencyCode: 'EUR',
  exchangeRate: '1.25',
  currency: { data: { rounding_mode: 'half_even' } },
  pricesIncludeTax: true,
  terms: TERMS,
};
const ITEM: PlacedItemRow = {
  sku: 'TEA',
  title: 'Green tea',
  quantity: 2,
  price: amount('9.99'),
  taxRate: '20',
  taxBandId: '5',
  productId: '101',
};

describe('the terms that an order keeps (orders-and-payments.md 2)', () => {
  it('are all that its price came from, and not in its rows', () => {
    expect(orderTerms(PRICING)).toEqual(TERMS);
  });

  it('are empty for an empty cart', () => {
    const cart: CartSnapshot = { currency: { code: 'GBP' }, lines: [] };
    expect(orderTerms({ ...PRICING, cart, customer: null, promotions: [] })).toEqual({
      ...{ at: TERMS.at, timeZone: TERMS.timeZone, discountCode: null, gateway: null, shipTo: null, customer: null },
      ...{ shipping: null, lines: [], promotions: [] },
    });
  });

  it('hold of records and addresses only what rules ask for', () => {
    const address = { country: 'GB', postcode: 'BA1 1AA', first_name: 'Ada' };
    const brand = { id: '3', slug: 'acme', title: 'Acme' };
    const line = { price: 1n, quantity: 1, brand, category: brand };
    const cart = { ...CART, shipTo: address, lines: [line] };
    const customer = { ...CUSTOMER, group: { ...brand, id: '9' } };
    const { shipTo, lines, customer: kept } = orderTerms({ ...PRICING, cart, customer });
    const name = { id: '3', slug: 'acme' };
    expect([shipTo, lines, kept?.group]).toEqual([
      { country: 'GB', postcode: 'BA1 1AA' },
      [{ sku: '', price: '0.0001', brand: name, category: name }],
      { id: '9', slug: 'acme' },
    ]);
  });

  it('have null for what an address, a relation, a customer or the shipping does not have', () => {
    const nobody = { id: undefined, email: undefined, group: undefined, orders: undefined, spent: undefined };
    const cart = { ...CART, shipTo: {}, lines: [], gateway: undefined, discountCode: undefined };
    const { shipTo, customer, gateway, discountCode } = orderTerms({ ...PRICING, cart, customer: nobody });
    expect({ shipTo, customer, gateway, discountCode }).toEqual({
      shipTo: { country: null, postcode: null },
      customer: { id: null, email: null, group: null, orders: null, spent: null },
      gateway: null,
      discountCode: null,
    });
    expect(shippingTerms({ price: 0n })).toEqual({ id: null, slug: null, price: '0', taxRate: null });
    expect(lineTerms({ sku: 'A', price: 1n, quantity: 1, brand: {} }).brand).toEqual({ id: null, slug: null });
  });

  it.each([null, undefined])('leave out of a line what is %p', (none) => {
    const facts = { convertedPrice: none, salePrice: none, slug: none, brand: none, category: none, weight: none };
    expect(lineTerms({ sku: none, price: amount('8'), quantity: 1, ...facts })).toEqual({ sku: '', price: '8' });
  });
});

describe('an order is priced again (orders-and-payments.md 2)', () => {
  it('as the cart that it was', () => {
    expect(orderSnapshot(ORDER, [ITEM])).toEqual(CART);
  });

  it('with the promotions, the customer and the time of its checkout', () => {
    const { applied, rejected, totals } = priceOrder(ORDER, [ITEM]);
    expect(applied.map(({ id, title, discount }) => [id, title, discount])).toEqual([['7', 'A tenth off', 200n]]);
    expect([rejected, totals.total]).toEqual([[], 2297n]);
  });

  it('at the time and in the zone of its checkout, for its customer', () => {
    const leaf = (type: string, match: string, against: unknown): object => ({ type, match, operator: '=', against });
    const rule = (child: object): PlacedOrderRow => {
      const matchRules = { type: 'group', match_on: 'all', children: [child] } as unknown as typeof TENTH.matchRules;
      return { ...ORDER, terms: { ...TERMS, promotions: [{ ...TENTH, matchRules }] } };
    };
    const applies = (child: object): boolean => priceOrder(rule(child), [ITEM]).applied.length === 1;
    expect([
      applies(leaf('cart', 'hour', '12')),
      applies(leaf('cart', 'hour', '13')),
      applies(leaf('customer', 'email', 'ada@example.com')),
      applies(leaf('customer', 'email', 'bob@example.com')),
    ]).toEqual([true, false, true, false]);
    const none = { ...ORDER, terms: { ...TERMS, customer: null } };
    expect(priceOrder(none, [ITEM]).applied).toHaveLength(1);
  });

  it('without what an older order does not say', () => {
    const terms: OrderTerms = { ...TERMS, shipping: null, lines: [{ sku: 'TEA', price: '8' }] };
    const item = { ...ITEM, taxBandId: null, productId: null };
    const { pricesIncludeTax, shipping, lines } = orderSnapshot({ ...ORDER, pricesIncludeTax: null, terms }, [item]);
    expect({ pricesIncludeTax, shipping, lines }).toEqual({
      pricesIncludeTax: false,
      shipping: null,
      lines: [
        {
          ...{ id: null, sku: 'TEA', productSku: null, title: 'Green tea', slug: null },
          ...{ price: amount('8'), quantity: 2 },
          ...{ convertedPrice: null, salePrice: null },
        },
      ],
    });
  });

  it('with its own price for a line of which nothing was kept, however its shipping was converted', () => {
    const terms: OrderTerms = {
      ...TERMS,
      lines: [],
      shipping: { id: null, slug: null, price: '4', taxRate: null },
    };
    const { lines, shipping } = orderSnapshot({ ...ORDER, terms }, [ITEM]);
    expect([lines[0]?.price, lines[0]?.convertedPrice, shipping]).toEqual([
      amount('9.99'),
      amount('9.99'),
      { id: null, slug: null, price: amount('4'), convertedPrice: null, taxRate: null },
    ]);
    expect(unknownLine(ITEM)).toEqual({ sku: 'TEA', price: '9.99', converted: '9.99' });
  });

  it('for a customer of whom the sum of orders is known, or is not', () => {
    const { customer } = TERMS;
    expect(customer && customerOf(customer)).toEqual(CUSTOMER);
    expect(customer && customerOf({ ...customer, spent: null })).toEqual({ ...CUSTOMER, spent: null });
  });
});
