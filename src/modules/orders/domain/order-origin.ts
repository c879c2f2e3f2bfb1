/** Origins of an order's amounts, with labels (orders-and-payments.md 1). */
export const ORDER_ORIGINS = { checkout: 'Checkout', api: 'API' } as const;

/** `checkout`: the store computed the amounts and updates them. `api`: the caller sent them, and they stay as sent. */
export type OrderOrigin = keyof typeof ORDER_ORIGINS;
