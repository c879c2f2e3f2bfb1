import { Conflict, type FieldErrors, Invalid } from '../../kernel/errors';
import { type Amount, amountText } from '../../kernel/money';

/** The cart cannot be checked out as it is (carts.md 9). Nothing was written. */
export class CheckoutRefused extends Invalid {
  readonly code = 'carts.checkout_refused';
}

/**
 * The cart was checked out before with another request, and that order is paid or under payment: it is not replaced. Its id is
 * under `errors.order` (orders-and-payments.md 20). Nothing was written.
 */
export class OrderHoldsMoney extends Conflict {
  readonly code = 'carts.order_holds_money';
  override readonly errors: FieldErrors;
  constructor(orderId: string) {
    super(`the cart was checked out as order ${orderId}, which is paid or under payment`);
    this.errors = { order: [orderId] };
  }
}

/** The total of the cart is not the one that the caller expects (carts.md 6). Nothing was written. */
export class TotalChanged extends Conflict {
  readonly code = 'carts.total_changed';
  override readonly errors: FieldErrors;
  constructor(expected: Amount, total: Amount) {
    super(`expected_total is ${amountText(expected)}, but the total is ${amountText(total)}`);
    this.errors = {
      expected_total: [`expected_total is ${amountText(expected)}`],
      total: [`total is ${amountText(total)}`],
    };
  }
}

/**
 * The cart, or the request, changed after its checkout, and the shop has edited that order since: it stays as it is. Its id is
 * under `errors.order` (orders-and-payments.md 39). Nothing was written.
 */
export class OrderEdited extends Conflict {
  readonly code = 'checkout.order_edited';
  override readonly errors: FieldErrors;
  constructor(orderId: string) {
    super(`the shop has edited order ${orderId}, as which the cart was checked out: pay it, or let the shop cancel it`);
    this.errors = { order: [orderId] };
  }
}
