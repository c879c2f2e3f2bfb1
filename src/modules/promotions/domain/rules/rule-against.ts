import { isExactNumber } from '../../../../kernel/decimal';
import { decodeJson } from '../fields/list-value';
import { type RuleOperator } from './operators/rule-operator';
import { type AgainstValue } from './rule-tree';

/**
 * The texts a comparison is made with. A list is a JSON array, that array as text, or comma-separated text
 * (promotions.md 16).
 */
export function againstTexts(
  operator: RuleOperator,
  against: AgainstValue | readonly AgainstValue[] | undefined,
): readonly string[] {
  if (operator.takes === 'nothing' || against === undefined) return [];
  if (typeof against === 'object') return against.map(String);
  if (operator.takes !== 'list') return [String(against)];
  return listTexts(String(against));
}

function listTexts(text: string): readonly string[] {
  return (
    jsonList(text) ??
    text
      .split(',')
      .map((value) => value.trim())
      .filter((value) => value !== '')
  );
}

function jsonList(text: string): readonly string[] | null {
  const list = decodeJson(text);
  return Array.isArray(list) && list.every(isAgainstValue) ? list.map(String) : null;
}

/** Whether a decoded value may be compared with: text, a number or a truth value. */
export function isAgainstValue(value: unknown): value is AgainstValue {
  return typeof value === 'string' || typeof value === 'boolean' || isExactNumber(value);
}
