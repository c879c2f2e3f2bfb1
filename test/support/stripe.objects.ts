import type Stripe from 'stripe';

/** A payment intent with every field that Stripe answers, as its library types it. */
export function paymentIntent(
  id: string,
  own: Pick<Stripe.PaymentIntent, 'amount' | 'currency' | 'capture_method' | 'metadata' | 'status' | 'created'>,
): Stripe.PaymentIntent {
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount_capturable: own.status === 'requires_capture' ? own.amount : 0,
    amount_received: own.status === 'succeeded' ? own.amount : 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: { enabled: true, allow_redirects: 'always' },
    canceled_at: null,
    cancellation_reason: null,
    client_secret: `${id}_secret`,
    confirmation_method: 'automatic',
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    next_action: null,
    on_behalf_of: null,
    payment_method: 'pm_1',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    transfer_group: null,
    ...own,
  };
}

/** A refund, likewise. */
export function refundObject(
  id: string,
  own: Pick<Stripe.Refund, 'amount' | 'currency' | 'metadata' | 'payment_intent' | 'created' | 'status'>,
): Stripe.Refund {
  return {
    id,
    object: 'refund',
    balance_transaction: null,
    charge: null,
    customer: null,
    customer_account: null,
    payment_method: null,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    transfer_reversal: null,
    ...own,
  };
}

/** The body of an error of Stripe. */
export interface StripeErrorBody {
  readonly error: {
    readonly type: 'card_error' | 'invalid_request_error' | 'idempotency_error' | 'api_error' | 'rate_limit_error';
    readonly code?: string;
    readonly param?: string;
    readonly message: string;
    readonly payment_intent?: Stripe.PaymentIntent;
  };
}
