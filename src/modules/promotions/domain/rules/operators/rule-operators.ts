import { equal } from './equality.operator';
import * as registered from './registered-operators';
import { type RuleOperator } from './rule-operator';

/** The operator of a rule that names none (promotions.md 16). */
export const DEFAULT_OPERATOR: RuleOperator = equal;

/** The value of `operator` on the wire, in its first spelling. */
export type OperatorKey = (typeof registered)[keyof typeof registered]['key'];

/** An operator and its negation stand together: `in`, `!in`. */
const place = ({ key }: RuleOperator): string => (/^!\w/.test(key) ? `${key.slice(1)}!` : key);

// The order of a module's exports is the compiler's business; that of the document is not.
/** The comparisons of promotions.md 16, in the order of the OpenAPI document. */
export const OPERATORS: readonly RuleOperator[] = Object.values(registered).sort((a: RuleOperator, b: RuleOperator) =>
  place(a) < place(b) ? -1 : 1,
);

/** Their keys, for messages. */
export const OPERATOR_KEYS: readonly string[] = OPERATORS.map(({ key }) => key);

const BY_SPELLING = new Map(
  OPERATORS.flatMap((operator) =>
    [operator.key, ...(operator.spellings ?? [])].map((spelling): [string, RuleOperator] => [spelling, operator]),
  ),
);

/** The operator that a spelling means, in any case; a missing one means {@link DEFAULT_OPERATOR}. Undefined when it is unknown. */
export function readOperator(spelling: string | undefined): RuleOperator | undefined {
  return spelling === undefined ? DEFAULT_OPERATOR : BY_SPELLING.get(spelling.trim().toLowerCase());
}

/** Keys of the operators that take so much, for the OpenAPI document: `in, !in`. */
export function keysOf(takes: RuleOperator['takes']): string {
  return OPERATORS.filter((operator) => operator.takes === takes)
    .map(({ key }) => key)
    .join(', ');
}

/** The operators for forms. */
export const OPERATOR_USES = Object.fromEntries(
  OPERATORS.map(({ key, meaning, takes }) => [key, { name: meaning, takes }]),
);

/** Meaning of each operator, for the OpenAPI document. */
export function describeOperators(): string {
  return OPERATORS.map(({ key, meaning }) => `${key}: the field ${meaning}.`).join(' ');
}
