import { Conflict, type FieldErrors, Invalid, NotFound, StoreError } from '../../kernel/errors';
import { type Amount, amountText } from '../../kernel/money';

/** The cart has no line with this identifier. */
export class CartItemNotFound extends NotFound {
  readonly code = 'carts.item_not_found';
  constructor() {
    super('No cart item found');
  }
}

/** Why a code is refused (promotions.md 35). */
export type CodeRefusal = 'unknown' | 'draft' | 'expired' | 'max_uses_reached';

/** The discount code cannot be set: there is none, or it cannot apply to any cart. The reason is under `errors.reason`. */
export class DiscountCodeRefused extends Invalid {
  readonly code = 'carts.discount_code_refused';
  /** @param field the field that held the code */
  constructor(
    field: string,
    readonly reason: CodeRefusal,
  ) {
    super({ [field]: ['Discount code does not exist, or is not applicable'], reason: [reason] });
  }
}

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

/** An order that was cancelled, failed or declined is wanted again, and its goods have been sold (carts.md 8). */
export class StockSoldOn extends Conflict {
  readonly code = 'carts.stock_sold_on';
  /** @param skus of all products that are short */
  constructor(readonly skus: readonly string[]) {
    super(`Not enough is left in stock of ${skus.join(', ')}`);
  }
}

/** The payment cannot be made, or the order's payment is in no state for it. Nothing was written. */
export class PaymentRefused extends Invalid {
  readonly code = 'payments.refused';
}

/** The gateway said no. The order is declined by now (carts.md 10). */
export class PaymentDeclined extends StoreError {
  readonly code = 'payments.declined';
  readonly kind = 'invalid';
  override readonly keepsEffect = true;
  /** @param message of the gateway, without anything of the card */
  constructor(message: string) {
    super(message);
  }
}
