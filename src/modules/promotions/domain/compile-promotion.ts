import { type DiscountAction } from './actions/promotion-action';
import { actionOf, classRank } from './actions/promotion-actions';
import { canonicalCode } from './fold-text';
import { type PromotionDefinition } from './promotion-definition';
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
  /** The methods of which one must be chosen; null: the action does not ask. */
  readonly shippingMethods: ReadonlySet<string> | null;
  readonly act: DiscountAction;
}

function compilePromotion(definition: PromotionDefinition, comparisons: Comparisons): CompiledPromotion {
  const action = actionOf(definition.action);
  return {
    definition,
    code: canonicalCode(definition.discountCode),
    rules: compileRuleTree(definition.matchRules, 'match_rules', comparisons),
    items: compileRuleTree(definition.matchItems, 'match_items', comparisons),
    shippingMethods: action.fields.shipping_methods === undefined ? null : new Set(definition.shippingMethods),
    act: action.compile(definition),
  };
}

/**
 * Compiles promotions into the order they are processed in. A filtered copy of the result is in order too.
 * @throws RangeError when a rule tree did not come from `parseRuleTree`
 */
export function compilePromotions(definitions: readonly PromotionDefinition[]): readonly CompiledPromotion[] {
  return compileInOrder([...definitions].sort(byOrder));
}

/**
 * Compiles promotions that are to be processed as they stand.
 * @throws RangeError as {@link compilePromotions}
 */
export function compileInOrder(definitions: readonly PromotionDefinition[]): readonly CompiledPromotion[] {
  const comparisons = new Comparisons();
  return definitions.map((definition) => compilePromotion(definition, comparisons));
}

/** The order that promotions are processed in (promotions.md 10). */
export function byOrder(a: PromotionDefinition, b: PromotionDefinition): number {
  return a.priority - b.priority || classRank(a.action) - classRank(b.action) || compareIds(a.id, b.id);
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
