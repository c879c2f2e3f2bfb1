import { type CartFacts, CUSTOMER_FIELDS, type CustomerField } from '../cart-facts';
import { type Comparison } from './compare-fact';
import { type CompiledRule, type RuleFailure } from './compiled-rule';
import { showFact } from './fact-value';
import { leafFailure } from './leaf-failure';
import { type LeafType } from './leaf-type';
import { type RuleLeaf } from './rule-tree';

/** A rule over the customer; the same result for every line. */
class CustomerRule implements CompiledRule {
  private readonly field: CustomerField;

  constructor(
    private readonly leaf: RuleLeaf,
    private readonly path: string,
    private readonly comparison: Comparison,
  ) {
    this.field = leaf.match as CustomerField;
  }

  matches(facts: CartFacts): boolean {
    return this.comparison.holds(facts.ofCustomer(this.field));
  }

  select(facts: CartFacts, lines: readonly number[]): readonly number[] {
    return this.matches(facts) ? lines : [];
  }

  explain(facts: CartFacts): RuleFailure[] {
    return [leafFailure(this.leaf, this.path, showFact(facts.ofCustomer(this.field)))];
  }
}

/** Compares the customer. */
export const customer = {
  type: 'customer',
  meaning: 'Customer',
  fields: CUSTOMER_FIELDS,
  rule: CustomerRule,
} as const satisfies LeafType;
