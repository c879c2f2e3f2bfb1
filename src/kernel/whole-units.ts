import { ValidationFailed } from './errors';
import { type Amount, amountText, smallestUnit } from './money';

/**
 * @param step of the totals of the order; null: the smallest unit of the currency
 * @throws ValidationFailed when an amount has a part of the unit (orders-and-payments.md 14, 37)
 */
export function requireWholeUnits(field: string, amount: Amount, currency: string, step: Amount | null = null): void {
  const unit = step ?? smallestUnit(currency);
  if (amount % unit !== 0n) {
    throw ValidationFailed.of(field, `must be a whole number of ${amountText(unit)} ${currency}`);
  }
}
