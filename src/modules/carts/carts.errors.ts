import { Invalid, NotFound } from '../../kernel/errors';

/** The cart has no line with this identifier. */
export class CartItemNotFound extends NotFound {
  readonly code = 'carts.item_not_found';
  constructor() {
    super('No cart item found');
  }
}

/** The reason why a code is refused (promotions.md 35). */
export type CodeRefusal =
  'unknown' | 'draft' | 'expired' | 'code_revoked' | 'code_used' | 'code_expired' | 'max_uses_reached';

/** The discount code does not exist, or no cart can use it. The reason is under `errors.reason`. */
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
