import { region } from '../text/locale';
import { t } from '../text/text';

const DECIMAL = /^[+-]?(?:\d+|\d*[.,]\d+)$/;
/** A sign before three digits, that may part thousands; after a 0 it cannot. */
const THOUSANDS = /^[+-]?[1-9]\d{0,2}([.,])\d{3}$/;

/**
 * Reads a number as people type it, with a decimal comma or point, for the API: `12,5` is `12.5`. Empty: nothing was typed.
 * Undefined: it is no number, or one that could mean two, as `1.000` in German and `1,000` in English.
 * @param place locale in whose way it is typed
 */
export function typedDecimal(typed: string, place = region()): string | undefined {
  const text = typed.trim();
  if (text === '') return text;
  const parting = THOUSANDS.exec(text)?.[1];
  if (!DECIMAL.test(text) || (parting !== undefined && parting !== decimalSign(place))) return undefined;
  return text.replace(',', '.').replace(/^([+-]?)\./, (_, sign: string) => `${sign}0.`);
}

/**
 * Shows a number or a change of a price of the API as people type it: `1.234` is `1,234` in German.
 * @param place locale in whose way it is shown
 */
export function shownDecimal(number: string, place = region()): string {
  return decimalSign(place) === ',' ? number.replace('.', ',') : number;
}

const decimalSign = (place: string): ',' | '.' => ((1.5).toLocaleString(place).includes(',') ? ',' : '.');

/**
 * Reads a change of a price as people type it: a number with `+`, `-`, `=` or `*` before it or `%` after it. Empty: nothing was typed.
 * Undefined: there is no number in it.
 * @param place locale in whose way it is typed
 */
export function typedPriceChange(typed: string, place = region()): string | undefined {
  const text = typed.trim();
  const before = /^[=*]/.exec(text)?.[0] ?? '';
  const after = text.endsWith('%') ? '%' : '';
  const number = typedDecimal(text.slice(before.length, text.length - after.length), place);
  return number === '' && text !== '' ? undefined : number && `${before}${number}${after}`;
}

/** The number that a person typed; undefined: nothing, or no number. */
export function typedNumber(typed: string): number | undefined {
  const text = typedDecimal(typed);
  return text === undefined || text === '' ? undefined : Number(text);
}

/** Says at its field that a text is no number. Undefined: it is one, or empty. */
export function decimalFault(typed: string): string | undefined {
  return typedDecimal(typed) === undefined ? t('number.fault') : undefined;
}

/** Says at its field that a text is no change of a price. Undefined: it is one, or empty. */
export function priceChangeFault(typed: string): string | undefined {
  return typedPriceChange(typed) === undefined ? t('number.fault') : undefined;
}
