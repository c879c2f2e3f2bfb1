import { buyXGetYFree } from './actions/buy-x-get-y-free.action';
import { discountByFixed } from './actions/discount-by-fixed.action';
import { discountByPercent } from './actions/discount-by-percent.action';
import { type DiscountAction } from './actions/discount-action';
import { discountSubtotalFixed } from './actions/discount-subtotal-fixed.action';
import { discountSubtotalPercent } from './actions/discount-subtotal-percent.action';
import { discountToFixed } from './actions/discount-to-fixed.action';
import { freeShip } from './actions/free-ship.action';
import { canonicalCode } from './fold-text';
import { type PromotionAction, type PromotionDefinition } from './promotion-definition';
import { Comparisons } from './rules/compare-fact';
import { compileRuleTree } from './rules/compile-rule-tree';
import { type CompiledRule } from './rules/compiled-rule';

/** A promotion ready to be evaluated: its rules are functions, its code folded, its action bound. Holds no state. */
export interface CompiledPromotion {
  readonly definition: PromotionDefinition;
  /** Canonical; empty: applied automatically. */
  readonly code: string;
  /** Null: no restriction. */
  readonly rules: CompiledRule | null;
  readonly items: CompiledRule | null;
  readonly shippingMethods: ReadonlySet<string>;
  readonly act: DiscountAction;
}

const ACTIONS: Readonly<Record<PromotionAction, (definition: PromotionDefinition) => DiscountAction>> = {
  free_ship: freeShip,
  buy_x_get_y_free: buyXGetYFree,
  discount_by_fixed: discountByFixed,
  discount_by_percent: discountByPercent,
  discount_to_fixed: discountToFixed,
  discount_subtotal_fixed: discountSubtotalFixed,
  discount_subtotal_percent: discountSubtotalPercent,
};

/** Product actions before subtotal actions before `free_ship` (promotions.md 10). */
const CLASS: Readonly<Record<PromotionAction, number>> = {
  discount_by_fixed: 0,
  discount_by_percent: 0,
  discount_to_fixed: 0,
  buy_x_get_y_free: 0,
  discount_subtotal_fixed: 1,
  discount_subtotal_percent: 1,
  free_ship: 2,
};

function compilePromotion(definition: PromotionDefinition, comparisons: Comparisons): CompiledPromotion {
  return {
    definition,
    code: canonicalCode(definition.discountCode),
    rules: compileRuleTree(definition.matchRules, 'match_rules', comparisons),
    items: compileRuleTree(definition.matchItems, 'match_items', comparisons),
    shippingMethods: new Set(definition.shippingMethods),
    act: ACTIONS[definition.action](definition),
  };
}

/**
 * Compiles promotions into the order they are processed in. A filtered copy of the result is in order too.
 * @throws RangeError when a rule tree did not come from `parseRuleTree`
 */
export function compilePromotions(definitions: readonly PromotionDefinition[]): readonly CompiledPromotion[] {
  const comparisons = new Comparisons();
  return [...definitions].sort(byOrder).map((definition) => compilePromotion(definition, comparisons));
}

function byOrder(a: PromotionDefinition, b: PromotionDefinition): number {
  return a.priority - b.priority || CLASS[a.action] - CLASS[b.action] || compareIds(a.id, b.id);
}

/** Numerically; an id that is no number comes after those that are. */
function compareIds(a: string, b: string): number {
  const left = numberOf(a);
  const right = numberOf(b);
  if (left !== null && right !== null && left !== right) return left < right ? -1 : 1;
  if ((left === null) !== (right === null)) return left === null ? 1 : -1;
  return a < b ? -1 : Number(a > b);
}

function numberOf(id: string): bigint | null {
  return /^\d{1,30}$/.test(id) ? BigInt(id) : null;
}
