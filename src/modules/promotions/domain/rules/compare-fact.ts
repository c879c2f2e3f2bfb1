import { compareDecimals } from '../decimal';
import { foldText } from '../fold-text';
import { comparisonKey, decimalOfKey, type Fact, FactValue } from './fact-value';
import { type Operator } from './rule-operator';

type ValueTest = (value: FactValue) => boolean;

/** One comparison, compiled once. */
export interface Comparison {
  /** Decides it. */
  readonly holds: (fact: Fact) => boolean;
  /** Where having one of these keys is all that it asks of a fact: `=` and `in`. Null for the others. */
  readonly keys: readonly string[] | null;
}

/** Operators that hold for a field that is not there (promotions.md 17). */
const HOLDS_WHEN_ABSENT: ReadonlySet<Operator> = new Set<Operator>(['!=', '!in', 'empty']);

/**
 * Compiles a comparison (promotions.md 16, 17): decimals as decimals, everything else as folded text, a list when any
 * of its elements does.
 * @param against the texts compared with: one, two for `between`, any number for `in` and `!in`, none for `empty`
 */
export function compileComparison(operator: Operator, against: readonly string[]): Comparison {
  const test = VALUE_TESTS[operator](against);
  const whenAbsent = HOLDS_WHEN_ABSENT.has(operator);
  return {
    holds: (fact) => {
      if (fact === null) return whenAbsent;
      return fact instanceof FactValue ? test(fact) : fact.some(test);
    },
    keys: KEYS[operator]?.(against) ?? null,
  };
}

/** Compiles each comparison once: rules that ask the same share it, and with it the answer about a cart's lines. */
export class Comparisons {
  private readonly known = new Map<string, Comparison>();

  /** @param against as for {@link compileComparison} */
  of(operator: Operator, against: readonly string[]): Comparison {
    const name = JSON.stringify([operator, against]);
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const compiled = compileComparison(operator, against);
    this.known.set(name, compiled);
    return compiled;
  }
}

const VALUE_TESTS: Readonly<Record<Operator, (against: readonly string[]) => ValueTest>> = {
  '=': equalTo,
  '!=': (against) => not(equalTo(against)),
  '>': (against) => ordered(against, (order) => order > 0),
  '>=': (against) => ordered(against, (order) => order >= 0),
  '<': (against) => ordered(against, (order) => order < 0),
  '<=': (against) => ordered(against, (order) => order <= 0),
  in: oneOf,
  '!in': (against) => not(oneOf(against)),
  contains: (against) => textual(against, (text, part) => text.includes(part)),
  '!contains': (against) => not(textual(against, (text, part) => text.includes(part))),
  starts_with: (against) => textual(against, (text, part) => text.startsWith(part)),
  ends_with: (against) => textual(against, (text, part) => text.endsWith(part)),
  between: ([low = '', high = '']) => {
    const isFromLow = ordered([low], (order) => order >= 0);
    const isToHigh = ordered([high], (order) => order <= 0);
    return (value) => isFromLow(value) && isToHigh(value);
  },
  empty: () => isEmpty,
  '!empty': () => not(isEmpty),
};

const KEYS: Partial<Record<Operator, (against: readonly string[]) => readonly string[]>> = {
  '=': ([against = '']) => [comparisonKey(against)],
  in: (against) => [...new Set(against.map(comparisonKey))],
};

function not(test: ValueTest): ValueTest {
  return (value) => !test(value);
}

function isEmpty(value: FactValue): boolean {
  return value.key === '';
}

function equalTo([against = '']: readonly string[]): ValueTest {
  const key = comparisonKey(against);
  return (value) => value.is(key);
}

function oneOf(against: readonly string[]): ValueTest {
  const keys = new Set(against.map(comparisonKey));
  return (value) => value.isIn(keys);
}

/** Order is a matter of numbers: on text these are false, whichever side it is on. */
function ordered([against = '']: readonly string[], accepts: (order: number) => boolean): ValueTest {
  const bound = decimalOfKey(comparisonKey(against));
  if (bound === null) return () => false;
  return (value) => value.decimal !== null && accepts(compareDecimals(value.decimal, bound));
}

function textual([against = '']: readonly string[], accepts: (text: string, part: string) => boolean): ValueTest {
  const part = foldText(against);
  return (value) => value.texts().some((text) => accepts(text, part));
}
