import { not, type RuleOperator, type ValueTest } from './rule-operator';

const isEmpty: ValueTest = (value) => value.key === '';

/** Missing, or only spaces. */
export const empty = {
  key: 'empty',
  meaning: 'is empty or not there',
  takes: 'nothing',
  holdsWhenAbsent: true,
  compile: () => isEmpty,
} as const satisfies RuleOperator;

export const notEmpty = {
  key: '!empty',
  meaning: 'is there and not empty',
  takes: 'nothing',
  isNegative: true,
  compile: () => not(isEmpty),
} as const satisfies RuleOperator;
