import { comparisonKey } from '../fact-value';
import { not, type RuleOperator, type ValueTest } from './rule-operator';

function equalTo([against = '']: readonly string[]): ValueTest {
  const key = comparisonKey(against);
  return (value) => value.is(key);
}

/** The same number, or the same text but for its case. */
export const equal = {
  key: '=',
  spellings: ['==', 'eq'],
  meaning: 'is the value',
  takes: 'value',
  compile: equalTo,
  keys: ([against = '']) => [comparisonKey(against)],
} as const satisfies RuleOperator;

export const notEqual = {
  key: '!=',
  spellings: ['<>', 'ne'],
  meaning: 'is not the value',
  takes: 'value',
  holdsWhenAbsent: true,
  isNegative: true,
  compile: (against) => not(equalTo(against)),
} as const satisfies RuleOperator;
