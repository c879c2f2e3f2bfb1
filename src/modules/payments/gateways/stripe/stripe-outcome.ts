import type Stripe from 'stripe';
import { type Finding, type Moved, type Outcome } from '../../payment-gateway.port';
import { stripeAmount } from './stripe-money';

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

const OVER: ReadonlySet<string> = new Set(['requires_payment_method', 'canceled']);
const WAITS: ReadonlySet<string> = new Set(['requires_action', 'requires_confirmation', 'processing']);
/** States that a payment intent has only after its capture. */
const CAPTURE_TELLS: ReadonlySet<string> = new Set(['succeeded', 'processing', 'requires_payment_method']);
const ENDED: ReadonlySet<string> = new Set(['succeeded', 'canceled']);
const REFUND_WAITS: ReadonlySet<string | null> = new Set(['pending', 'requires_action', null]);

/** An answer that is not as Stripe documents it: what became of the money is not known. Its content is not told. */
class OddAnswer extends Error {
  override readonly name = 'OddAnswer';
}

/** Returns the outcome of a charge from the state of its payment intent. @throws OddAnswer */
export function chargeOutcome(intent: Stripe.PaymentIntent): Outcome {
  const { id, status, next_action: next } = intent;
  if (status === 'succeeded') return accepted(intent, intent.amount_received, false);
  if (status === 'requires_capture') return accepted(intent, intent.amount_capturable, true);
  if (OVER.has(status)) return { status: 'declined', reference: id, message: reasonOf(intent) };
  if (!WAITS.has(status)) throw new OddAnswer();
  return { status: 'pending', reference: id, url: next?.redirect_to_url?.url ?? null };
}

function accepted(of: { readonly id: string; readonly currency: string }, units: unknown, isHeld: boolean): Outcome {
  return { status: 'accepted', reference: of.id, moved: movedOf(units, of.currency, isHeld) };
}

function movedOf(units: unknown, currency: unknown, isHeld: boolean): Moved {
  const isAmount = typeof units === 'number' && Number.isSafeInteger(units) && units >= 0;
  if (!isAmount || typeof currency !== 'string') throw new OddAnswer();
  const code = currency.toUpperCase();
  return { amount: stripeAmount(units, code), currency: code, isHeld };
}

function reasonOf({ status, last_payment_error: error }: Stripe.PaymentIntent): string {
  return error?.message ?? (status === 'canceled' ? CANCELLED : DECLINED);
}

/** Returns the outcome of a capture or a void of an authorization. @param done the state that it leads to @throws OddAnswer */
export function followUpFinding(intent: Stripe.PaymentIntent, done: 'succeeded' | 'canceled'): Finding {
  const { id, status } = intent;
  // A capture may be under way, and is declined then or later.
  if (done === 'succeeded' && CAPTURE_TELLS.has(status)) return chargeOutcome(intent);
  if (status === done) return { status: 'accepted', reference: id };
  if (ENDED.has(status)) return { status: 'refused', message: `The payment is ${status} already` };
  if (status !== 'requires_capture' && !OVER.has(status) && !WAITS.has(status)) throw new OddAnswer();
  return { status: 'none' };
}

/** Returns the outcome that the response to a capture or a void tells; any other is still to be asked for. @throws OddAnswer */
export function followUpOutcome(intent: Stripe.PaymentIntent, done: 'succeeded' | 'canceled'): Outcome {
  const finding = followUpFinding(intent, done);
  if (finding.status === 'none' || finding.status === 'refused') throw new OddAnswer();
  return finding;
}

/** Returns the outcome of a refund. @throws OddAnswer */
export function refundOutcome(refund: Stripe.Refund): Outcome {
  const { id, status, failure_reason: reason } = refund;
  if (status === 'succeeded') return accepted(refund, refund.amount, false);
  if (status === 'failed' || status === 'canceled') {
    return { status: 'declined', reference: id, message: `The refund failed: ${reason ?? status}` };
  }
  if (!REFUND_WAITS.has(status)) throw new OddAnswer();
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
