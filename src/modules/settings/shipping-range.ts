import { compareDecimals, type Decimal, parseDecimal } from '../../kernel/decimal';
import { type Amount } from '../../kernel/money';

/** Price and weight range a shipping method is offered for; a maximum of 0 means no maximum (wire.md 7). */
export interface ShippingRange {
  readonly priceMin: Amount;
  readonly priceMax: Amount;
  /** Decimal text. */
  readonly weightMin: string;
  readonly weightMax: string;
}

/** The goods to send: price before discounts, in the default currency, and weight. */
export interface Parcel {
  readonly value: Amount;
  readonly weight: Decimal;
}

/** The bound that a parcel does not keep: the price, the weight, or null (carts.md 9). */
export function brokenRange(range: ShippingRange, { value, weight }: Parcel): 'price' | 'weight' | null {
  if (value < range.priceMin || (range.priceMax > 0n && value > range.priceMax)) return 'price';
  const most = parseDecimal(range.weightMax);
  const isBelow = compareDecimals(weight, parseDecimal(range.weightMin)) < 0;
  return isBelow || (most.digits > 0n && compareDecimals(weight, most) > 0) ? 'weight' : null;
}
