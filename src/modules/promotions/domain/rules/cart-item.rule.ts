import { type CartFacts, LINE_FIELDS } from '../cart-facts';
import { type Comparison } from './compare-fact';
import { type CompiledRule, type RuleFailure, WHOLE_CART } from './compiled-rule';
import { MAX_EXPLAINED } from './fact-value';
import { leafFailure } from './leaf-failure';
import { type LeafType } from './leaf-type';
import { type RuleLeaf } from './rule-tree';

/** A rule over a line. About the whole cart it means some line, or every line where `match_on` is `all` (promotions.md 14). */
class CartItemRule implements CompiledRule {
  private readonly field: number;

  constructor(
    private readonly leaf: RuleLeaf,
    private readonly path: string,
    private readonly comparison: Comparison,
  ) {
    this.field = LINE_FIELDS.indexOf(leaf.match);
  }

  matches(facts: CartFacts): boolean {
    const column = facts.ofLines(this.field);
    const met = column.linesThatMeet(this.comparison).length;
    return met > 0 && (this.leaf.match_on !== 'all' || met === column.length);
  }

  select(facts: CartFacts, lines: readonly number[]): readonly number[] {
    if (lines[0] === WHOLE_CART) return this.matches(facts) ? lines : [];
    const column = facts.ofLines(this.field);
    // As many lines as there are can only be all of them.
    if (lines.length === column.length) return column.linesThatMeet(this.comparison);
    return lines.filter((line) => column.meets(this.comparison, line));
  }

  explain(facts: CartFacts, lines: readonly number[]): RuleFailure[] {
    const column = facts.ofLines(this.field);
    const isEveryLine = lines[0] === WHOLE_CART || lines.length === column.length;
    const first = lines.slice(0, MAX_EXPLAINED);
    const actual = isEveryLine ? column.firstShown : first.map((line) => column.shown(line));
    const more = (isEveryLine ? column.length : lines.length) - actual.length;
    const failure = { ...leafFailure(this.leaf, this.path, actual), ...(more > 0 && { actual_more: more }) };
    // About one line at a time it says nothing (promotions.md 14).
    return [this.leaf.match_on === 'all' && lines[0] === WHOLE_CART ? { ...failure, match_on: 'all' } : failure];
  }
}

/** Compares a line. */
export const cartItem = {
  type: 'cart_item',
  meaning: 'Line of the cart',
  fields: LINE_FIELDS,
  rule: CartItemRule,
} as const satisfies LeafType;
