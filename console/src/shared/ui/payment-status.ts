import { type components } from '@storekeeper/client';
import { type Tone } from './values';

type PaymentMethod = components['schemas']['TransactionMethod'];
type PaymentStatus = components['schemas']['TransactionStatus'];

const METHODS: Readonly<Record<PaymentMethod, true>> = {
  purchase: true,
  authorize: true,
  capture: true,
  refund: true,
  void: true,
  recorded: true,
};

const TONES: Readonly<Record<PaymentStatus, Tone>> = {
  pending: 'busy',
  unknown: 'warning',
  declined: 'bad',
  succeeded: 'good',
  voided: 'plain',
};

/** Every kind of payment. One that is not here does not compile. */
export const PAYMENT_METHODS = Object.keys(METHODS) as readonly PaymentMethod[];
/** Every status of a payment, those that need a hand first. */
export const PAYMENT_STATUSES = Object.keys(TONES) as readonly PaymentStatus[];

/** Returns the tone of a payment's status. */
export const paymentTone = (status: PaymentStatus): Tone => TONES[status];
