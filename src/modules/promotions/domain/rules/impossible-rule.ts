import { closedValuesOf, fieldOf } from './closed-values';
import { type RuleFailure } from './compiled-rule';
import { comparisonKey, decimalOfKey } from './fact-value';
import { readOperator } from './operators/rule-operators';
import { againstTexts } from './rule-against';

type Range = readonly [least: number, most: number];

const UNBOUNDED: Range = [0, Infinity];
const cart = ['value', 'price', 'subtotal', 'discounted_value', 'total_items', 'total_unique_items', 'weight'];
const line = ['price', 'sale_price', 'quantity', 'line_total', 'tax_rate'];

/** Fields that are numbers, with what they can be. */
const NUMBERS: ReadonlyMap<string, Range> = new Map([
  ...[...cart, 'shipping_price'].map((match) => [`cart.${match}`, UNBOUNDED] as const),
  ...line.map((match) => [`cart_item.${match}`, UNBOUNDED] as const),
  ...['orders', 'spent'].map((match) => [`customer.${match}`, UNBOUNDED] as const),
  ['cart.hour', [0, 23]],
  ['cart.day_of_week', [1, 7]],
]);

/** Whether numbers compared with leave nothing of the range. NaN stands for a text that is no number. */
const EMPTY: Readonly<Record<string, (against: readonly number[], range: Range) => boolean>> = {
  '>': ([bound = NaN], [, most]) => !(bound < most),
  '>=': ([bound = NaN], [, most]) => !(bound <= most),
  '<': ([bound = NaN], [least]) => !(bound > least),
  '<=': ([bound = NaN], [least]) => !(bound >= least),
  between: ([low = NaN, high = NaN], [least, most]) => !(low <= high && low <= most && high >= least),
  '=': isOutside,
  in: isOutside,
};

const EXACT: ReadonlySet<string> = new Set(['=', 'in']);

/** Any number: what orders text compares with. */
const ANY: Range = [-Infinity, Infinity];

/**
 * Whether a rule that was not met holds for no cart of any store: it compares with a value that its field cannot have, or
 * its bounds leave nothing. False where that depends on the records of the store.
 */
export function isImpossible(failure: RuleFailure): boolean {
  const operator = readOperator(failure.operator);
  if (operator === undefined) return false;
  const texts = againstTexts(operator, failure.against ?? undefined);
  return isOffList(operator.key, fieldOf(failure), texts) || isOutOfRange(operator.key, fieldOf(failure), texts);
}

function isOffList(operator: string, field: string, texts: readonly string[]): boolean {
  const closed = EXACT.has(operator) ? closedValuesOf(field) : undefined;
  return closed !== undefined && !texts.some((text) => closed.keys.has(comparisonKey(text)));
}

function isOutOfRange(operator: string, field: string, texts: readonly string[]): boolean {
  const range = NUMBERS.get(field);
  // A day has a name too, and other fields are text.
  if (EXACT.has(operator) && (range === undefined || closedValuesOf(field) !== undefined)) return false;
  return EMPTY[operator]?.(texts.map(numberOf), range ?? ANY) ?? false;
}

function isOutside(against: readonly number[], [least, most]: Range): boolean {
  return !against.some((value) => value >= least && value <= most);
}

function numberOf(text: string): number {
  return decimalOfKey(comparisonKey(text)) === null ? NaN : Number(text);
}
