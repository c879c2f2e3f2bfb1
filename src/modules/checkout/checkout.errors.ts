import { Conflict, type FieldErrors, Invalid } from '../../kernel/errors';
import { type Amount, amountText } from '../../kernel/money';

/** The cart cannot be checked out as it is (carts.md 9). Nothing was written. */
export class CheckoutRefused extends Invalid {
  readonly code = 'carts.checkout_refused';
}

/** The cart comes to something else than the caller expects (carts.md 6). Nothing was written. */
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
