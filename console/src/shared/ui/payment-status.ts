import { type components } from '@storekeeper/client';
import { type Tone } from './values';

type PaymentMethod = components['schemas']['TransactionMethod'];
type PaymentStatus = components['schemas']['TransactionStatus'];

type PaymentProblem = components['schemas']['TransactionProblem'];

const PROBLEMS: Readonly<Record<NonNullable<PaymentProblem>, true>> = {
  void_failed: true,
  mismatch: true,
  refund_failed: true,
};

const METHODS: Readonly<Record<PaymentMethod, true>> = {
  purchase: true,
  authorize: true,
  capture: true,
  refund: true,
  void: true,
  recorded: true,
  reversal: true,
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
/** Every problem of a payment. */
export const PAYMENT_PROBLEMS = Object.keys(PROBLEMS) as readonly NonNullable<PaymentProblem>[];
/** Every status of a payment, those that need a hand first. */
export const PAYMENT_STATUSES = Object.keys(TONES) as readonly PaymentStatus[];

/** Returns the tone of a payment's status. */
export const paymentTone = (status: PaymentStatus): Tone => TONES[status];
