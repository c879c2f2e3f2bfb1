/** Operators, the common ones first. */
export const OPERATORS = [
  '=',
  '!=',
  '>',
  '>=',
  '<',
  '<=',
  'in',
  '!in',
  'between',
  'contains',
  '!contains',
  'starts_with',
  'ends_with',
  'empty',
  '!empty',
] as const;

/** Whether an operator compares with several values. */
export const takesList = (operator: string): boolean => ['in', '!in', 'between'].includes(operator);
/** Whether an operator compares with a value at all. */
export const takesValue = (operator: string): boolean => operator !== 'empty' && operator !== '!empty';
