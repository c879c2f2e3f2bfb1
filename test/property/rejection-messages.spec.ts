import * as fc from 'fast-check';
import { type MoneyFormat } from '../../src/kernel/money';
import { type CartSnapshot } from '../../src/modules/promotions/domain/cart-snapshot';
import { CART_FIELDS, CUSTOMER_FIELDS, LINE_FIELDS } from '../../src/modules/promotions/domain/cart-facts';
import { LANGUAGES } from '../../src/modules/promotions/domain/messages/languages';
import { rejectionMessage } from '../../src/modules/promotions/domain/messages/rejection-message';
import { OPERATORS } from '../../src/modules/promotions/domain/rules/operators/rule-operators';
import { evaluate, type PromotionFields } from '../builders/promotion-engine.builder';
import { anyCart, anyPromotion } from '../builders/random-cart.builder';

const RUNS = Number(process.env['MESSAGE_RUNS'] ?? 3000);
const FIRST_ID = 890_123_456_789_012_000n;

const anyId = fc.nat(999).map((n) => String(FIRST_ID + BigInt(n)));
const anyValue = fc.oneof(
  anyId,
  fc.constantFrom(
    'acme',
    '',
    ' ',
    '0',
    '1',
    'true',
    '7',
    'sunday',
    'GB',
    'Zürich',
    '-3',
    '1e3',
    '{field}',
    '$&',
    'a\nb',
  ),
  fc.nat(10_000_000).map((n) => `${n}.${n % 97}`),
  fc.string({ maxLength: 30 }),
);

const fields = [
  ...CART_FIELDS.map((match) => ({ type: 'cart', match })),
  ...CUSTOMER_FIELDS.map((match) => ({ type: 'customer', match })),
  ...LINE_FIELDS.map((match) => ({ type: 'cart_item', match })),
];

const anyRule = fc
  .record({
    field: fc.constantFrom(...fields),
    operator: fc.constantFrom(...OPERATORS),
    values: fc.tuple(anyValue, anyValue, anyValue, anyValue, anyValue),
    count: fc.integer({ min: 1, max: 5 }),
    match_on: fc.constantFrom('any', 'all'),
  })
  .map(({ field, operator: { key, takes }, values, count, match_on }) => {
    const [first] = values;
    // An empty value is none to the reader of rules.
    const list = key === 'between' ? values.slice(0, 2) : values.slice(0, count);
    const against = { list: list.map((text) => text.trim() || 'x'), value: first || 'x', nothing: undefined }[takes];
    return { ...field, operator: key, against, ...(field.type === 'cart_item' && { match_on }) };
  });

const anyTree = fc.option(
  fc.record({
    type: fc.constant('group'),
    match_on: fc.constantFrom('any', 'all'),
    children: fc.array(anyRule, { minLength: 1, maxLength: 5 }),
  }),
  { freq: 2 },
);

const anyTold: fc.Arbitrary<PromotionFields> = fc
  .record({
    base: anyPromotion,
    id: anyId,
    title: fc.constantFrom('', 'Spring Sale', 'Ten off'),
    best_of: fc.constantFrom(null, 'spring'),
    match_rules: anyTree,
    match_items: anyTree,
    dates: fc.constantFrom({}, {}, {}, {}, { from: '2026-12-31' }, { to: '2026-01-31' }),
    status: fc.constantFrom(1, 1, 1, 1, 0),
    customer_group: fc.oneof({ weight: 8, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: anyId }),
    discount_code: fc.constantFrom(undefined, undefined, undefined, 'TEN'),
    customer_uses: fc.constantFrom(0, 0, 0, 1),
    max_uses: fc.constantFrom(0, 0, 0, 3),
    budget: fc.constantFrom(0, 0, '0.5', '7'),
    shipping_methods: fc.array(anyId, { minLength: 1, maxLength: 4 }),
  })
  .map(({ base, id, dates, ...own }) => ({ ...base, ...own, ...dates, id }));

const formats: readonly (MoneyFormat | null)[] = [
  { code: 'GBP', format: '£{price}', decimalPoint: '.', thousandPoint: ',', roundingMode: 'half_up' },
  { code: 'JPY', format: '{price} JPY', decimalPoint: '.', thousandPoint: ' ', roundingMode: 'half_even' },
  null,
];

describe('promotions-at-scale.md 8: the message of any rejection', () => {
  it('is one sentence, without an id, and nothing is left out of it', () => {
    const reasons = new Set<string>();
    const known: fc.Arbitrary<[CartSnapshot, PromotionFields[]]> = fc.tuple(
      anyCart,
      fc.uniqueArray(anyTold, { minLength: 1, maxLength: 6, selector: ({ id }) => id }),
    );
    fc.assert(
      fc.property(known, fc.boolean(), ([cart, promotions], isUsed) => {
        const usage = new Map(promotions.map(({ id }) => [String(id), { used: isUsed ? 3 : 0, customerUsed: 1 }]));
        const customer = isUsed ? { id: '5', email: 'ada@example.com' } : null;
        for (const rejected of evaluate(cart, promotions, { usage, customer }).rejected) {
          reasons.add(rejected.reason.replace(/:.*/, ''));
          for (const [i, language] of LANGUAGES.flatMap((each) => [each, each, each]).entries()) {
            for (const subject of ['cart', 'order'] as const) {
              const message = rejectionMessage(rejected, { language, currency: formats[i % 3] ?? null, subject });
              expect(message).toMatch(/^\S.*\S\.$/u);
              expect(message).not.toMatch(/\d{15}|undefined|NaN|\[object/);
              expect(message.length).toBeLessThan(700);
            }
          }
        }
      }),
      { numRuns: RUNS },
    );
    // All that the engine has: the values above reach each.
    expect([...reasons].sort()).toEqual([
      'budget_reached',
      'code_required',
      'customer_group',
      'customer_required',
      'customer_uses_reached',
      'draft',
      'expired',
      'match_items',
      'match_rules',
      'max_uses_reached',
      'no_effect',
      'not_started',
      'outbid_by',
      'shipping_method',
      'terminated_by',
    ]);
  });
});
