import { shownDecimal, typedDecimal } from '../../shared/format/decimal';
import { fieldOf, readRules, type Rule, type RuleCondition, type RuleGroup, writeRules } from './rule-fields';

/** Fields that are compared as numbers. */
const NUMBERS: ReadonlySet<string> = new Set([
  ...['value', 'discounted_value', 'total_items', 'total_unique_items', 'weight', 'shipping_price', 'hour'].map(
    (name) => `cart.${name}`,
  ),
  ...['price', 'sale_price', 'quantity', 'line_total', 'tax_rate'].map((name) => `cart_item.${name}`),
  ...['customer.orders', 'customer.spent'],
]);
/** These look at the text of a value. */
const OF_TEXT: ReadonlySet<string> = new Set(['contains', '!contains', 'starts_with', 'ends_with']);

/** Whether a condition compares with a number. */
export function takesNumber(rule: RuleCondition): boolean {
  return NUMBERS.has(fieldOf(rule)) && !OF_TEXT.has(rule.operator ?? '=');
}

/** Reads rules as they were typed, with each number as the API reads it. Undefined: a number of them is none. */
export function typedRules(text: string, place?: string): string | undefined {
  const rules = readRules(text);
  // The API says what is wrong with a text that is not of rules.
  if (!rules) return text;
  let isWrong = false;
  const read = (value: Value): Value => {
    const number = typeof value === 'string' ? typedDecimal(value, place) : value;
    isWrong ||= number === undefined;
    return number ?? value;
  };
  const written = writeRules(withNumbers(rules, read));
  if (isWrong) return undefined;
  return written === writeRules(rules) ? text : written;
}

/** Shows the numbers of rules as people type them. */
export function shownRules(text: string, place: string): string {
  const rules = readRules(text);
  if (!rules) return text;
  const written = writeRules(
    withNumbers(rules, (value) => (typeof value === 'string' ? shownDecimal(value, place) : value)),
  );
  return written === writeRules(rules) ? text : written;
}

type Value = string | number | boolean;

function withNumbers(group: RuleGroup, read: (value: Value) => Value): RuleGroup {
  const ofRule = (rule: Rule): Rule => {
    if ('children' in rule) return withNumbers(rule, read);
    const { against } = rule;
    if (against === undefined || !takesNumber(rule)) return rule;
    return { ...rule, against: Array.isArray(against) ? against.map(read) : read(against) };
  };
  return { ...group, children: group.children.map(ofRule) };
}
