import { parseDecimal } from '../../kernel/decimal';
import {
  type Amount,
  currencyExponent,
  divideRounded,
  parseAmount,
  roundAmount,
  smallestUnit,
  type RoundingMode,
} from '../../kernel/money';

/** Fields of a currency that its prices depend on. */
export interface PriceConversion {
  /** Units of this currency that equal one of the default; canonical decimal text. */
  readonly exchangeRate: string;
  /** Adjustment of converted prices: `+0`, `-0.5`, `+2%`, `*3`. */
  readonly modifier: string;
  /** Ending of converted prices: null, `full`, `50` or `99`. */
  readonly rounding: string | null;
}

const UNIT: Amount = parseAmount('1');
const HUNDRED_PERCENT: Amount = parseAmount('100');

/** Ends of prices by rounding: from a multiple of `step`, less `below`. All go up. */
const ENDS: Readonly<Record<string, { readonly step: Amount; readonly below: Amount }>> = {
  full: { step: UNIT, below: 0n },
  '50': { step: UNIT / 2n, below: 0n },
  '99': { step: UNIT, below: UNIT / 100n },
};

/** A modifier as `price × percent / 100 + addend`. */
interface PriceModifier {
  readonly percent: Amount;
  readonly addend: Amount;
}

function modifierOf(modifier: string): PriceModifier {
  if (modifier.startsWith('*')) return { percent: parseAmount(modifier.slice(1)) * 100n, addend: 0n };
  if (modifier.endsWith('%')) return { percent: HUNDRED_PERCENT + parseAmount(modifier.slice(0, -1)), addend: 0n };
  return { percent: HUNDRED_PERCENT, addend: parseAmount(modifier) };
}

/** Returns whether a modifier leaves every price as it is: `+0`, `-0%`, `*1`. */
export function isNeutral(modifier: string): boolean {
  const { percent, addend } = modifierOf(modifier);
  return percent === HUNDRED_PERCENT && addend === 0n;
}

/** A converted price after the modifier, exact: `digits / per` ten-thousandths. It may be below zero. A price of zero stays zero. */
function exactPrice(price: Amount, { exchangeRate, modifier }: Omit<PriceConversion, 'rounding'>) {
  const { percent, addend } = modifierOf(modifier);
  const rate = parseDecimal(exchangeRate);
  const per = 10n ** BigInt(rate.scale) * HUNDRED_PERCENT;
  return { digits: price === 0n ? 0n : price * rate.digits * percent + addend * per, per };
}

/** A converted price after the modifier, to four decimals. It may be below zero. A price of zero stays zero. */
export function adjustedPrice(price: Amount, currency: Omit<PriceConversion, 'rounding'>): Amount {
  const { digits, per } = exactPrice(price, currency);
  return divideRounded(digits, per);
}

/**
 * The price of one unit in a currency that adjusts its prices: price × rate, then the modifier, then the rounding
 * (carts.md 4). Null where the currency does neither: such a price is rounded once for its whole line (promotions.md 3).
 * No price goes below zero.
 * @param price in the default currency, not negative
 */
export function convertedPrice(price: Amount, currency: PriceConversion): Amount | null {
  if (isNeutral(currency.modifier) && currency.rounding === null) return null;
  return endedPrice(price, currency);
}

/**
 * The price of one unit of a cart's line in a currency that is not the default: a whole number of its smallest units
 * (orders-and-payments.md 28). Null where nothing is converted: such a price keeps its four decimals.
 * @param price in the default currency, not negative
 */
export function wholeUnitPrice(
  price: Amount,
  currency: PriceConversion & { readonly code: string; readonly roundingMode: RoundingMode },
): Amount | null {
  const { code, exchangeRate, modifier, rounding, roundingMode } = currency;
  if (exchangeRate === '1' && isNeutral(modifier) && rounding === null) return null;
  if (rounding !== null) return roundAmount(endedPrice(price, currency), currencyExponent(code), roundingMode);
  // Rounded once: by way of four decimals 4.00848… would become 4.0085, and 4.009 in a currency of three.
  const { digits, per } = exactPrice(price, currency);
  const unit = smallestUnit(code);
  return digits <= 0n ? 0n : divideRounded(digits, per * unit, roundingMode) * unit;
}

/** A price in a currency, as {@link convertedPrice} and where it adjusts nothing. @param price in the default currency, not negative */
export function endedPrice(price: Amount, currency: PriceConversion): Amount {
  const adjusted = adjustedPrice(price, currency);
  return adjusted <= 0n ? 0n : roundedUp(adjusted, currency.rounding);
}

function roundedUp(price: Amount, rounding: string | null): Amount {
  const end = ENDS[rounding ?? ''];
  if (end === undefined) return price;
  const { step, below } = end;
  return ((price + below + step - 1n) / step) * step - below;
}
