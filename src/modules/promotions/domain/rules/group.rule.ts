import { type CartFacts } from '../cart-facts';
import { type CompiledRule, type RuleFailure } from './compiled-rule';

/** Every child must match. */
export class AllGroupRule implements CompiledRule {
  constructor(private readonly children: readonly CompiledRule[]) {}

  matches(facts: CartFacts, line: number): boolean {
    for (const child of this.children) if (!child.matches(facts, line)) return false;
    return true;
  }

  /** The first child that no line gets past, with the lines that reached it. */
  explain(facts: CartFacts, lines: readonly number[]): RuleFailure[] {
    let reached = lines;
    for (const child of this.children) {
      const passed = reached.filter((line) => child.matches(facts, line));
      if (passed.length === 0) return child.explain(facts, reached);
      reached = passed;
    }
    return [];
  }
}

/** One child is enough. */
export class AnyGroupRule implements CompiledRule {
  constructor(private readonly children: readonly CompiledRule[]) {}

  matches(facts: CartFacts, line: number): boolean {
    for (const child of this.children) if (child.matches(facts, line)) return true;
    return false;
  }

  explain(facts: CartFacts, lines: readonly number[]): RuleFailure[] {
    return this.children.flatMap((child) => child.explain(facts, lines));
  }
}
