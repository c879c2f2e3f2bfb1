import { type Amount, divideRounded, roundToStep, type RoundingMode } from '../../../kernel/money';

/** Units of a line that a refund gives back; amounts are decimal text, because JSON has no exact numbers. */
export interface RefundedLine {
  readonly sku: string;
  readonly quantity: number;
  readonly amount: string;
  /** The tax in the amount. Missing in refunds that an older version made. */
  readonly tax?: string;
  /** Units that had not gone out when it began. Missing in refunds that an older version made: all that are still here. */
  readonly unshipped?: number;
}

/** A line of an order as a refund sees it. */
export interface ChargedLine {
  /** The charged amount of the whole line, with tax. */
  readonly charged: Amount;
  readonly quantity: number;
  /** Units that earlier refunds gave back. */
  readonly returned: number;
  /** The amount that these refunds gave back. */
  readonly refunded: Amount;
}

/** Rounding of a currency: `step` ten-thousandths are its smallest unit. */
export interface Rounding {
  readonly step: bigint;
  readonly mode: RoundingMode;
}

/**
 * Returns the refund of some units of a line: `R(charged × quantity / line quantity)`; the last unit takes the rest
 * (orders-and-payments.md 16). Never more than is left of the line.
 * @param units at most those that are left
 */
export function refundOfUnits(line: ChargedLine, units: number, { step, mode }: Rounding): Amount {
  const left = line.charged > line.refunded ? line.charged - line.refunded : 0n;
  if (line.returned + units >= line.quantity) return left;
  const share = divideRounded(line.charged * BigInt(units), BigInt(line.quantity) * step, mode) * step;
  return share < left ? share : left;
}

/** The worth of the units and the shipping of a refund. */
interface RefundedWorth {
  readonly worth: Amount;
  /** That of earlier refunds. */
  readonly earlier: Amount;
  /** The amount that can still be refunded. */
  readonly left: Amount;
}

/**
 * Returns what a refund of parts gives back. What all refunds of parts give back is their worth rounded as a total is: with the last
 * part it is the total that was charged, never more (orders-and-payments.md 37).
 * @param step of the order's totals; null: nothing is rounded
 */
export function refundOfParts({ worth, earlier, left }: RefundedWorth, step: Amount | null): Amount {
  if (step === null) return worth;
  const due = roundToStep(earlier + worth, step) - roundToStep(earlier, step);
  return due > left && worth <= left ? left : due;
}

/**
 * Spreads the tax of a refund over its parts, by their amounts; the last one takes the rest.
 * @param amounts above 0, or a single one
 */
export function spreadTax(tax: Amount, amounts: readonly Amount[], { step, mode }: Rounding): Amount[] {
  const total = amounts.reduce((sum, amount) => sum + amount, 0n);
  let rest = tax;
  return amounts.map((amount, i) => {
    const isLast = i === amounts.length - 1;
    const part = isLast ? rest : divideRounded(tax * amount, total * step, mode) * step;
    rest -= part;
    return part;
  });
}
