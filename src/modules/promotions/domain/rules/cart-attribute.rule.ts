import { CART_FIELDS, type CartFacts, type CartField } from '../cart-facts';
import { compareDecimals, decimalDifference } from '../../../../kernel/decimal';
import { amountText } from '../../../../kernel/money';
import { comparisonKey, decimalOfKey, FactValue, showFact } from './fact-value';
import { type Comparison } from './compare-fact';
import { type CompiledRule, type RuleFailure } from './compiled-rule';
import { leafFailure } from './leaf-failure';
import { type LeafType } from './leaf-type';
import { readOperator } from './operators/rule-operators';
import { type RuleLeaf } from './rule-tree';

/** The names of the cart's value. For these a rejection contains the missing amount (promotions.md, Preview). */
const VALUE_FIELDS: ReadonlySet<string> = new Set<CartField>(['value', 'price', 'subtotal']);

/** A rule over the cart as a whole; the same result for every line. */
class CartAttributeRule implements CompiledRule {
  private readonly field: CartField;

  constructor(
    private readonly leaf: RuleLeaf,
    private readonly path: string,
    private readonly comparison: Comparison,
  ) {
    this.field = leaf.match as CartField;
  }

  matches(facts: CartFacts): boolean {
    return this.comparison.holds(facts.ofCart(this.field));
  }

  select(facts: CartFacts, lines: readonly number[]): readonly number[] {
    return this.matches(facts) ? lines : [];
  }

  explain(facts: CartFacts): RuleFailure[] {
    const fact = facts.ofCart(this.field);
    const failure = leafFailure(this.leaf, this.path, showFact(fact));
    const missing = fact instanceof FactValue ? this.missing(fact, facts) : null;
    return [missing === null ? failure : { ...failure, missing }];
  }

  private missing(value: FactValue, facts: CartFacts): string | null {
    if (!VALUE_FIELDS.has(this.field) || !readOperator(this.leaf.operator)?.isLowerBound) return null;
    const wanted = decimalOfKey(comparisonKey(String(this.leaf.against)));
    if (wanted === null || value.decimal === null) return null;
    const isAtBound = compareDecimals(wanted, value.decimal) === 0;
    return isAtBound ? amountText(facts.smallestStep) : decimalDifference(wanted, value.decimal);
  }
}

/** Compares the cart. */
export const cartAttribute = {
  type: 'cart_attribute',
  meaning: 'Cart',
  fields: CART_FIELDS,
  rule: CartAttributeRule,
} as const satisfies LeafType;

/** Alias of {@link cartAttribute} by its short name. */
export const cart = { ...cartAttribute, type: 'cart' } as const satisfies LeafType;
