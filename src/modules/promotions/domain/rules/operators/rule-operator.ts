import { type FactValue } from '../fact-value';

/** Whether one value of a field holds against what the operator was compiled with. */
export type ValueTest = (value: FactValue) => boolean;

/**
 * An operator of rules. Everything the store knows of it stands here: validation, the comparison, the reports and the
 * OpenAPI document read it from `registered-operators.ts`.
 */
export interface RuleOperator {
  /** The value of `operator` on the wire, lower case. */
  readonly key: string;
  /** Other spellings that are accepted, lower case, and echoed as they were sent. */
  readonly spellings?: readonly string[];
  /** Completes "the field", for the OpenAPI document. */
  readonly meaning: string;
  /** The kind of value in `against`. */
  readonly takes: 'nothing' | 'value' | 'list';
  /** Returns the fault of a list with this number of values, besides being empty or too long. */
  readonly countFault?: (count: number) => string | null;
  /** It holds for a field that is not there (promotions.md 17). */
  readonly holdsWhenAbsent?: boolean;
  /** It denies: of a list it holds when no element is what it denies (promotions.md 17). */
  readonly isNegative?: boolean;
  /** It requires at least a value: a rejection contains the missing amount (promotions.md 6). */
  readonly isLowerBound?: boolean;
  /** @param against texts: one for `value`, any number for `list`, none for `nothing` */
  readonly compile: (against: readonly string[]) => ValueTest;
  /** Keys of which a field must have one, if that decides the operator: lines are then found by key. */
  readonly keys?: (against: readonly string[]) => readonly string[];
}

/** The opposite of a test. */
export function not(test: ValueTest): ValueTest {
  return (value) => !test(value);
}
