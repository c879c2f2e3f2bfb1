import {
  aCart,
  aLine,
  allOf,
  aPromotion,
  cartRule,
  evaluate,
} from '../../../../../test/builders/promotion-engine.builder';
import { type CartCustomer } from '../cart-snapshot';
import { compilePromotions } from '../compile-promotion';
import { type EvaluationInput } from '../evaluate-promotions';
import { canonicalCode } from '../fold-text';
import { type PoolCode } from '../pool-code';

const TEN = { action: 'discount_by_percent', amount: '10' };

/** The reason and detail of one promotion that is not applied; null when it is. */
function whyNot(fields: object, more: Partial<EvaluationInput> = {}, code?: string): unknown {
  const cart = aCart([aLine('10')], { discountCode: code });
  const [rejected] = evaluate(cart, [{ ...TEN, ...fields }], more).rejected;
  return rejected ? [rejected.reason, rejected.detail] : null;
}

describe('a promotion is not applied', () => {
  it('while it is a draft, unless drafts are asked for', () => {
    expect(whyNot({ status: 0 })).toEqual(['draft', null]);
    expect(whyNot({ status: 0 }, { includesDrafts: true })).toBeNull();
  });

  it.each([
    ['2026-03-02', '2026-03-31', ['not_started', { from: '2026-03-02', today: '2026-03-01' }]],
    ['2026-03-01', '2026-03-01', null],
    ['2026-02-01', '2026-02-28', ['expired', { to: '2026-02-28', today: '2026-03-01' }]],
    [null, '2026-02-28', ['expired', { to: '2026-02-28', today: '2026-03-01' }]],
    ['2026-03-01', null, null],
    ['2026-03-02', null, ['not_started', { from: '2026-03-02', today: '2026-03-01' }]],
  ])('outside of %p to %p in the store’s zone', (from, to, reason) => {
    expect(whyNot({ from, to })).toEqual(reason);
  });

  it('without its code, in any spelling of it', () => {
    expect(whyNot({ discount_code: 'ＳＰＲＩＮＧ１０' })).toEqual(['code_required', null]);
    expect(whyNot({ discount_code: 'ＳＰＲＩＮＧ１０' }, {}, 'other')).toEqual(['code_required', null]);
    expect(whyNot({ discount_code: 'ＳＰＲＩＮＧ１０' }, {}, ' spring10 ')).toBeNull();
  });

  it('without a code of its pool that can be used (promotions-at-scale.md 2)', () => {
    const pooled = { ...aPromotion(TEN), id: '1', hasCodes: true };
    const of = (poolCode: Partial<PoolCode> | null, code: string | null = null): unknown => {
      const promotions = compilePromotions([pooled, aPromotion({ ...TEN, id: '2', discount_code: code })]);
      const whole = poolCode && { id: '9', promotionId: '1', code: 'S-1', fault: null, ...poolCode };
      const result = evaluate(aCart([aLine('10')], { discountCode: 's-1' }), [], { promotions, poolCode: whole });
      return [
        result.applied.map(({ id }) => id),
        result.rejected.map(({ id, reason, detail }) => [id, reason, detail]),
      ];
    };
    expect(of({})).toEqual([['1', '2'], []]);
    expect(of(null)).toEqual([['2'], [['1', 'code_required', null]]]);
    expect(of({ promotionId: '3' })).toEqual([['2'], [['1', 'code_required', null]]]);
    for (const fault of ['code_revoked', 'code_used', 'code_expired'] as const)
      expect(of({ fault })).toEqual([['2'], [['1', fault, null]]]);
    expect(of({}, 'other')).toEqual([['1'], [['2', 'code_required', null]]]);
    // A cart without a code, and a promotion with a pool and no code of its own.
    const none = evaluate(aCart([aLine('10')]), [], { promotions: compilePromotions([pooled]) });
    expect(none.rejected.map(({ id, reason }) => [id, reason])).toEqual([['1', 'code_required']]);
  });

  it('outside of its customer group', () => {
    const of = (customer: CartCustomer | null) => whyNot({ customer_group: 4 }, { customer });
    expect(of(null)).toEqual(['customer_group', { customer_group: '4', actual: null }]);
    expect(of({ id: '7', group: { id: '5', slug: '4' } })).toEqual([
      'customer_group',
      { customer_group: '4', actual: '5' },
    ]);
    expect(of({ id: '7', group: { id: '4', slug: 'vip' } })).toBeNull();
    expect(of({ id: '7', group: '4' })).toBeNull();
  });

  it('without one of its shipping methods', () => {
    const ship = { action: 'free_ship', shipping_methods: ['7', '8'] };
    const of = (id?: string | null) => {
      const shipping = id === undefined ? null : { id, price: 50_000n };
      return evaluate(aCart([aLine('10')], { shipping }), [ship]).rejected.map(({ reason, detail }) => [
        reason,
        detail,
      ]);
    };
    const rejected = (actual: string | null) => [['shipping_method', { shipping_methods: ['7', '8'], actual }]];
    expect([of(), of(null), of('9'), of('8')]).toEqual([rejected(null), rejected(null), rejected('9'), []]);
  });

  it('when its uses are used up', () => {
    const usage = new Map([['1', { used: 5, customerUsed: 2 }]]);
    expect(whyNot({ max_uses: 5 }, { usage })).toEqual(['max_uses_reached', { max_uses: 5, used: 5 }]);
    expect(whyNot({ max_uses: 6 }, { usage })).toBeNull();
  });

  it('for a customer who had it often enough, or whom nobody knows', () => {
    const usage = new Map([['1', { used: 5, customerUsed: 2 }]]);
    const of = (customerUses: number, customer: CartCustomer | null) =>
      whyNot({ customer_uses: customerUses }, { usage, customer });
    expect(of(2, { id: '7' })).toEqual(['customer_uses_reached', { customer_uses: 2, used: 2 }]);
    expect(of(2, { email: ' a@example.test ' })).toEqual(['customer_uses_reached', { customer_uses: 2, used: 2 }]);
    expect(of(3, { email: 'a@example.test' })).toBeNull();
    const unknown = [null, { email: ' ' }, { group: '4' }].map((customer) => of(3, customer));
    expect(unknown).toEqual(Array(3).fill(['customer_required', { customer_uses: 3 }]));
    expect(whyNot({ customer_uses: 1 }, { customer: { id: '7' } })).toBeNull();
  });

  it('for the first reason that holds, in the order of the contract', () => {
    const usage = new Map([['2', { used: 9, customerUsed: 9 }]]);
    const faults = [
      [{ status: 0 }, 'draft'],
      [{ from: '2027-01-01' }, 'not_started'],
      [{ to: '2025-01-01' }, 'expired'],
      [{ discount_code: 'X' }, 'code_required'],
      [{ customer_group: 4 }, 'customer_group'],
      [{ max_uses: 1 }, 'max_uses_reached'],
      [{ customer_uses: 1 }, 'customer_uses_reached'],
      [{ persistent: 0 }, 'terminated_by:1'],
      [{ match_rules: allOf(cartRule('value', '>', 99)) }, 'match_rules'],
      [{ match_items: allOf({ type: 'cart_item', match: 'sku', against: 'Z' }) }, 'match_items'],
      [{ shipping_methods: ['7'] }, 'shipping_method'],
    ] as const;
    const seen = faults.map((_, i) => {
      const fields = faults.slice(i).map(([fault]) => fault);
      // A cart that meets two dates that contradict each other does not exist: only the later of the two is left in.
      const own = Object.assign({}, ...fields.toReversed(), i <= 1 ? { to: '2027-02-01' } : {}) as object;
      const first = { ...TEN, id: 1, terminating: 1, priority: -1 };
      const second = { id: 2, action: 'free_ship', persistent: 1, shipping_methods: ['7'], ...own };
      const result = evaluate(aCart([aLine('10')]), [first, second], { usage, customer: i < 7 ? { id: '1' } : null });
      return result.rejected.map(({ reason }) => reason)[0];
    });
    expect(seen).toEqual(faults.map(([, reason]) => reason));
  });
});

describe('a discount code', () => {
  it.each([
    [' Spring10 ', 'spring10'],
    ['ＳＰＲＩＮＧ１０', 'spring10'],
    ['STRASSE', 'strasse'],
    ['straße', 'strasse'],
    ['Sale™', 'saletm'],
    ['\u03aa\u0301', canonicalCode('\u0390')],
    ['ΟΔΟΣ', 'οδος'],
    ['οδος', 'οδος'],
    [' \u00a0', ''],
    [null, ''],
  ])('%p compares as %p', (code, canonical) => {
    expect(canonicalCode(code)).toBe(canonical);
  });
});
