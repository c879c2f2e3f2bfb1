import { type Amount } from '../../../kernel/money';
import { requireWholeUnits } from '../../../kernel/whole-units';
import { type Order } from '../data/order.entity';

/**
 * Checks a price that an edit of a placed order sends. Only prices of the default currency keep four decimals
 * (orders-and-payments.md 28). Amounts of stated orders stay as sent.
 * @throws ValidationFailed naming the field
 */
export function requireEditedPrice({ origin, currencyCode, currency }: Order, field: string, price: Amount): void {
  if (origin === 'checkout' && !currency.data.default) requireWholeUnits(field, price, currencyCode);
}
