import { type Amount } from '../../../kernel/money';

/** What a shipping method is offered to; a greatest value of 0 is none (wire.md 7). */
export interface ShippingRange {
  readonly priceMin: Amount;
  readonly priceMax: Amount;
  /** Decimal text. */
  readonly weightMin: string;
  readonly weightMax: string;
}

/** What is to be sent: its price before discounts, in the default currency, and its weight. */
export interface Parcel {
  readonly value: Amount;
  readonly weight: bigint;
}

/** Decimals that a weight is counted with. */
const WEIGHT_DECIMALS = 10;

/** Decimal text as a whole number of the smallest weight there is. Further decimals, which no field takes, are cut. */
export function weightUnits(text: string): bigint {
  const [whole = '0', decimals = ''] = text.split('.');
  return BigInt(whole + decimals.slice(0, WEIGHT_DECIMALS).padEnd(WEIGHT_DECIMALS, '0'));
}

/** The bound that a parcel does not keep: the price, the weight, or null (carts.md 9). */
export function brokenRange(range: ShippingRange, { value, weight }: Parcel): 'price' | 'weight' | null {
  if (value < range.priceMin || (range.priceMax > 0n && value > range.priceMax)) return 'price';
  const most = weightUnits(range.weightMax);
  return weight < weightUnits(range.weightMin) || (most > 0n && weight > most) ? 'weight' : null;
}
