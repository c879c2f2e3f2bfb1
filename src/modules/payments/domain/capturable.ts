import { type Amount, amountText } from '../../../kernel/money';
import { CAME_TO_NOTHING, type OrderMoneyState, orderBalance } from '../../orders/order-money';
import { PaymentRefused } from '../payments.errors';

/** An authorization of which a part may be captured. */
interface Authorized {
  readonly amount: Amount;
}

/** Returns the amount due of an order. One that failed owes its total again once it is paid. */
function dueOf(order: OrderMoneyState): Amount {
  const due = orderBalance(CAME_TO_NOTHING.has(order.status) ? { ...order, status: 'unpaid' } : order);
  return due > 0n ? due : 0n;
}

/** Returns the amount that a capture takes if it names none: what is due, at most what was authorized. */
export function capturable(order: OrderMoneyState, { amount }: Authorized): Amount {
  const due = dueOf(order);
  return due < amount ? due : amount;
}

/** @throws PaymentRefused when nothing is due, or naming an `amount` that is more than was authorized or than is due */
export function requireCapturable(order: OrderMoneyState, charge: Authorized, amount: Amount): void {
  const most = capturable(order, charge);
  if (most === 0n) throw new PaymentRefused({ order: ['order cannot be captured: nothing is due; void its payment'] });
  if (amount > 0n && amount <= most) return;
  const what = most < charge.amount ? 'are due' : 'were authorized';
  throw new PaymentRefused({ amount: [`amount must be above 0 and at most the ${amountText(most)} that ${what}`] });
}
