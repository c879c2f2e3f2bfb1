import { type Fact, FactValue } from './fact-value';
import { type RuleOperator } from './operators/rule-operator';

/** One comparison, compiled once. */
export interface Comparison {
  /** Decides it. */
  readonly holds: (fact: Fact) => boolean;
  /** Keys of which a fact must have one, if that decides the comparison; else null. */
  readonly keys: readonly string[] | null;
}

/**
 * Compiles a comparison (promotions.md 16, 17): decimals as decimals, everything else as folded text, a list when any
 * of its elements does; for an operator that denies, when all do, so that it is the opposite of the one it denies.
 * @param against the texts compared with: one, two for `between`, any number for `in` and `!in`, none for `empty`
 */
export function compileComparison(operator: RuleOperator, against: readonly string[]): Comparison {
  const test = operator.compile(against);
  const { holdsWhenAbsent: whenAbsent = false, isNegative = false } = operator;
  return {
    holds: (fact) => {
      if (fact === null) return whenAbsent;
      if (fact instanceof FactValue) return test(fact);
      return isNegative ? fact.every(test) : fact.some(test);
    },
    keys: operator.keys?.(against) ?? null,
  };
}

/** Compiles each comparison once: rules that ask the same share it, and with it the answer about a cart's lines. */
export class Comparisons {
  private readonly known = new Map<string, Comparison>();

  /** @param against as for {@link compileComparison} */
  of(operator: RuleOperator, against: readonly string[]): Comparison {
    const name = JSON.stringify([operator.key, against]);
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const compiled = compileComparison(operator, against);
    this.known.set(name, compiled);
    return compiled;
  }
}
