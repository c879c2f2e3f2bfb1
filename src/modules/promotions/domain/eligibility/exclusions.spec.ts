import {
  aCart,
  aLine,
  cartRule,
  allOf,
  evaluate,
  type PromotionFields,
} from '../../../../../test/builders/promotion-engine.builder';
import { type Evaluation } from '../evaluation';

const CART = aCart([aLine('100')]);
const off = (amount: number, more: object = {}): PromotionFields => ({
  action: 'discount_subtotal_fixed',
  amount,
  ...more,
});
const outcome = ({ applied, rejected }: Evaluation) => ({
  applied: applied.map(({ id }) => id),
  rejected: Object.fromEntries(rejected.map(({ id, reason }) => [id, reason])),
});
const of = (...promotions: PromotionFields[]) => outcome(evaluate(CART, promotions));
const NEVER = { match_rules: allOf(cartRule('value', '>', 1000)) };

describe('promotions.md 12a: what a promotion excludes', () => {
  it('does not apply where it applies, at any place in the order', () => {
    for (const priority of [-1, 0, 9]) {
      expect(of(off(1), off(2, { excludes: 'all', priority }), off(3, { persistent: 1 }))).toEqual({
        applied: ['2'],
        rejected: { 1: 'excluded_by:2', 3: 'excluded_by:2' },
      });
      expect(of(off(1), off(2, { excludes: ['3'], priority }), off(3)).rejected).toEqual({ 3: 'excluded_by:2' });
    }
  });

  it('applies where it does not', () => {
    expect(of(off(1), off(2, { excludes: 'all', ...NEVER }))).toEqual({
      applied: ['1'],
      rejected: { 2: 'match_rules' },
    });
    expect(of(off(1), off(2, { excludes: 'all', status: 0 })).applied).toEqual(['1']);
    expect(of(off(1), off(0, { excludes: 'all' }))).toEqual({ applied: ['1'], rejected: { 2: 'no_effect' } });
  });

  it('is told after what keeps it from any cart, and before a stop', () => {
    const excluded = [off(1, { discount_code: 'X' }), off(2, NEVER), off(3)];
    expect(of(...excluded, off(4, { excludes: 'all', priority: -1, terminating: 1 })).rejected).toEqual({
      1: 'code_required',
      2: 'excluded_by:4',
      3: 'excluded_by:4',
    });
  });

  it('may exclude others: of two that do not go together, the earlier is kept', () => {
    const mutual = [off(1, { excludes: ['2'] }), off(2, { excludes: ['1'] })];
    expect(of(...mutual)).toEqual({ applied: ['1'], rejected: { 2: 'excluded_by:1' } });
    expect(of(off(1, { excludes: ['3'] }), off(2, { excludes: 'all' }), off(3))).toEqual({
      applied: ['1'],
      rejected: { 2: 'excluded_by:1', 3: 'excluded_by:1' },
    });
    expect(of(off(1, { excludes: ['2'] }), off(2, { excludes: ['3'] }), off(3)).applied).toEqual(['1', '3']);
  });

  it('leaves its group to the others', () => {
    const spring = { best_of: 'spring' };
    expect(of(off(5, spring), off(3, spring), off(1, { excludes: ['1'] }))).toEqual({
      applied: ['2', '3'],
      rejected: { 1: 'excluded_by:3' },
    });
    const lost = [off(5, spring), off(3, { ...spring, excludes: 'all' }), off(1)];
    expect(of(...lost)).toEqual({ applied: ['2'], rejected: { 1: 'excluded_by:2', 3: 'excluded_by:2' } });
  });

  it('is given back when the one that excludes it loses what it applied by', () => {
    const rest = (against: number) => ({ match_rules: allOf(cartRule('discounted_value', '<', against)) });
    // 2 applies only after 1; 3 excludes 1.
    const promotions = [
      off(10),
      off(2, { excludes: ['4'], priority: 1, ...rest(95) }),
      off(3, { excludes: ['1'], priority: 2 }),
      off(4, { priority: 3 }),
    ];
    expect(of(...promotions)).toEqual({ applied: ['3', '4'], rejected: { 1: 'excluded_by:3', 2: 'match_rules' } });
  });

  it('cannot be itself', () => {
    expect(of(off(1, { excludes: ['1'] }), off(2)).applied).toEqual(['1', '2']);
  });
});
