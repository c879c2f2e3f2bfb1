import {
  canonicalDecimal,
  decimalParts,
  EXACT_DIGITS,
  isDecimalText,
  isExactDecimal,
  MAX_DECIMAL_LENGTH,
} from '../decimal';
import { isId } from '../ids';
import { INSTANT_FORM, parseInstant } from '../instant';
import { amountText, parseAmount } from '../money';
import { FieldProblem, type FieldParser } from './field-problem';

/** A map: an object would also know `constructor` and `__proto__`. */
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
]);

/** Text of forms and JSON alike; JSON numbers arrive as their text, JSON booleans as booleans. */
function textOf(raw: unknown): string | undefined {
  if (typeof raw === 'string') return raw.trim();
  return typeof raw === 'boolean' ? String(raw) : undefined;
}

/** Text of at most `max` characters, trimmed. */
export function textParser(max: number, rule?: { readonly pattern: RegExp; readonly message: string }): FieldParser {
  return (raw) => {
    const text = textOf(raw);
    if (text === undefined) return new FieldProblem('must be text');
    if (text.length > max) return new FieldProblem(`must be at most ${max} characters`);
    if (/[\t\n\r]/.test(text) && max <= 255) return new FieldProblem('must be a single line');
    if (rule && !rule.pattern.test(text)) return new FieldProblem(rule.message);
    return text;
  };
}

/** Money as ten-thousandths, zero or more unless `signed`. */
export function amountParser(signed = false): FieldParser {
  return (raw) => {
    const text = textOf(raw);
    if (text === undefined || !isDecimalText(text)) return new FieldProblem('must be a decimal number');
    try {
      const amount = parseAmount(text);
      if (amount < 0n && !signed) return new FieldProblem('must be zero or more');
      return tooPrecise(amountText(amount)) ?? amount;
    } catch (error) {
      return new FieldProblem(
        (error as Error).message === 'too large' ? 'must be at most 9999999999999.99' : 'must have at most 4 decimals',
      );
    }
  };
}

/** What a decimal field may hold. */
export interface DecimalRange {
  readonly least?: number;
  /** The least value itself is refused. */
  readonly above?: boolean;
  readonly most?: number;
  readonly decimals: number;
}

/** A decimal as canonical text, e.g. a rate. */
export function decimalParser(range: DecimalRange): FieldParser {
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

/** What is kept must come back as it was sent. */
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
export function integerParser(least: number, most: number): FieldParser {
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
export const idParser: FieldParser = (raw) => {
  const text = textOf(raw);
  return text !== undefined && isId(text) ? text : new FieldProblem('must be an id');
};

/** `1 0 true false` in any case. */
export const booleanParser: FieldParser = (raw) =>
  BOOLEANS.get(textOf(raw)?.toLowerCase() ?? '') ?? new FieldProblem('must be 1, 0, true or false');

/** One of the documented keys. Keys `0` and `1` also take `true` and `false`. */
export function choiceParser(keys: readonly string[]): FieldParser {
  const isYesNo = keys.length === 2 && keys.includes('0') && keys.includes('1');
  return (raw) => {
    const text = textOf(raw)?.toLowerCase() ?? '';
    const key = isYesNo && BOOLEANS.has(text) ? (BOOLEANS.get(text) ? '1' : '0') : text;
    return keys.includes(key) ? key : new FieldProblem(`must be one of ${keys.join(', ')}`);
  };
}

const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:".]+$/;

/** An e-mail address, in lower case: one spelling a person. */
export const emailParser: FieldParser = (raw) => {
  const text = textOf(raw)?.toLowerCase();
  if (text === undefined || text.length > 255 || !EMAIL.test(text))
    return new FieldProblem('must be an e-mail address');
  return text;
};

/** An instant: see {@link parseInstant} for its forms. */
export const instantParser: FieldParser = (raw) =>
  parseInstant(textOf(raw) ?? '') ?? new FieldProblem(`must be ${INSTANT_FORM}`);
