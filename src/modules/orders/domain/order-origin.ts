/** Who worked out the money of an order, with labels (orders-that-stay-true.md 1). */
export const ORDER_ORIGINS = { checkout: 'Checkout', api: 'API' } as const;

/** `checkout`: the store, which keeps it true. `api`: the caller, and it stays as sent. */
export type OrderOrigin = keyof typeof ORDER_ORIGINS;
