import { Invalid, StoreError } from '../../kernel/errors';

/** The order or its payment does not allow the operation. Nothing was written. */
export class PaymentRefused extends Invalid {
  readonly code = 'payments.refused';
}

/** The gateway declined the charge; the order is set to declined (carts.md 10). */
export class PaymentDeclined extends StoreError {
  readonly code = 'payments.declined';
  readonly kind = 'invalid';
  override readonly keepsEffect = true;
  /** @param message of the gateway, which holds no data of the card */
  constructor(message: string) {
    super(message);
  }
}
