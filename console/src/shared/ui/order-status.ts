import { type components } from '@storekeeper/client';
import { type Tone } from './values';

/** The state of an order, as the API names it. */
export type OrderStatus = components['schemas']['OrderStatus'];

const TONES: Readonly<Record<OrderStatus, Tone>> = {
  unpaid: 'warning',
  mismatch: 'bad',
  paid: 'good',
  processing: 'busy',
  dispatched: 'good',
  partial_refund: 'plain',
  refunded: 'plain',
  cancelled: 'plain',
  declined: 'bad',
  failed: 'bad',
};

/** Every state, those that need a hand first. */
export const ORDER_STATUSES = Object.keys(TONES) as readonly OrderStatus[];

/** Returns the tone of an order's state. */
export const orderTone = (status: OrderStatus): Tone => TONES[status];
