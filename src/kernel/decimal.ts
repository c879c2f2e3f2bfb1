/**
 * Longest decimal text that is read: far more than any number the store holds, and so short that reading it costs
 * microseconds. Longer text is no decimal.
 */
export const MAX_DECIMAL_LENGTH = 1000;

const DECIMAL_TEXT = /^[+-]?\d+(?:\.\d+)?$/;

/** Whether a text is a plain decimal: optional sign, digits, optional `.digits`. No exponent, no separators (wire.md 1). */
export function isDecimalText(text: string): boolean {
  return text.length <= MAX_DECIMAL_LENGTH && DECIMAL_TEXT.test(text);
}

/** Digits without the zeros at their end. A pattern for it would look at every zero again from every zero before it. */
export function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === ZERO) end--;
  return digits.slice(0, end);
}

const ZERO = 48;

/** An exact decimal: `digits / 10^scale`. `1.65` is `{ digits: 165n, scale: 2 }`. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/**
 * Plain decimal text without the spellings that do not change its value: `+05.10` is `5.1`, `-0` is `0`.
 * Two decimals are equal exactly when these texts are. Null when the text is no plain decimal.
 */
export function canonicalDecimal(text: string): string | null {
  if (!startsLikeDecimal(text) || !isDecimalText(text)) return null;
  const parts = decimalParts(text);
  const whole = parts.whole.replace(/^0+(?=\d)/, '');
  const decimals = withoutTrailingZeros(parts.decimals);
  const value = decimals === '' ? whole : `${whole}.${decimals}`;
  return parts.isNegative && value !== '0' ? `-${value}` : value;
}

/** The digits before and after the point of plain decimal text, as they are written. `-05.10` is `05` and `10`. */
export interface DecimalParts {
  readonly isNegative: boolean;
  readonly whole: string;
  readonly decimals: string;
}

/** @param text plain decimal text: {@link isDecimalText} */
export function decimalParts(text: string): DecimalParts {
  const isNegative = text.startsWith('-');
  const start = isNegative || text.startsWith('+') ? 1 : 0;
  const point = text.indexOf('.');
  if (point === -1) return { isNegative, whole: text.slice(start), decimals: '' };
  return { isNegative, whole: text.slice(start, point), decimals: text.slice(point + 1) };
}

/** Most facts are words: one look at the first character spares them the pattern. */
function startsLikeDecimal(text: string): boolean {
  const first = text.charCodeAt(0);
  return (first >= 48 && first <= 57) || first === 43 || first === 45;
}

/** Reads plain decimal text exactly. @throws RangeError when the text is no plain decimal (wire.md 1) */
export function parseDecimal(text: string): Decimal {
  if (!isDecimalText(text)) throw new RangeError(`not a decimal number: ${text.slice(0, 40)}`);
  const { isNegative, whole, decimals } = decimalParts(text);
  const digits = BigInt(whole + decimals);
  return { digits: isNegative ? -digits : digits, scale: decimals.length };
}

/** Below zero, zero or above zero, as `a` is less than, equal to or greater than `b`. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const left = a.scale < b.scale ? a.digits * 10n ** BigInt(b.scale - a.scale) : a.digits;
  const right = b.scale < a.scale ? b.digits * 10n ** BigInt(a.scale - b.scale) : b.digits;
  return left < right ? -1 : Number(left > right);
}

/** Returns the same value with at least `least` decimals. */
export function withScale({ digits, scale }: Decimal, least: number): Decimal {
  return scale >= least ? { digits, scale } : { digits: digits * 10n ** BigInt(least - scale), scale: least };
}

/** The sum of decimals, each taken `times` times; 0 for none. */
export function sumOfDecimals(terms: readonly { readonly value: Decimal; readonly times: bigint }[]): Decimal {
  const scale = terms.reduce((most, { value }) => Math.max(most, value.scale), 0);
  return { digits: terms.reduce((sum, { value, times }) => sum + withScale(value, scale).digits * times, 0n), scale };
}

/** `a - b` as canonical decimal text. */
export function decimalDifference(a: Decimal, b: Decimal): string {
  const scale = Math.max(a.scale, b.scale);
  const digits = a.digits * 10n ** BigInt(scale - a.scale) - b.digits * 10n ** BigInt(scale - b.scale);
  return decimalText({ digits, scale });
}

/** Canonical text of a decimal. */
export function decimalText({ digits, scale }: Decimal): string {
  const unsigned = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  const whole = unsigned.slice(0, unsigned.length - scale);
  const decimals = withoutTrailingZeros(unsigned.slice(unsigned.length - scale));
  return `${digits < 0n ? '-' : ''}${whole}${decimals && `.${decimals}`}`;
}

/** Decimal text with at least `least` decimals: `20` with two is `20.00`. @param text plain decimal text */
export function paddedDecimal(text: string, least: number): string {
  const [whole = '', decimals = ''] = text.split('.');
  return `${whole}.${decimals.padEnd(least, '0')}`;
}

/** Decimals of a quotient before the digit that stands for the rest. */
const QUOTIENT_DECIMALS = 24;

/**
 * `numerator / denominator` as decimal text, exact if it ends within 24 decimals. Otherwise the last digit
 * is a 1 that stands for the rest, so that comparing it with any shorter decimal gives what the exact quotient would.
 * @param numerator not negative
 * @param denominator above zero
 */
export function quotientText(numerator: bigint, denominator: bigint): string {
  const scaled = numerator * 10n ** BigInt(QUOTIENT_DECIMALS);
  const rest = scaled % denominator === 0n ? 0n : 1n;
  return decimalText({ digits: (scaled / denominator) * 10n + rest, scale: QUOTIENT_DECIMALS + 1 });
}

/** Digits that a JSON number surely keeps on its way through a double. */
export const EXACT_DIGITS = 15;

/** Whether plain decimal text is short enough to be a JSON number that loses nothing; zeros before the number do not count. */
export function isExactDecimal(text: string): boolean {
  const { whole, decimals } = decimalParts(text);
  return `${whole}${decimals}`.replace(/^0+/, '').length <= EXACT_DIGITS;
}

/** Whether a number still is what was sent: plain, and short enough that decoding it lost nothing. */
export function isExactNumber(value: unknown): value is number {
  if (typeof value !== 'number') return false;
  const text = String(value);
  return isDecimalText(text) && isExactDecimal(text);
}
