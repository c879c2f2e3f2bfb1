import { DECIMAL_TEXT } from '../../../kernel/money';

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
  if (!startsLikeDecimal(text) || !DECIMAL_TEXT.test(text)) return null;
  const unsigned = text.replace(/^[+-]/, '');
  const point = unsigned.indexOf('.');
  const whole = (point < 0 ? unsigned : unsigned.slice(0, point)).replace(/^0+(?=\d)/, '');
  const decimals = point < 0 ? '' : unsigned.slice(point + 1).replace(/0+$/, '');
  const value = decimals === '' ? whole : `${whole}.${decimals}`;
  return text.startsWith('-') && value !== '0' ? `-${value}` : value;
}

/** Most facts are words: one look at the first character spares them the pattern. */
function startsLikeDecimal(text: string): boolean {
  const first = text.charCodeAt(0);
  return (first >= 48 && first <= 57) || first === 43 || first === 45;
}

/** Reads plain decimal text exactly. @throws RangeError when the text is no plain decimal (wire.md 1) */
export function parseDecimal(text: string): Decimal {
  if (!DECIMAL_TEXT.test(text)) throw new RangeError(`not a decimal number: ${text.slice(0, 40)}`);
  const point = text.indexOf('.');
  if (point < 0) return { digits: BigInt(text), scale: 0 };
  return { digits: BigInt(text.slice(0, point) + text.slice(point + 1)), scale: text.length - point - 1 };
}

/** Below zero, zero or above zero, as `a` is less than, equal to or greater than `b`. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const left = a.scale < b.scale ? a.digits * 10n ** BigInt(b.scale - a.scale) : a.digits;
  const right = b.scale < a.scale ? b.digits * 10n ** BigInt(a.scale - b.scale) : b.digits;
  return left < right ? -1 : Number(left > right);
}

/** The same decimal with at least so many decimals. */
export function withScale({ digits, scale }: Decimal, least: number): Decimal {
  return scale >= least ? { digits, scale } : { digits: digits * 10n ** BigInt(least - scale), scale: least };
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
  const decimals = unsigned.slice(unsigned.length - scale).replace(/0+$/, '');
  return `${digits < 0n ? '-' : ''}${whole}${decimals && `.${decimals}`}`;
}

/** Decimals kept of a quotient before the digit that says whether it goes on. */
const QUOTIENT_DECIMALS = 24;

/**
 * `numerator / denominator` as decimal text, exact where it ends within 24 decimals. Where it goes on, the last digit
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
const EXACT_DIGITS = 15;

/** Whether a number still is what was sent: plain, and short enough that decoding it lost nothing. */
export function isExactNumber(value: unknown): value is number {
  if (typeof value !== 'number') return false;
  const digits = /^-?(\d+)(?:\.(\d+))?$/.exec(String(value));
  return digits !== null && `${digits[1]}${digits[2] ?? ''}`.replace(/^0+/, '').length <= EXACT_DIGITS;
}
