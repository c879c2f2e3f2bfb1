import { comparisonKey } from '../fact-value';
import { not, type RuleOperator, type ValueTest } from './rule-operator';

function oneOf(against: readonly string[]): ValueTest {
  const keys = new Set(against.map(comparisonKey));
  return (value) => value.isIn(keys);
}

export const isIn = {
  key: 'in',
  meaning: 'is one of the values',
  takes: 'list',
  compile: oneOf,
  keys: (against) => [...new Set(against.map(comparisonKey))],
} as const satisfies RuleOperator;

export const notIn = {
  key: '!in',
  spellings: ['nin', 'not in'],
  meaning: 'is none of the values',
  takes: 'list',
  holdsWhenAbsent: true,
  isNegative: true,
  compile: (against) => not(oneOf(against)),
} as const satisfies RuleOperator;
