import { createHash } from 'node:crypto';
import { type FieldErrors } from '../../kernel/errors';
import { type Amount } from '../../kernel/money';
import { isLine } from '../../kernel/fields/characters';
import { REQUIRED } from '../../kernel/fields/field-problem';
import { type ModifierType } from './choices';
import { type ModifierRecord } from './modifiers/modifier.resource';
import { modifiedPrice, parseModPrice } from './domain/mod-price';

/** Choices of a shopper by modifier id: a variation's id, or a text. */
export type ModifierChoices = Readonly<Record<string, string>>;

/** A choice with its modifier and variation, as they were when it was read. */
export interface ChosenModifier {
  /** Id of the modifier. */
  readonly id: string;
  readonly type: ModifierType;
  readonly title: string;
  /** Title of the variation, or the text. */
  readonly value: string;
  /** Id of the variation; null for a text. */
  readonly variation: string | null;
  /** `+1.50`; null for a text. */
  readonly modPrice: string | null;
  /** The variation's own. */
  readonly sku: string | null;
  /** Units of the variation in stock; null: it has no stock of its own. */
  readonly stockLevel: number | null;
}

/** The choices of a line, or what is wrong with them by field. */
export type ReadChoices =
  | { readonly isValid: true; readonly chosen: readonly ChosenModifier[] }
  | { readonly isValid: false; readonly errors: FieldErrors };

/** Most characters of a text, of a title and of a sku. */
const MAX_TEXT = 255;
/** Characters of an unknown name that an error repeats. */
const MAX_NAME = 64;

/**
 * Reads the choices of a line: one for each modifier of the product, and none besides (orders-and-payments.md 29).
 * @param modifiers of the product, by id
 * @param path before the names of fields in errors: empty, or `items.3.`
 */
export function readChoices(
  modifiers: Readonly<Record<string, ModifierRecord>>,
  choices: ModifierChoices,
  path = '',
): ReadChoices {
  const errors: Record<string, string[]> = {};
  const fault = (id: string, message: string): void => {
    const field = `${path}modifier.${id}`;
    errors[field] = [`${field} ${message}`];
  };
  for (const id of Object.keys(choices))
    if (!Object.hasOwn(modifiers, id)) fault(id.slice(0, MAX_NAME), 'does not exist');
  const chosen: ChosenModifier[] = [];
  for (const modifier of Object.values(modifiers)) {
    const value = Object.hasOwn(choices, modifier.id) ? (choices[modifier.id] ?? '').trim() : '';
    const choice = value === '' ? REQUIRED : readChoice(modifier, value);
    if (typeof choice === 'string') fault(modifier.id, choice);
    else chosen.push(choice);
  }
  return Object.keys(errors).length > 0 ? { isValid: false, errors } : { isValid: true, chosen };
}

/** @returns the choice, or what is wrong with it */
function readChoice({ id, type, title, variations }: ModifierRecord, value: string): ChosenModifier | string {
  const own = { id, type: type.data.key as ModifierType, title };
  if (own.type === 'input') {
    if (value.length > MAX_TEXT) return `must be at most ${MAX_TEXT} characters`;
    if (!isLine(value)) return 'must be a single line';
    return { ...own, value, variation: null, modPrice: null, sku: null, stockLevel: null };
  }
  const variation = Object.hasOwn(variations, value) ? variations[value] : undefined;
  if (variation === undefined) return 'must be the id of one of its variations';
  const { mod_price: modPrice, sku, stock_level: stockLevel } = variation;
  return { ...own, value: variation.title, variation: value, modPrice, sku, stockLevel };
}

/** Whether these choices, as they are sent, are the chosen ones. */
export function isChosen(chosen: readonly ChosenModifier[], choices: ModifierChoices): boolean {
  if (Object.keys(choices).length !== chosen.length) return false;
  return chosen.every(({ id, variation, value }) => {
    const sent = Object.hasOwn(choices, id) ? (choices[id] ?? '').trim() : undefined;
    return sent === (variation ?? value);
  });
}

/** Choices as they are sent. */
export function choicesOf(chosen: readonly ChosenModifier[]): ModifierChoices {
  return Object.fromEntries(chosen.map(({ id, variation, value }) => [id, variation ?? value]));
}

/** The price of one unit with these choices. */
export function chosenPrice(price: Amount, chosen: readonly ChosenModifier[]): Amount {
  return modifiedPrice(
    price,
    chosen.flatMap(({ modPrice }) => (modPrice === null ? [] : (parseModPrice(modPrice) ?? []))),
  );
}

/** The title of a line: `Tee (Large, Engraving: For Ada)`. */
export function chosenTitle(title: string, chosen: readonly ChosenModifier[]): string {
  if (chosen.length === 0) return title;
  const values = chosen.map(({ type, title: name, value }) => (type === 'input' ? `${name}: ${value}` : value));
  return [...`${title} (${values.join(', ')})`].slice(0, MAX_TEXT).join('');
}

/** Fields of a line beside those that the store knows, such as an engraving: texts, in the order of their names (carts.md 12). */
export type FurtherFields = Readonly<Record<string, string>>;

/**
 * The sku of a line: that of the first variation that has one, else the product's, then for each other choice its sku, the
 * variation's id, or a hash of the text, and last a hash of the further fields. One that is too long ends in the line's identifier.
 */
export function chosenSku(
  sku: string,
  chosen: readonly ChosenModifier[],
  identifier: string,
  further: FurtherFields | null = null,
): string {
  const first = chosen.find((choice) => choice.sku !== null);
  const rest = chosen.filter((choice) => choice !== first);
  const composed = [first?.sku ?? sku, ...rest.map((choice) => choice.sku ?? choice.variation ?? hashOf(choice.value))];
  if (further !== null) composed.push(hashOf(JSON.stringify(further)));
  const text = composed.join('-');
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT - identifier.length - 1)}-${identifier}`;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/** Ids of the counters that a line is sold from: those of its variations that have stock, else the product's. */
export function countedIds(productId: string, chosen: readonly ChosenModifier[]): string[] {
  const own = chosen.flatMap(({ variation, stockLevel }) => (stockLevel === null ? [] : (variation ?? [])));
  return own.length > 0 ? own : [productId];
}
