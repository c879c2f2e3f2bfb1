import { type Decimal } from '../../../../kernel/decimal';
import { type CartField, type CustomerField, type LineField } from '../cart-facts';
import { type RuleFailure } from '../rules/compiled-rule';
import { comparisonKey, decimalOfKey } from '../rules/fact-value';
import { type OperatorKey, readOperator } from '../rules/operators/rule-operators';
import { againstTexts } from '../rules/rule-against';
import { namable, SAID, type Words } from './words';

/** The kind of a field's values, where they are not plain text. */
type Kind = 'money' | 'number' | 'weekday' | 'country';

type FieldName = `cart.${CartField}` | `line.${LineField}` | `customer.${CustomerField}`;

const KINDS: Readonly<Partial<Record<FieldName, Kind>>> = {
  'cart.value': 'money',
  'cart.price': 'money',
  'cart.subtotal': 'money',
  'cart.discounted_value': 'money',
  'cart.shipping_price': 'money',
  'cart.total_items': 'number',
  'cart.total_unique_items': 'number',
  'cart.weight': 'number',
  'cart.hour': 'number',
  'cart.day_of_week': 'weekday',
  'cart.ship_to.country': 'country',
  'line.price': 'money',
  'line.sale_price': 'money',
  'line.line_total': 'money',
  'line.quantity': 'number',
  'line.tax_rate': 'number',
  'customer.orders': 'number',
  'customer.spent': 'money',
};

/** A rule that was not met, taken apart. */
interface Unmet {
  readonly failure: RuleFailure;
  readonly words: Words;
  readonly name: FieldName;
  readonly operator: OperatorKey;
  /** Texts compared with. */
  readonly against: readonly string[];
  /** Titles of the first of them; null: one has no title. */
  readonly names: readonly string[] | null;
  /** The value has to be one of those compared with. */
  readonly isOneOf: boolean;
}

type Speaker = (unmet: Unmet) => string | null;

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** The sentence of a rule that was not met. */
export function ruleMessage(failure: RuleFailure, words: Words): string {
  const unmet = takeApart(failure, words);
  if (unmet === null) return words.sentence(words.texts.rules.other);
  return SPEAKERS[unmet.name]?.(unmet) ?? general(unmet);
}

function takeApart(failure: RuleFailure, words: Words): Unmet | null {
  const name = fieldName(failure, words);
  const operator = readOperator(failure.operator);
  if (name === null || operator === undefined) return null;
  const against = againstTexts(operator, failure.against ?? undefined);
  const key = operator.key as OperatorKey;
  const isOneOf = (key === '=' || key === 'in') && failure.match_on !== 'all';
  return { failure, words, name, operator: key, against, names: namesOf(against, { failure, words, name }), isOneOf };
}

function fieldName({ type, match }: RuleFailure, { texts }: Words): FieldName | null {
  if (type === 'cart_item') return match in texts.line ? `line.${match as LineField}` : null;
  if (type === 'customer') return match in texts.customer ? `customer.${match as CustomerField}` : null;
  const isCart = (type === 'cart' || type === 'cart_attribute') && match in texts.cart;
  return isCart ? `cart.${match as CartField}` : null;
}

/** All values where all have a name; the rest of a long list is counted, not looked at. */
function namesOf(against: readonly string[], unmet: Pick<Unmet, 'failure' | 'words' | 'name'>): string[] | null {
  const first = against.slice(0, SAID).map((text) => nameOf(text, unmet));
  const named = first.filter((name) => name !== null);
  return named.length < first.length ? null : [...named, ...against.slice(SAID)];
}

function nameOf(text: string, { failure, words, name }: Pick<Unmet, 'failure' | 'words' | 'name'>): string | null {
  const title = failure.titles?.[text.trim()];
  if (title !== undefined) return namable(title);
  const kind = KINDS[name];
  return namable(kind === undefined ? text : WRITERS[kind](text, words));
}

const WRITERS: Readonly<Record<Kind, (text: string, words: Words) => string>> = {
  money: (text, words) => words.money(text),
  number: (text, words) => words.number(text),
  weekday: dayName,
  country: (text, words) => words.country(text),
};

function dayName(text: string, words: Words): string {
  const day = DAYS.indexOf(text.trim().toLowerCase()) + 1 || Number(text);
  return Number.isInteger(day) && day >= 1 && day <= 7 ? words.weekday(day) : text;
}

/** By field and operator. */
function general({ failure, words, name, operator, names }: Unmet): string {
  const { texts } = words;
  const field = fieldText(name, failure, words);
  if (names === null) return words.sentence(texts.rules.unmatched, { field });
  const [low = '', high = ''] = names;
  return words.sentence(texts.operators[operator], { field, value: words.anyOf(names), low, high });
}

function fieldText(name: FieldName, { match, match_on }: RuleFailure, { texts }: Words): string {
  if (name.startsWith('cart.')) return texts.cart[match as CartField];
  if (name.startsWith('customer.')) return texts.customer[match as CustomerField];
  return texts.lines[match_on === 'all' ? 'every' : 'some'].replace('{field}', texts.line[match as LineField]);
}

const spend: Speaker = ({ failure, words, operator, against }) => {
  const { missing, actual } = failure;
  if (missing === undefined) return null;
  // At the bound of `>` the smallest step is missing; below it, a little more than the difference.
  const isBelow = typeof actual !== 'string' || comparisonKey(actual) !== comparisonKey(against[0] ?? '');
  const { spend: to, spend_over: over } = words.texts.rules;
  return words.sentence(operator === '>' && isBelow ? over : to, { amount: words.money(missing, { isUp: true }) });
};

const missingUnits =
  (forms: 'items_missing' | 'different_items_missing'): Speaker =>
  ({ failure, words, operator, against: [bound = ''] }) => {
    const wanted = decimalOfKey(comparisonKey(bound));
    const present = typeof failure.actual === 'string' ? decimalOfKey(comparisonKey(failure.actual)) : null;
    if ((operator !== '>' && operator !== '>=') || wanted === null || present === null) return null;
    const missing = leastWhole(wanted, operator === '>') - leastWhole(present, false);
    return words.counted(words.texts.counted[forms], String(missing));
  };

/** The least whole number of at least a decimal, or above it. Not for negative ones: no cart has less than 0 items. */
function leastWhole({ digits, scale }: Decimal, isAbove: boolean): bigint {
  const unit = 10n ** BigInt(scale);
  const whole = digits / unit;
  return whole * unit === digits && !isAbove ? whole : whole + 1n;
}

const named =
  (rule: 'products' | 'countries' | 'weekdays'): Speaker =>
  ({ words, names, isOneOf }) =>
    isOneOf && names !== null ? words.sentence(words.texts.rules[rule], { names: words.anyOf(names) }) : null;

const namedOf =
  (forms: 'customer_group' | 'shipping_method'): Speaker =>
  ({ words, names, isOneOf }) =>
    isOneOf && names !== null
      ? words.counted(words.texts.counted[forms], String(names.length), { names: words.anyOf(names) })
      : null;

/** Rules about yes and no; with other operators, or several values, the general sentence. */
const truth =
  (yes: 'guests' | 'first_order', no: 'registered' | 'later_order'): Speaker =>
  ({ words, operator, against }) => {
    const isPlain = operator === '=' || operator === 'in';
    const isNegated = operator === '!=' || operator === '!in';
    const [value = ''] = against.map((text) => text.trim().toLowerCase());
    const isTrue = ['1', 'true'].includes(value);
    if (against.length !== 1 || (!isPlain && !isNegated) || (!isTrue && !['0', 'false'].includes(value))) return null;
    return words.sentence(words.texts.rules[isTrue === isPlain ? yes : no]);
  };

/** A sentence without facts about the customer. */
const customers: Speaker = ({ words }) => words.sentence(words.texts.rules.certain_customers);

const SPEAKERS: Readonly<Partial<Record<FieldName, Speaker>>> = {
  'cart.value': spend,
  'cart.price': spend,
  'cart.subtotal': spend,
  'cart.total_items': missingUnits('items_missing'),
  'cart.total_unique_items': missingUnits('different_items_missing'),
  'cart.customer_group': namedOf('customer_group'),
  'cart.shipping': namedOf('shipping_method'),
  'cart.ship_to.country': named('countries'),
  'cart.day_of_week': named('weekdays'),
  // A code that the cart does not have must stay secret.
  'cart.discount_code': ({ words }) => words.sentence(words.texts.rules.other_code),
  'line.id': named('products'),
  'line.sku': named('products'),
  'line.product_sku': named('products'),
  'line.slug': named('products'),
  'line.title': named('products'),
  'customer.id': customers,
  'customer.email': (unmet) => (unmet.isOneOf ? customers(unmet) : null),
  'customer.group': namedOf('customer_group'),
  'customer.is_guest': truth('guests', 'registered'),
  'customer.first_order': truth('first_order', 'later_order'),
};
