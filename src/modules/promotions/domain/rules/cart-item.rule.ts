import { type CartFacts } from '../cart-facts';
import { type FactTest } from './compare-fact';
import { type CompiledRule, type RuleFailure, WHOLE_CART } from './compiled-rule';
import { showFact } from './fact-value';
import { leafFailure } from './leaf-failure';
import { LINE_FIELDS, type LineField, type RuleLeaf } from './rule-tree';

/** A rule over a line. About the whole cart it means some line, or every line where `match_on` is `all` (promotions.md 14). */
export class CartItemRule implements CompiledRule {
  private readonly field: number;

  constructor(
    private readonly leaf: RuleLeaf,
    private readonly path: string,
    private readonly test: FactTest,
  ) {
    this.field = LINE_FIELDS.indexOf(leaf.match as LineField);
  }

  matches(facts: CartFacts, line: number): boolean {
    const column = facts.ofLines(this.field);
    if (line !== WHOLE_CART) return this.test(column[line] ?? null);
    return this.leaf.match_on === 'all' ? column.length > 0 && column.every(this.test) : column.some(this.test);
  }

  select(facts: CartFacts, lines: readonly number[]): readonly number[] {
    if (lines[0] === WHOLE_CART) return this.matches(facts, WHOLE_CART) ? lines : [];
    const column = facts.ofLines(this.field);
    const selected: number[] = [];
    for (const line of lines) if (this.test(column[line] ?? null)) selected.push(line);
    return selected;
  }

  explain(facts: CartFacts, lines: readonly number[]): RuleFailure[] {
    const column = facts.ofLines(this.field);
    const looked = lines[0] === WHOLE_CART ? column : lines.map((line) => column[line] ?? null);
    return [leafFailure(this.leaf, this.path, looked.map(showFact))];
  }
}
