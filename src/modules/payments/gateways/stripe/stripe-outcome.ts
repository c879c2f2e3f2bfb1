import type Stripe from 'stripe';
import { type Finding, type Outcome } from '../../payment-gateway.port';

const DECLINED = 'The payment was declined';
const CANCELLED = 'The payment was cancelled';

/** The error that ended an attempt for certain, as Stripe's library types it. */
export interface StripeFailure {
  readonly type: string;
  readonly code?: string;
  readonly param?: string;
  readonly message: string;
  readonly payment_intent?: { readonly id: string };
}

const TAKEN: ReadonlySet<string> = new Set(['succeeded', 'requires_capture']);
const OVER: ReadonlySet<string> = new Set(['requires_payment_method', 'canceled']);

/** Returns the outcome of a charge from the state of its payment intent. All other states are pending. */
export function chargeOutcome(intent: Stripe.PaymentIntent): Outcome {
  const { id, status, next_action: next } = intent;
  if (TAKEN.has(status)) return { status: 'accepted', reference: id };
  if (OVER.has(status)) return { status: 'declined', reference: id, message: reasonOf(intent) };
  return { status: 'pending', reference: id, url: next?.redirect_to_url?.url ?? null };
}

function reasonOf({ status, last_payment_error: error }: Stripe.PaymentIntent): string {
  return error?.message ?? (status === 'canceled' ? CANCELLED : DECLINED);
}

/** Returns the outcome of a capture or a void of an authorization. @param done the state that it leads to */
export function followUpFinding({ id, status }: Stripe.PaymentIntent, done: 'succeeded' | 'canceled'): Finding {
  if (status === done) return { status: 'accepted', reference: id };
  const isOver = status === 'succeeded' || status === 'canceled';
  return isOver ? { status: 'refused', message: `The payment is ${status} already` } : { status: 'none' };
}

/** Returns the outcome of a refund. */
export function refundOutcome({ id, status, failure_reason: reason }: Stripe.Refund): Outcome {
  if (status === 'succeeded') return { status: 'accepted', reference: id };
  if (status === 'failed' || status === 'canceled') {
    return { status: 'declined', reference: id, message: `The refund failed: ${reason ?? status}` };
  }
  return { status: 'pending', reference: id, url: null };
}

/**
 * Returns the outcome of a Stripe error; undefined when money may have moved. The message of a rejected request is not
 * repeated: it may quote a key.
 */
export function failedOutcome(
  { type, code, param, message, payment_intent: intent }: StripeFailure,
  key: string,
): Outcome | undefined {
  if (type === 'StripeCardError') return { status: 'declined', reference: intent?.id ?? `stripe-${key}`, message };
  if (type === 'StripeInvalidRequestError') {
    const what = [code, param].filter(Boolean).join(', ');
    return { status: 'refused', message: `Stripe rejected the request${what === '' ? '' : `: ${what}`}` };
  }
  if (type === 'StripeAuthenticationError' || type === 'StripePermissionError') {
    return { status: 'refused', message: 'Stripe does not accept the secret_key of the gateway' };
  }
  return undefined;
}
