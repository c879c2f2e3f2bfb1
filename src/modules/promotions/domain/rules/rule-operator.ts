/** The comparisons of promotions.md 16. */
export const OPERATORS = [
  '=',
  '!=',
  '>',
  '>=',
  '<',
  '<=',
  'in',
  '!in',
  'contains',
  '!contains',
  'starts_with',
  'ends_with',
  'between',
  'empty',
  '!empty',
] as const;
export type Operator = (typeof OPERATORS)[number];

/** Other spellings that are accepted, and echoed as they were sent. */
const SPELLINGS: Readonly<Record<string, Operator>> = {
  '==': '=',
  eq: '=',
  '<>': '!=',
  ne: '!=',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  nin: '!in',
  'not in': '!in',
};

const BY_SPELLING = new Map<string, Operator>([
  ...OPERATORS.map((operator): [string, Operator] => [operator, operator]),
  ...Object.entries(SPELLINGS),
]);

/** The comparison that a spelling means, in any case; a missing one means `=`. Undefined when it is unknown. */
export function readOperator(spelling: string | undefined): Operator | undefined {
  return spelling === undefined ? '=' : BY_SPELLING.get(spelling.trim().toLowerCase());
}

/** Operators whose `against` is a list of values. */
export function takesList(operator: Operator): boolean {
  return operator === 'in' || operator === '!in' || operator === 'between';
}

/** Operators that look at the field alone. */
export function takesNothing(operator: Operator): boolean {
  return operator === 'empty' || operator === '!empty';
}
