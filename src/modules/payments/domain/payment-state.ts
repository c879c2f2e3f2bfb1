/** Operations on payments (carts.md, table). */
export const PAYMENT_METHODS = ['purchase', 'authorize', 'capture', 'refund', 'void'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** Operations that report what became of a payment elsewhere. */
export const COMPLETIONS = ['complete', 'complete_purchase', 'complete_authorize'] as const;
export type Completion = (typeof COMPLETIONS)[number];

/**
 * Methods of transactions. `recorded`: the shop was paid outside the store. `reversal`: a refund that succeeded failed later, and its
 * money is back. No provider is asked for these (orders-and-payments.md 14, 16).
 */
export const TRANSACTION_METHODS = [...PAYMENT_METHODS, 'recorded', 'reversal'] as const;
export type TransactionMethod = (typeof TRANSACTION_METHODS)[number];

/** Whether a provider is asked for a transaction. */
export function isAsked(method: TransactionMethod): method is PaymentMethod {
  return PAYMENT_METHODS.some((asked) => asked === method);
}

/** Statuses of a transaction (orders-and-payments.md 12). */
export const PAYMENT_STATUSES = ['pending', 'succeeded', 'declined', 'voided', 'unknown'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/**
 * States as stored. `authorized`, `captured` and `voided` say what became of a charge, `succeeded` stands for the rest;
 * versions that ran before this one know the charges by these words.
 */
export const PAYMENT_STATES = [
  'pending',
  'unknown',
  'authorized',
  'captured',
  'voided',
  'declined',
  'succeeded',
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/**
 * Problems of payments that a person has to look at. `void_failed`: money is still held for a cancelled, failed or declined order. `mismatch`: the provider
 * moved other money than was asked. `refund_failed`: a refund succeeded and failed later.
 */
export const PAYMENT_PROBLEMS = ['void_failed', 'mismatch', 'refund_failed'] as const;
export type PaymentProblem = (typeof PAYMENT_PROBLEMS)[number];

const STATUS_OF: Readonly<Record<PaymentState, PaymentStatus>> = {
  pending: 'pending',
  unknown: 'unknown',
  authorized: 'succeeded',
  captured: 'succeeded',
  succeeded: 'succeeded',
  voided: 'voided',
  declined: 'declined',
};

/** States of a payment whose outcome is not known yet. */
const OPEN_STATES: readonly PaymentState[] = ['pending', 'unknown'];

/** States of payments that hold or took money, or may. Nothing of the others counts any more. */
export const LIVE_STATES: readonly PaymentState[] = [...OPEN_STATES, 'authorized', 'captured', 'succeeded'];

/** Returns the status of a state. */
export function statusOf(state: PaymentState): PaymentStatus {
  return STATUS_OF[state];
}

/** Returns the states of a status; none for a word that is no status. */
export function statesOf(status: string): PaymentState[] {
  return PAYMENT_STATES.filter((state) => STATUS_OF[state] === status);
}

/** Returns whether the outcome is still to come. */
export function isOpen({ state }: { readonly state: PaymentState }): boolean {
  return OPEN_STATES.includes(state);
}

/** Returns whether a method takes or reserves money; the others follow up a charge. */
export function isCharge(method: TransactionMethod): method is 'purchase' | 'authorize' | 'recorded' {
  return method === 'purchase' || method === 'authorize' || method === 'recorded';
}

/** Returns the method of a row; rows from before methods were kept are charges, told by their state. */
export function methodOf(row: {
  readonly method: TransactionMethod | null;
  readonly state: PaymentState;
}): TransactionMethod {
  if (row.method !== null) return row.method;
  return row.state === 'authorized' || row.state === 'voided' ? 'authorize' : 'purchase';
}
