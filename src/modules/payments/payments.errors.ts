import { Conflict, Invalid, NotFound, StoreError, Unauthorized, Unavailable } from '../../kernel/errors';

/** The order or its payment does not allow the operation. Nothing was written. */
export class PaymentRefused extends Invalid {
  readonly code = 'payments.refused';
}

/** {@link PaymentRefused} because of the order. */
export function orderRefused(message: string): PaymentRefused {
  return new PaymentRefused({ order: [message] });
}

/** An edit would take away items or shipping that were refunded already (orders-and-payments.md 8). */
export class RefundedAlready extends Invalid {
  readonly code = 'payments.refunded_already';
}

/** The gateway declined the charge; an unpaid order is set to declined (carts.md 10). */
export class PaymentDeclined extends StoreError {
  readonly code = 'payments.declined';
  readonly kind = 'invalid';
  override readonly keepsEffect = true;
  /** @param message of the gateway, which holds no data of the card */
  constructor(message: string) {
    super(message);
  }
}

/** The order has a payment whose outcome is not known yet (orders-and-payments.md 10). Nothing was written. */
export class PaymentUnderWay extends Conflict {
  readonly code = 'payments.under_way';
  override readonly retryAfter = 5;
  constructor() {
    super('a payment is under way');
  }
}

/**
 * The gateway did not respond in time (orders-and-payments.md 11). The store asks it for the outcome within 60 s after the
 * deadline; a repeat with the same `Idempotency-Key` gets the outcome.
 */
export class PaymentOutcomeUnknown extends Unavailable {
  readonly code = 'payments.outcome_unknown';
  override readonly retryAfter = 15;
  constructor() {
    super('payment outcome unknown');
  }
}

/** No transaction has this id. */
export class TransactionNotFound extends NotFound {
  readonly code = 'payments.transaction_not_found';
  constructor() {
    super('No transaction found');
  }
}

/** A notification of a payment provider whose signature is missing, wrong or too old (orders-and-payments.md 17). */
export class CallbackRefused extends Unauthorized {
  readonly code = 'payments.callback_refused';
  constructor() {
    super('The signature of the notification is not valid');
  }
}
