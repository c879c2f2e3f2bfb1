import { foldText } from '../../fold-text';
import { not, type RuleOperator, type ValueTest } from './rule-operator';

/** Looks inside a text, case aside. @public for operators to come: the diff of CONTRIBUTING uses it */
export function textual(
  [against = '']: readonly string[],
  accepts: (text: string, part: string) => boolean,
): ValueTest {
  const part = foldText(against);
  return (value) => value.texts().some((text) => accepts(text, part));
}

const includesPart = (against: readonly string[]): ValueTest => textual(against, (text, part) => text.includes(part));

export const contains = {
  key: 'contains',
  meaning: 'has the value in its text',
  takes: 'value',
  compile: includesPart,
} as const satisfies RuleOperator;

export const notContains = {
  key: '!contains',
  meaning: 'does not have the value in its text',
  takes: 'value',
  isNegative: true,
  compile: (against) => not(includesPart(against)),
} as const satisfies RuleOperator;

export const startsWith = {
  key: 'starts_with',
  meaning: 'starts with the value',
  takes: 'value',
  compile: (against) => textual(against, (text, part) => text.startsWith(part)),
} as const satisfies RuleOperator;

export const endsWith = {
  key: 'ends_with',
  meaning: 'ends with the value',
  takes: 'value',
  compile: (against) => textual(against, (text, part) => text.endsWith(part)),
} as const satisfies RuleOperator;
