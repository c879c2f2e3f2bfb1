import { parseDecimal } from '../../kernel/decimal';
import { type Amount, divideRounded, parseAmount } from '../../kernel/money';

/** Fields of a currency that its prices depend on. */
export interface PriceConversion {
  /** Units of this currency that equal one of the default; canonical decimal text. */
  readonly exchangeRate: string;
  /** Signed adjustment of converted prices: `+0`, `-0.5`, `+2%`. */
  readonly modifier: string;
  /** How converted prices end: null, `full`, `50` or `99`. */
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

/**
 * The price of one unit in a currency that adjusts its prices: price × rate, then the modifier, then the rounding
 * (carts.md 4). Null where the currency does neither: such a price is rounded once for its whole line (promotions.md 3).
 * A price of zero stays zero, and no price goes below zero.
 * @param price in the default currency, not negative
 */
export function convertedPrice(price: Amount, currency: PriceConversion): Amount | null {
  const isPercent = currency.modifier.endsWith('%');
  const modifier = parseAmount(currency.modifier.replace('%', ''));
  if (modifier === 0n && currency.rounding === null) return null;
  if (price === 0n) return 0n;
  const rate = parseDecimal(currency.exchangeRate);
  const numerator = price * rate.digits;
  const denominator = 10n ** BigInt(rate.scale);
  const adjusted = isPercent
    ? divideRounded(numerator * (HUNDRED_PERCENT + modifier), denominator * HUNDRED_PERCENT)
    : divideRounded(numerator, denominator) + modifier;
  return adjusted <= 0n ? 0n : roundedUp(adjusted, currency.rounding);
}

function roundedUp(price: Amount, rounding: string | null): Amount {
  const end = ENDS[rounding ?? ''];
  if (end === undefined) return price;
  const { step, below } = end;
  return ((price + below + step - 1n) / step) * step - below;
}
