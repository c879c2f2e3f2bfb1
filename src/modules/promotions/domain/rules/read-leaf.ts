import { isLongerThan } from '../../../../kernel/fields/characters';
import { REQUIRED } from '../../../../kernel/fields/field-problem';
import { type FieldErrorList } from '../fields/field-error-list';
import { readList } from '../fields/list-value';
import { againstTexts, isAgainstValue } from './rule-against';
import { RULE_LIMITS } from './rule-limits';
import { type RuleOperator } from './operators/rule-operator';
import { DEFAULT_OPERATOR, OPERATOR_KEYS, readOperator } from './operators/rule-operators';
import { type LeafType } from './leaf-type';
import { type AgainstValue, isOneOf, type RuleLeaf } from './rule-tree';

type Sent = Readonly<Record<string, unknown>>;
type Against = RuleLeaf['against'];

/** An operator, and its spelling if one was sent. */
interface SentOperator {
  readonly operator: RuleOperator;
  readonly spelling?: string;
}

/** Checks one comparison and keeps it as sent. Null, with a message for each fault, when it is not sound. */
export function readLeaf(type: LeafType, sent: Sent, path: string, errors: FieldErrorList): RuleLeaf | null {
  const match = readMatch(type.fields, sent.match, `${path}.match`, errors);
  const read = readSpelling(sent.operator, `${path}.operator`, errors);
  if (read === null) return null;
  const { operator, spelling } = read;
  const against = readAgainst(operator, sent.against, `${path}.against`, errors);
  if (match === null || against === null) return null;
  return {
    type: type.type,
    match,
    ...(spelling !== undefined && { operator: spelling }),
    ...(against !== undefined && { against }),
  };
}

function readMatch(fields: readonly string[], sent: unknown, field: string, errors: FieldErrorList): string | null {
  if (isOneOf(fields, sent)) return sent;
  errors.add(field, `must be one of ${fields.join(', ')}`);
  return null;
}

function readSpelling(sent: unknown, field: string, errors: FieldErrorList): SentOperator | null {
  if (isMissing(sent)) return { operator: DEFAULT_OPERATOR };
  if (typeof sent === 'string') {
    const operator = readOperator(sent);
    if (operator !== undefined) return { operator, spelling: sent };
  }
  errors.add(field, `must be one of ${OPERATOR_KEYS.join(', ')}`);
  return null;
}

function readAgainst(operator: RuleOperator, sent: unknown, field: string, errors: FieldErrorList): Against | null {
  if (isMissing(sent)) {
    if (operator.takes === 'nothing') return undefined;
    errors.add(field, REQUIRED);
    return null;
  }
  const values = isAgainstValue(sent) ? sent : readValues(sent);
  const fault = values === undefined ? 'must be text, a number or a list of them' : findFault(operator, values);
  if (fault === null) return values;
  errors.add(field, fault);
  return null;
}

function readValues(sent: unknown): AgainstValue[] | undefined {
  const list = readList(sent);
  return list?.every(isAgainstValue) ? [...list] : undefined;
}

function findFault(operator: RuleOperator, against: AgainstValue | readonly AgainstValue[]): string | null {
  if (typeof against === 'object' && operator.takes !== 'list') return `must be a single value for ${operator.key}`;
  const texts = operator.takes === 'nothing' ? [String(against)] : againstTexts(operator, against);
  if (texts.some((text) => isLongerThan(text, RULE_LIMITS.charactersOfValue))) {
    return `must be at most ${RULE_LIMITS.charactersOfValue} characters a value`;
  }
  return findCountFault(operator, texts.length);
}

/** @param count texts compared with; one unless the operator takes a list */
function findCountFault(operator: RuleOperator, count: number): string | null {
  const fault = operator.countFault?.(count) ?? null;
  if (fault !== null) return fault;
  if (count === 0) return 'must name at least one value';
  return count > RULE_LIMITS.valuesOfList ? `must list at most ${RULE_LIMITS.valuesOfList} values` : null;
}

function isMissing(sent: unknown): boolean {
  return sent === undefined || sent === null || sent === '';
}
