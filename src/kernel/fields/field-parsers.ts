import { SLUG } from '../slug';
import {
  canonicalDecimal,
  decimalParts,
  EXACT_DIGITS,
  isDecimalText,
  isExactDecimal,
  isExactNumber,
  MAX_DECIMAL_LENGTH,
} from '../decimal';
import { isId } from '../ids';
import { INSTANT_FORM, isDay, parseInstant } from '../times/instant';
import { type Amount, amountText, parseAmount } from '../money';
import { isLine, isLongerThan } from './characters';
import { FieldProblem, type FieldParser } from './field-problem';

/** A map: an object would also know `constructor` and `__proto__`. */
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
]);

/**
 * Text of forms and JSON alike, as it was sent. JSON numbers arrive as their text (those of rows as numbers), JSON booleans
 * as booleans.
 */
function rawTextOf(raw: unknown): string | undefined {
  if (typeof raw === 'string') return raw;
  return typeof raw === 'boolean' || isExactNumber(raw) ? String(raw) : undefined;
}

function textOf(raw: unknown): string | undefined {
  return rawTextOf(raw)?.trim();
}

/** Text of at most `max` characters as it was sent, blanks and lines included. */
export function keptTextParser(max: number): FieldParser<string> {
  return (raw) => {
    const text = rawTextOf(raw);
    if (text === undefined) return new FieldProblem('must be text');
    return isLongerThan(text, max) ? new FieldProblem(`must be at most ${max} characters`) : text;
  };
}

/** {@link keptTextParser}, on one line where `max` is 255 or less. */
export const sentTextParser = (max: number): FieldParser<string> =>
  max <= 255 ? keptLineParser(max) : keptTextParser(max);

/** Text of at most `max` characters as it was sent, on one line. */
export function keptLineParser(max: number): FieldParser<string> {
  const parse = keptTextParser(max);
  return (raw) => {
    const text = parse(raw);
    return text instanceof FieldProblem || isLine(text) ? text : new FieldProblem('must be a single line');
  };
}

/** A password as it was typed. @param least characters */
export function passwordParser(least: number): FieldParser<string> {
  const parse = keptTextParser(255);
  return (raw) => {
    const text = parse(raw);
    if (text instanceof FieldProblem || isLongerThan(text, least - 1)) return text;
    return new FieldProblem(`must be at least ${least} characters`);
  };
}

/** Text of at most `max` characters, trimmed; one line where `max` is 255 or less. */
export function textParser(
  max: number,
  rule?: { readonly pattern: RegExp; readonly message: string },
): FieldParser<string> {
  const parse = sentTextParser(max);
  return (raw) => {
    const text = parse(textOf(raw));
    if (text instanceof FieldProblem) return text;
    return rule === undefined || rule.pattern.test(text) ? text : new FieldProblem(rule.message);
  };
}

/** A slug; spaces in it become `-`, as v1 stores turned the title that a form sends for one (storefront.md 14). */
export function slugParser(): FieldParser<string> {
  const parse = textParser(255);
  return (raw) => {
    const text = parse(raw);
    if (text instanceof FieldProblem) return text;
    const slug = text.split(' ').filter(Boolean).join('-');
    return SLUG.test(slug) ? slug : new FieldProblem('must be letters and digits with -, _ or . between them');
  };
}

/** Money as ten-thousandths, zero or more unless `signed`. */
export function amountParser(signed = false): FieldParser<Amount> {
  return (raw) => {
    const text = textOf(raw);
    if (text === undefined || !isDecimalText(text)) return new FieldProblem('must be a decimal number');
    try {
      const amount = parseAmount(text);
      if (amount < 0n && !signed) return new FieldProblem('must be 0 or more');
      return tooPrecise(amountText(amount)) ?? amount;
    } catch (error) {
      return new FieldProblem(
        (error as Error).message === 'too large' ? 'must be at most 9999999999999.99' : 'must have at most 4 decimals',
      );
    }
  };
}

/** The values that a decimal field accepts. */
export interface DecimalRange {
  readonly least?: number;
  /** The least value itself is refused. */
  readonly above?: boolean;
  readonly most?: number;
  readonly decimals: number;
}

/** A decimal as canonical text, e.g. a rate. */
export function decimalParser(range: DecimalRange): FieldParser<string> {
  return (raw) => {
    const text = textOf(raw);
    const value = text === undefined ? null : canonicalDecimal(text);
    if (value === null) return new FieldProblem('must be a decimal number');
    const { whole, decimals } = decimalParts(value);
    if (decimals.length > range.decimals) return new FieldProblem(`must have at most ${range.decimals} decimals`);
    if (whole.length > 12) return new FieldProblem('must have at most 12 digits before the point');
    return tooPrecise(value) ?? outOfRange(Number(value), range) ?? value;
  };
}

/** Refuses decimals that JSON cannot return exactly. */
function tooPrecise(text: string): FieldProblem | undefined {
  return isExactDecimal(text) ? undefined : new FieldProblem(`must have at most ${EXACT_DIGITS} digits`);
}

function outOfRange(value: number, range: DecimalRange): FieldProblem | undefined {
  if (range.least !== undefined && range.above === true && value <= range.least) {
    return new FieldProblem(`must be above ${range.least}`);
  }
  if (range.least !== undefined && value < range.least) return new FieldProblem(`must be ${range.least} or more`);
  return range.most !== undefined && value > range.most ? new FieldProblem(`must be at most ${range.most}`) : undefined;
}

/** A whole number within bounds. */
export function integerParser(least: number, most: number): FieldParser<number> {
  return (raw) => {
    const text = textOf(raw);
    if (text === undefined || text.length > MAX_DECIMAL_LENGTH || !/^[+-]?\d+(?:\.0+)?$/.test(text))
      return new FieldProblem('must be a whole number');
    const value = Number(text);
    if (value < least) return new FieldProblem(`must be ${least} or more`);
    return value > most ? new FieldProblem(`must be at most ${most}`) : value;
  };
}

/** The id of another record, unchecked whether it exists. */
export const idParser: FieldParser<string> = (raw) => {
  const text = textOf(raw);
  return text !== undefined && isId(text) ? text : new FieldProblem('must be an id');
};

/** `1 0 true false` in any case (wire.md 1). */
export const booleanParser: FieldParser<boolean> = (raw) =>
  BOOLEANS.get(textOf(raw)?.toLowerCase() ?? '') ?? new FieldProblem('must be 1, 0, true or false');

/** One of the documented keys. Where they are `0` and `1`, a boolean (wire.md 1). */
export function choiceParser(keys: readonly string[]): FieldParser<string> {
  const isYesNo = keys.length === 2 && keys.includes('0') && keys.includes('1');
  if (isYesNo) return yesNoParser;
  return (raw) => {
    const key = textOf(raw)?.toLowerCase() ?? '';
    return keys.includes(key) ? key : new FieldProblem(`must be one of ${keys.join(', ')}`);
  };
}

function yesNoParser(raw: unknown): string | FieldProblem {
  const value = booleanParser(raw);
  if (value instanceof FieldProblem) return value;
  return value ? '1' : '0';
}

const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:".]+$/;

/** Characters that nobody sees: with one, an address looks like that of another person. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** An e-mail address as it is stored and looked for, in lower case and composed (NFC): one spelling a person. */
export function emailKey(text: string): string {
  return text.toLowerCase().normalize('NFC');
}

/** An e-mail address: see {@link emailKey}. */
export const emailParser: FieldParser<string> = (raw) => {
  const sent = textOf(raw);
  if (sent === undefined || isLongerThan(sent, 255)) return new FieldProblem('must be an e-mail address');
  const text = emailKey(sent);
  if (isLongerThan(text, 255) || !EMAIL.test(text)) return new FieldProblem('must be an e-mail address');
  return UNSEEN.test(text) ? new FieldProblem('must be an e-mail address without invisible characters') : text;
};

/** An instant: see {@link parseInstant} for its forms. */
export const instantParser: FieldParser<Date> = (raw) =>
  parseInstant(textOf(raw) ?? '') ?? new FieldProblem(`must be ${INSTANT_FORM}`);

/** A day that exists, `YYYY-MM-DD`. */
export const dayParser: FieldParser<string> = (raw) => {
  const text = textOf(raw) ?? '';
  return isDay(text) ? text : new FieldProblem('must be a date of the form YYYY-MM-DD');
};

/** A list of texts of at most 255 characters, each trimmed. @param list read by the caller: the ways to send one differ */
export function textsOf(list: readonly unknown[]): string[] | FieldProblem {
  const texts = list.map((text) => textOf(text));
  const isSound = texts.every((text) => text !== undefined && !isLongerThan(text, 255));
  return isSound ? texts.map(String) : new FieldProblem('must be a list of texts of at most 255 characters');
}
