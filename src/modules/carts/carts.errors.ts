import { Invalid, NotFound } from '../../kernel/errors';
import { type RejectionReason } from '../promotions/pricing.service';

/** The cart has no line with this identifier. */
export class CartItemNotFound extends NotFound {
  readonly code = 'carts.item_not_found';
  constructor() {
    super('No cart item found');
  }
}

const CODE_REFUSALS = [
  'unknown',
  'draft',
  'expired',
  'code_revoked',
  'code_used',
  'code_expired',
  'max_uses_reached',
] as const;

/** The reason why no cart can use a code (promotions.md 35). */
export type CodeRefusal = (typeof CODE_REFUSALS)[number];

/** Whether a reason says that no cart can use the code: it is as wrong as one that does not exist. */
export function isWrongCode(reason: string): reason is CodeRefusal {
  return (CODE_REFUSALS as readonly string[]).includes(reason);
}

/**
 * The discount code does not exist, no cart can use it, or it takes nothing off a checkout that names it. The reason is under
 * `errors.reason`.
 */
export class DiscountCodeRefused extends Invalid {
  readonly code = 'carts.discount_code_refused';
  /** @param field the field that held the code */
  constructor(
    field: string,
    readonly reason: CodeRefusal | RejectionReason,
  ) {
    super({ [field]: ['Discount code does not exist, or is not applicable'], reason: [reason] });
  }
}
