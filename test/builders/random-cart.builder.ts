import * as fc from 'fast-check';
import { smallestUnit } from '../../src/kernel/money';
import { ACTION_KEYS } from '../../src/modules/promotions/domain/actions/promotion-actions';
import { type CartLine, type CartSnapshot } from '../../src/modules/promotions/domain/cart-snapshot';
import { type PromotionFields } from './promotion-engine.builder';

const SKUS = ['A', 'B', 'C'];
const RATES = ['0', '20', '17.5', '8.875'];

/** A line that is priced, with nothing else for rules to ask. */
const anyLine: fc.Arbitrary<CartLine> = fc.record({
  sku: fc.constantFrom(...SKUS),
  price: fc.oneof(fc.bigInt({ min: 0n, max: 2_000_000n }), fc.bigInt({ min: 0n, max: 200n })),
  quantity: fc.integer({ min: 1, max: 12 }),
  taxRate: fc.constantFrom(...RATES),
});

/** A currency, with totals of its smallest unit or of some of them. */
const anyCurrency = fc
  .record({
    code: fc.constantFrom('GBP', 'JPY', 'KWD'),
    exchangeRate: fc.constantFrom('1', '0.41', '1.6543', '187.335'),
    roundingMode: fc.constantFrom('half_up' as const, 'half_even' as const),
    units: fc.constantFrom(null, null, 1n, 5n, 10n, 100n),
  })
  .map(({ units, ...currency }) => ({
    ...currency,
    totalStep: units === null ? null : units * smallestUnit(currency.code),
  }));

/** A cart in three currencies, with tax within its prices or on top. */
export const anyCart: fc.Arbitrary<CartSnapshot> = fc.record({
  currency: anyCurrency,
  pricesIncludeTax: fc.boolean(),
  lines: fc.array(anyLine, { maxLength: 5 }),
  shipping: fc.option(
    fc.record({
      id: fc.constantFrom('1', '2'),
      price: fc.bigInt({ min: 0n, max: 100_000n }),
      taxRate: fc.constantFrom(...RATES),
    }),
  ),
});

const rules = fc.option(
  fc.record({
    type: fc.constant('group'),
    match_on: fc.constantFrom('any', 'all'),
    children: fc.array(
      fc.oneof(
        fc.record({ type: fc.constant('cart_item'), match: fc.constant('sku'), against: fc.constantFrom(...SKUS) }),
        fc.record({
          type: fc.constant('cart'),
          match: fc.constantFrom('value', 'discounted_value', 'total_items'),
          operator: fc.constantFrom('>', '<='),
          against: fc.nat(200),
        }),
      ),
      { maxLength: 2 },
    ),
  }),
  { freq: 2 },
);

/** A sound promotion: amounts stay within what their action allows. */
export const anyPromotion: fc.Arbitrary<PromotionFields> = fc
  .record({
    action: fc.constantFrom(...ACTION_KEYS),
    tenths: fc.nat(1000),
    priority: fc.integer({ min: -2, max: 2 }),
    max_quantity: fc.constantFrom('0', '0', '0.01', '3', '7.5'),
    trigger_quantity: fc.integer({ min: 1, max: 4 }),
    given: fc.integer({ min: 1, max: 3 }),
    apply_to_shipping: fc.nat(1),
    terminating: fc.constantFrom(0, 0, 0, 1),
    persistent: fc.nat(1),
    best_of: fc.constantFrom(null, null, null, 'spring', 'spring', 'trade'),
    match_rules: rules,
    match_items: rules,
  })
  .map(({ tenths, given, ...fields }) => ({
    ...fields,
    shipping_methods: ['1'],
    amount: fields.action === 'buy_x_get_y_free' ? given : `${Math.floor(tenths / 10)}.${tenths % 10}`,
  }));

/** Sound promotions, of all actions. */
export const somePromotions = fc.array(anyPromotion, { maxLength: 6 });
