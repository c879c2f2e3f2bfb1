import { type FieldErrors } from '../../../../kernel/errors';
import { COUNTRY_CODES } from '../../../../kernel/iso-codes';
import { WEEKDAYS } from '../../../../kernel/times/local-time';
import { comparisonKey } from './fact-value';
import { readOperator } from './operators/rule-operators';
import { againstTexts } from './rule-against';
import { isGroup, type RuleGroup, type RuleLeaf, type RuleNode } from './rule-tree';

/** A comparison by equality: of the texts each must be a value that the field can have. */
export interface ComparedTexts {
  /** `match_rules.children.0.against` */
  readonly path: string;
  /** Names the field, both spellings of a type as one: `cart.hour`. */
  readonly field: string;
  readonly texts: readonly string[];
}

/** The values of a field that has no others. */
export interface ClosedValues {
  /** Ends the message `must be …`. */
  readonly told: string;
  /** In the form that is compared. */
  readonly keys: ReadonlySet<string>;
}

/** Values named in a message. */
export const MAX_TOLD = 20;

/** Operators that compare by equality. Others look inside a text, or for an order. */
const EXACT: ReadonlySet<string> = new Set(['=', '!=', 'in', '!in']);

const TRUTH = closedValues(['0', '1', 'false', 'true']);

/** Fields whose values are the same in every store. */
const CLOSED: Readonly<Record<string, ClosedValues>> = {
  'cart.day_of_week': closedValues([...WEEKDAYS.slice(1), ...WEEKDAYS.slice(0, 1), ...numbers(1, 7)]),
  'cart.hour': { ...closedValues(numbers(0, 23)), told: 'a whole number from 0 to 23' },
  'cart.ship_to.country': { ...closedValues([...COUNTRY_CODES]), told: 'an ISO 3166 alpha-2 code such as GB' },
  'customer.is_guest': TRUTH,
  'customer.first_order': TRUTH,
};

/**
 * The values of a field.
 * @param named those that a message names, the first of them @param accepted all of them @param count how many could be named
 */
export function closedValues(
  named: readonly string[],
  accepted: readonly string[] = named,
  count: number = named.length,
): ClosedValues {
  const first = named.slice(0, MAX_TOLD);
  const more = count > first.length ? ` and ${count - first.length} more` : '';
  const told = first.length === 0 ? 'the name of a record, and there is none yet' : `one of ${first.join(', ')}${more}`;
  return { told, keys: new Set(accepted.map(comparisonKey)) };
}

/** Every comparison by equality in a tree. @param field `match_rules` or `match_items` */
export function comparedTexts(tree: RuleGroup | null, field: string): readonly ComparedTexts[] {
  return tree === null ? [] : textsIn(tree, field);
}

/** The values that a field can have in every store; undefined: there is no such list. */
export function closedValuesOf(field: string): ClosedValues | undefined {
  return CLOSED[field];
}

/** The fault of texts that are none of the values; null: all are. */
export function closedFault({ texts }: ComparedTexts, { keys, told }: ClosedValues): string | null {
  return texts.every((text) => keys.has(comparisonKey(text))) ? null : `must be ${told}`;
}

/** The faults of rules that compare a field with none of the values that it can have in every store, by path. */
export function closedFaults(trees: readonly (readonly [tree: RuleGroup | null, field: string])[]): FieldErrors {
  const faults = trees
    .flatMap(([tree, field]) => comparedTexts(tree, field))
    .flatMap((compared) => {
      const values = closedValuesOf(compared.field);
      const fault = values && closedFault(compared, values);
      return fault ? [[compared.path, [`${compared.path} ${fault}`]] as const] : [];
    });
  return Object.fromEntries(faults);
}

function textsIn(node: RuleNode, path: string): readonly ComparedTexts[] {
  if (isGroup(node)) return node.children.flatMap((child, i) => textsIn(child, `${path}.children.${i}`));
  const operator = readOperator(node.operator);
  if (operator === undefined || !EXACT.has(operator.key)) return [];
  return [{ path: `${path}.against`, field: fieldOf(node), texts: againstTexts(operator, node.against) }];
}

/** Names the field of a rule, both spellings of a type as one. */
export function fieldOf({ type, match }: Pick<RuleLeaf, 'type' | 'match'>): string {
  return `${type === 'cart_attribute' ? 'cart' : type}.${match}`;
}

function numbers(low: number, high: number): string[] {
  return Array.from({ length: high - low + 1 }, (_, i) => String(low + i));
}
