import { type CartFacts } from '../cart-facts';
import { type CompiledRule, type RuleFailure } from './compiled-rule';

/** Every child must match. */
export class AllGroupRule implements CompiledRule {
  constructor(private readonly children: readonly CompiledRule[]) {}

  matches(facts: CartFacts): boolean {
    for (const child of this.children) if (!child.matches(facts)) return false;
    return true;
  }

  select(facts: CartFacts, lines: readonly number[]): readonly number[] {
    let selected = lines;
    for (const child of this.children) {
      if (selected.length === 0) break;
      selected = child.select(facts, selected);
    }
    return selected;
  }

  /** The first child that no line gets past, with the lines that reached it. */
  explain(facts: CartFacts, lines: readonly number[]): RuleFailure[] {
    let reached = lines;
    for (const child of this.children) {
      const passed = child.select(facts, reached);
      if (passed.length === 0) return child.explain(facts, reached);
      reached = passed;
    }
    return [];
  }
}

/** One child is enough. */
export class AnyGroupRule implements CompiledRule {
  constructor(private readonly children: readonly CompiledRule[]) {}

  matches(facts: CartFacts): boolean {
    for (const child of this.children) if (child.matches(facts)) return true;
    return false;
  }

  select(facts: CartFacts, lines: readonly number[]): readonly number[] {
    const selected = new Set<number>();
    for (const child of this.children) for (const line of child.select(facts, lines)) selected.add(line);
    return lines.filter((line) => selected.has(line));
  }

  explain(facts: CartFacts, lines: readonly number[]): RuleFailure[] {
    return this.children.flatMap((child) => child.explain(facts, lines));
  }
}
