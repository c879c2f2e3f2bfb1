import { compareDecimals } from '../../../../../kernel/decimal';
import { comparisonKey, decimalOfKey } from '../fact-value';
import { type RuleOperator, type ValueTest } from './rule-operator';

/** Compares numbers only: false if either side is text. */
function ordered([against = '']: readonly string[], accepts: (order: number) => boolean): ValueTest {
  const bound = decimalOfKey(comparisonKey(against));
  if (bound === null) return () => false;
  return (value) => value.decimal !== null && accepts(compareDecimals(value.decimal, bound));
}

export const above = {
  key: '>',
  spellings: ['gt'],
  meaning: 'is above the value',
  takes: 'value',
  isLowerBound: true,
  compile: (against) => ordered(against, (order) => order > 0),
} as const satisfies RuleOperator;

export const atLeast = {
  key: '>=',
  spellings: ['gte'],
  meaning: 'is the value or above',
  takes: 'value',
  isLowerBound: true,
  compile: (against) => ordered(against, (order) => order >= 0),
} as const satisfies RuleOperator;

export const below = {
  key: '<',
  spellings: ['lt'],
  meaning: 'is below the value',
  takes: 'value',
  compile: (against) => ordered(against, (order) => order < 0),
} as const satisfies RuleOperator;

export const atMost = {
  key: '<=',
  spellings: ['lte'],
  meaning: 'is the value or below',
  takes: 'value',
  compile: (against) => ordered(against, (order) => order <= 0),
} as const satisfies RuleOperator;

/** Both ends are included. */
export const between = {
  key: 'between',
  meaning: 'is between the two values or equal to one',
  takes: 'list',
  countFault: (count) => (count === 2 ? null : 'must be two values, the lower first'),
  compile: ([low = '', high = '']) => {
    const isFromLow = ordered([low], (order) => order >= 0);
    const isToHigh = ordered([high], (order) => order <= 0);
    return (value) => isFromLow(value) && isToHigh(value);
  },
} as const satisfies RuleOperator;
