import { type Decimal, decimalParts, decimalText, isDecimalText, withoutTrailingZeros } from './decimal';

/**
 * Amounts of money as whole ten-thousandths of the currency unit (`1.5` is `15000n`), the form they are stored in.
 * No binary float takes part before an amount is printed.
 */
export type Amount = bigint;

/** Decimals an amount can hold. */
export const AMOUNT_DECIMALS = 4;
const UNIT = 10n ** BigInt(AMOUNT_DECIMALS);

/** 9,999,999,999,999.99: fifteen digits, which a JSON number still carries exactly. */
export const MAX_AMOUNT: Amount = 99_999_999_999_999_900n;

/** Rounding of amounts half way between two minor units of a currency (promotions.md 2). */
export const ROUNDING_MODES = ['half_up', 'half_even'] as const;
export type RoundingMode = (typeof ROUNDING_MODES)[number];

/** Decimals of the currencies whose minor unit is not a hundredth (ISO 4217). */
const EXPONENTS: Readonly<Record<string, number>> = {
  ...byCode('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF', 0),
  ...byCode('BHD IQD JOD KWD LYD OMR TND', 3),
  ...byCode('CLF UYW', 4),
};

function byCode(codes: string, exponent: number): Record<string, number> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, exponent]));
}

/** Decimals of a currency's minor unit: GBP 2, JPY 0, KWD 3. @param code three upper-case letters */
export function currencyExponent(code: string): number {
  return EXPONENTS[code] ?? 2;
}

/**
 * Reads decimal text exactly.
 * @throws RangeError when the text is no plain decimal, has more than four decimals or exceeds {@link MAX_AMOUNT}
 */
export function parseAmount(text: string): Amount {
  if (!isDecimalText(text)) throw new RangeError('not a decimal number');
  const { isNegative, whole, decimals } = decimalParts(text);
  const kept = withoutTrailingZeros(decimals);
  if (kept.length > AMOUNT_DECIMALS) throw new RangeError(`more than ${AMOUNT_DECIMALS} decimals`);
  const digits = BigInt(whole) * UNIT + BigInt(kept.padEnd(AMOUNT_DECIMALS, '0'));
  if (digits > MAX_AMOUNT) throw new RangeError('too large');
  return isNegative ? -digits : digits;
}

/** Exact decimal text without trailing zeros: `15000n` is `1.5`. */
export function amountText(amount: Amount): string {
  return decimalText({ digits: amount, scale: AMOUNT_DECIMALS });
}

/** The JSON number of an amount, made only to be printed. */
export function amountNumber(amount: Amount): number {
  return Number(amountText(amount));
}

/**
 * `numerator / denominator` as a whole number, half away from zero unless to even (promotions.md 2).
 * @param denominator above zero
 */
export function divideRounded(numerator: bigint, denominator: bigint, mode: RoundingMode = 'half_up'): bigint {
  const doubled = (numerator < 0n ? -numerator : numerator) * 2n + denominator;
  const half = denominator * 2n;
  const up = doubled / half;
  const rounded = mode === 'half_even' && up % 2n === 1n && up * half === doubled ? up - 1n : up;
  return numerator < 0n ? -rounded : rounded;
}

/**
 * The tax of a line, rounded once: `R(net × rate / 100)` (promotions.md 6).
 * @param net of the line, in any unit
 * @param rate percent
 * @param step units of `net` in one unit of the result
 */
export function lineTax(net: bigint, rate: Decimal, step: bigint, mode?: RoundingMode): bigint {
  return divideRounded(net * rate.digits, 100n * 10n ** BigInt(rate.scale) * step, mode);
}

/**
 * The tax that a price includes, rounded once: `R(charged × rate / (100 + rate))` (orders-and-payments.md 25).
 * @param charged with tax, in any unit
 * @param rate percent
 * @param step units of `charged` in one unit of the result
 */
export function taxWithin(charged: bigint, { digits, scale }: Decimal, step: bigint, mode?: RoundingMode): bigint {
  return divideRounded(charged * digits, (100n * 10n ** BigInt(scale) + digits) * step, mode);
}

/** The smallest unit of a currency as an amount: of GBP `100n`, of JPY `10000n`. @param code three upper-case letters */
export function smallestUnit(code: string): Amount {
  return stepOf(currencyExponent(code));
}

function stepOf(exponent: number): Amount {
  return 10n ** BigInt(AMOUNT_DECIMALS - exponent);
}

/** An amount rounded to the decimals of its currency, still in ten-thousandths. */
export function roundAmount(amount: Amount, exponent: number, mode?: RoundingMode): Amount {
  const step = stepOf(exponent);
  return divideRounded(amount, step, mode) * step;
}

/** An amount rounded half up to a multiple of a step (orders-and-payments.md 37). @param step above zero */
export function roundToStep(amount: Amount, step: Amount): Amount {
  return divideRounded(amount, step) * step;
}

/** Print format of a currency: `format` contains `{price}`. */
export interface MoneyFormat {
  readonly code: string;
  readonly format: string;
  readonly decimalPoint: string;
  readonly thousandPoint: string;
  readonly roundingMode: RoundingMode;
}

/** An amount rounded to its currency and printed in its format: `£1,234.50`, `1.234,50 €`, `¥1,235`. */
export function formatAmount(amount: Amount, currency: MoneyFormat): string {
  const exponent = currencyExponent(currency.code);
  const rounded = roundAmount(amount, exponent, currency.roundingMode);
  const { isNegative, whole, decimals } = decimalParts(amountText(rounded));
  const grouped = thousands(whole).join(currency.thousandPoint);
  const price = exponent === 0 ? grouped : `${grouped}${currency.decimalPoint}${decimals.padEnd(exponent, '0')}`;
  return `${isNegative ? '-' : ''}${currency.format.replace('{price}', () => price)}`;
}

/** Digits in groups of three from the right: `1234567` is `1`, `234`, `567`. */
function thousands(digits: string): string[] {
  const first = digits.length % 3 || 3;
  const groups = [digits.slice(0, first)];
  for (let at = first; at < digits.length; at += 3) groups.push(digits.slice(at, at + 3));
  return groups;
}
