import { type components } from '@storekeeper/client';
import { t, type TextKey, word } from '../../shared/text/text';
import { type ChoiceSource } from '../../shared/api/choices';
import { type PromotionTerms, usualFirst } from './promotion-terms';

/** A group of rules, and a rule, as the API has them. */
export type RuleGroup = components['schemas']['RuleGroup'];
export type RuleCondition = components['schemas']['RuleCondition'];
export type Rule = RuleGroup | RuleCondition;

/** Fields that a rule can look at (promotions.md, Rules). */
const FIELDS = {
  cart: [
    'value',
    'discounted_value',
    'total_items',
    'total_unique_items',
    'weight',
    'currency',
    'shipping',
    'shipping_price',
    'gateway',
    'discount_code',
    'ship_to.country',
    'ship_to.postcode',
    'customer_group',
    'day_of_week',
    'hour',
  ],
  cart_item: [
    'id',
    'sku',
    'product_sku',
    'title',
    'slug',
    'price',
    'sale_price',
    'quantity',
    'line_total',
    'tax_band',
    'tax_rate',
    'brand',
    'category',
  ],
  customer: ['id', 'email', 'group', 'is_guest', 'orders', 'spent', 'first_order'],
} as const;

const SOURCES: Readonly<Record<string, ChoiceSource>> = {
  'cart.shipping': 'methods',
  'cart.customer_group': 'groups',
  'cart_item.id': 'products',
  'cart_item.brand': 'brands',
  'cart_item.category': 'categories',
  'customer.group': 'groups',
};

/** Fields that are 1 or 0: a person chooses yes or no. */
const FLAGS: ReadonlySet<string> = new Set(['customer.is_guest', 'customer.first_order']);
const FLAG_OPERATORS: readonly string[] = ['=', '!='];

type Operators = PromotionTerms['operators'];
const USUAL_OPERATORS = [
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
];

/** The kind of value that an operator compares with. */
export const takesOf = (operator: string, operators: Operators): 'nothing' | 'value' | 'list' =>
  operators[operator]?.takes ?? 'value';

/** Whether a rule asks for yes or no. One that was written otherwise, as JSON, is shown as it is. */
export function isFlagRule({ operator = '=', against, ...rule }: RuleCondition): boolean {
  return FLAGS.has(fieldOf(rule)) && FLAG_OPERATORS.includes(operator) && ['0', '1'].includes(String(against));
}

/** `cart_attribute` is the older name of `cart`, and three fields have two names. */
const SAME: Readonly<Record<string, string>> = { 'cart.price': 'cart.value', 'cart.subtotal': 'cart.value' };

/** Names a field: `cart_item.sku`. */
export function fieldOf({ type, match }: RuleCondition): string {
  const name = `${type === 'cart_attribute' ? 'cart' : type}.${match}`;
  return SAME[name] ?? name;
}

/** Makes the rule look at another field. Its value is forgotten: it was one of the field before. */
export function withField(rule: RuleCondition, field: string): RuleCondition {
  const type = field.slice(0, field.indexOf('.')) as keyof typeof FIELDS;
  if (FLAGS.has(field)) return { type, match: field.slice(type.length + 1), operator: '=', against: '1' };
  return { type, match: field.slice(type.length + 1), operator: rule.operator ?? '=', against: '' };
}

/** Makes the rule compare otherwise; its value becomes a list, or one value, or none. */
export function withOperator(
  { against, ...rule }: RuleCondition,
  operator: string,
  operators: Operators,
): RuleCondition {
  const takes = takesOf(operator, operators);
  if (takes === 'nothing') return { ...rule, operator };
  const values = listOf(against);
  return { ...rule, operator, against: takes === 'list' ? values : (values[0] ?? '') };
}

/** The value of a rule as a list of texts. */
export function listOf(against: RuleCondition['against']): string[] {
  if (against === undefined || against === '') return [];
  return Array.isArray(against) ? against.map(String) : [String(against)];
}

/** The records that the values of a field are picked from; undefined: they are typed. */
export const sourceOf = (field: string): ChoiceSource | undefined => SOURCES[field];

/** The fields of rules on items, or of all rules, by the object that they look at. */
export function fieldChoices(of: 'match_rules' | 'match_items') {
  const types = of === 'match_items' ? (['cart_item'] as const) : (['cart', 'customer', 'cart_item'] as const);
  return types.map((type) => ({
    group: t(`rule-type.${type}`),
    items: FIELDS[type].map((match) => ({
      value: `${type}.${match}`,
      label: t(`rule-field.${type}.${match}` as TextKey),
    })),
  }));
}

/** The operators of a rule in words. */
export function operatorChoices(rule: RuleCondition, operators: Operators) {
  const all = usualFirst(Object.keys(operators), USUAL_OPERATORS);
  const fitting = isFlagRule(rule) ? all.filter((operator) => FLAG_OPERATORS.includes(operator)) : all;
  return fitting.map((value) => ({ value, label: word('rule-operator', value, operators[value]?.name) }));
}

/** A rule as one begins with it. */
export function newRule(of: 'match_rules' | 'match_items'): RuleCondition {
  return of === 'match_items'
    ? { type: 'cart_item', match: 'id', operator: 'in', against: [] }
    : { type: 'cart', match: 'value', operator: '>=', against: '' };
}

/** The rules that a person begins with most often, each by the text of its button. */
export function firstRules(of: 'match_rules' | 'match_items'): readonly (readonly [TextKey, RuleCondition])[] {
  if (of === 'match_rules') return [['rules.first', newRule(of)]];
  return [
    ['rules.first.products', newRule(of)],
    ['rules.first.categories', { ...newRule(of), match: 'category' }],
    ['rules.first.other', { ...newRule(of), match: 'title', operator: 'contains', against: '' }],
  ];
}

/** Reads rules from JSON. Null: there are none. Undefined: the builder cannot show this text, the JSON editor can. */
export function readRules(text: string): RuleGroup | null | undefined {
  if (text.trim() === '') return null;
  try {
    const rule = JSON.parse(text) as Rule;
    return isGroup(rule, 0) ? rule : undefined;
  } catch {
    return undefined;
  }
}

/** Levels of a tree that the API takes. */
const LEVELS = 8;

function isGroup(rule: unknown, level: number): rule is RuleGroup {
  if (typeof rule !== 'object' || rule === null || level >= LEVELS) return false;
  const { type, children } = rule as Partial<RuleGroup>;
  return type === 'group' && Array.isArray(children) && children.every((child) => isRule(child, level + 1));
}

function isRule(rule: unknown, level: number): rule is Rule {
  if (isGroup(rule, level)) return true;
  const { type, match } = (rule ?? {}) as Partial<RuleCondition>;
  return typeof match === 'string' && typeof type === 'string';
}

/** Writes rules as JSON; without any rule as empty text. */
export function writeRules(group: RuleGroup): string {
  return group.children.length === 0 ? '' : JSON.stringify(group, null, 2);
}
