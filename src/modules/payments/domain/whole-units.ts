import { ValidationFailed } from '../../../kernel/errors';
import { type Amount, amountText, smallestUnit } from '../../../kernel/money';

/** @throws ValidationFailed when an amount has a part of the currency's smallest unit (orders-that-stay-true.md 14) */
export function requireWholeUnits(field: string, amount: Amount, currency: string): void {
  const unit = smallestUnit(currency);
  if (amount % unit !== 0n) {
    throw ValidationFailed.of(field, `must be a whole number of ${amountText(unit)} ${currency}`);
  }
}
