/** States of a payment. */
export type PaymentState = 'authorized' | 'captured' | 'voided' | 'declined';

/** Operations on payments (carts.md, table). */
export const PAYMENT_METHODS = ['purchase', 'authorize', 'capture', 'refund', 'void'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
