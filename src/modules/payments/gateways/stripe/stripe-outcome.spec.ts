import type Stripe from 'stripe';
import { paymentIntent, refundObject } from '../../../../../test/support/stripe.objects';
import { parseAmount } from '../../../../kernel/money';
import { type Finding, type Moved, type Outcome } from '../../payment-gateway.port';
import {
  chargeOutcome,
  failedOutcome,
  followUpFinding,
  followUpOutcome,
  refundOutcome,
  type StripeFailure,
} from './stripe-outcome';

type Intent = Stripe.PaymentIntent;

const intent = (status: Intent['status'], more: Partial<Intent> = {}): Intent => ({
  ...paymentIntent('pi_1', {
    amount: 1000,
    currency: 'gbp',
    capture_method: 'automatic',
    metadata: {},
    status,
    created: 0,
  }),
  ...more,
});
const failed = (message: string | undefined): Partial<Intent> => ({
  last_payment_error: { type: 'card_error', message },
});
const pending = (url: string | null): Outcome => ({ status: 'pending', reference: 'pi_1', url });
const declined = (message: string): Outcome => ({ status: 'declined', reference: 'pi_1', message });

const moved = (amount: string, isHeld = false): { readonly moved: Moved } => ({
  moved: { amount: parseAmount(amount), currency: 'GBP', isHeld },
});

describe('the outcome of a charge at Stripe (orders-and-payments.md 17)', () => {
  const sent = (url: string | null): Partial<Intent> => ({
    next_action: { type: 'redirect_to_url', redirect_to_url: { url, return_url: null } },
  });
  it.each<[string, Intent, Outcome]>([
    ['succeeded', intent('succeeded'), { status: 'accepted', reference: 'pi_1', ...moved('10') }],
    ['authorized', intent('requires_capture'), { status: 'accepted', reference: 'pi_1', ...moved('10', true) }],
    ['declined', intent('requires_payment_method', failed('No money.')), declined('No money.')],
    ['declined without a reason', intent('requires_payment_method'), declined('The payment was declined')],
    [
      'declined for an empty one',
      intent('requires_payment_method', failed(undefined)),
      declined('The payment was declined'),
    ],
    ['cancelled', intent('canceled'), declined('The payment was cancelled')],
    ['cancelled after a decline', intent('canceled', failed('No money.')), declined('No money.')],
    [
      'waiting for an authentication',
      intent('requires_action', sent('https://s.example/')),
      pending('https://s.example/'),
    ],
    ['waiting for one without an address', intent('requires_action', sent(null)), pending(null)],
    [
      'waiting for another thing',
      intent('requires_action', { next_action: { type: 'use_stripe_sdk' } }),
      pending(null),
    ],
    ['under way', intent('processing'), pending(null)],
    ['not confirmed yet', intent('requires_confirmation'), pending(null)],
  ])('is read from its payment intent: %s', (_, read, outcome) => {
    expect(chargeOutcome(read)).toEqual(outcome);
  });
});

describe('the outcome of a capture or a void at Stripe', () => {
  const refused = (message: string): Finding => ({ status: 'refused', message });
  it.each<[Intent['status'], 'succeeded' | 'canceled', Finding]>([
    ['succeeded', 'succeeded', { status: 'accepted', reference: 'pi_1', ...moved('10') }],
    ['canceled', 'canceled', { status: 'accepted', reference: 'pi_1' }],
    ['canceled', 'succeeded', refused('The payment is canceled already')],
    ['succeeded', 'canceled', refused('The payment is succeeded already')],
    ['requires_capture', 'succeeded', { status: 'none' }],
    ['requires_capture', 'canceled', { status: 'none' }],
    ['processing', 'succeeded', pending(null)],
    ['processing', 'canceled', { status: 'none' }],
    ['requires_payment_method', 'succeeded', declined('The payment was declined')],
    ['requires_payment_method', 'canceled', { status: 'none' }],
    ['requires_action', 'succeeded', { status: 'none' }],
    ['requires_action', 'canceled', { status: 'none' }],
  ])('of a payment that is %s and was to be %s', (status, done, finding) => {
    expect(followUpFinding(intent(status), done)).toEqual(finding);
  });

  it.each<[Intent['status'], 'succeeded' | 'canceled', Outcome]>([
    ['succeeded', 'succeeded', { status: 'accepted', reference: 'pi_1', ...moved('10') }],
    ['canceled', 'canceled', { status: 'accepted', reference: 'pi_1' }],
    ['processing', 'succeeded', pending(null)],
    ['requires_payment_method', 'succeeded', declined('The payment was declined')],
  ])('in a response that says %s where it was to be %s', (status, done, outcome) => {
    expect(followUpOutcome(intent(status), done)).toEqual(outcome);
  });

  it.each<[Intent['status'], 'succeeded' | 'canceled']>([
    ['requires_capture', 'succeeded'],
    ['canceled', 'succeeded'],
    ['processing', 'canceled'],
    ['succeeded', 'canceled'],
  ])('is asked for after a response that says %s where it was to be %s', (status, done) => {
    expect(() => followUpOutcome(intent(status), done)).toThrow(
      expect.objectContaining({ name: 'OddAnswer' }) as Error,
    );
  });
});

describe('the outcome of a refund at Stripe', () => {
  const refund = (more: Partial<Stripe.Refund>): Stripe.Refund => ({
    ...refundObject('re_1', {
      ...{ amount: 1, currency: 'gbp', metadata: null, payment_intent: 'pi_1', created: 0, status: 'succeeded' },
      ...more,
    }),
  });
  const failure = (message: string): Outcome => ({ status: 'declined', reference: 're_1', message });
  it.each<[string, Partial<Stripe.Refund>, Outcome]>([
    ['that succeeded', { status: 'succeeded' }, { status: 'accepted', reference: 're_1', ...moved('0.01') }],
    ['that failed', { status: 'failed', failure_reason: 'lost_card' }, failure('The refund failed: lost_card')],
    ['that failed for no reason', { status: 'failed' }, failure('The refund failed: failed')],
    ['that was cancelled', { status: 'canceled' }, failure('The refund failed: canceled')],
    ['that is under way', { status: 'pending' }, { status: 'pending', reference: 're_1', url: null }],
    ['without a status', { status: null }, { status: 'pending', reference: 're_1', url: null }],
  ])('%s', (_, fields, outcome) => {
    expect(refundOutcome(refund(fields))).toEqual(outcome);
  });
});

describe('an error of Stripe', () => {
  const message = 'No such key: sk_live_1';
  const wrongKey: Outcome = { status: 'refused', message: 'Stripe does not accept the secret_key of the gateway' };
  it.each<[Omit<StripeFailure, 'message'>, Outcome | undefined]>([
    [
      { type: 'StripeCardError', payment_intent: { id: 'pi_9' } },
      { status: 'declined', reference: 'pi_9', message },
    ],
    [{ type: 'StripeCardError' }, { status: 'declined', reference: 'stripe-42', message }],
    [{ type: 'StripeInvalidRequestError' }, { status: 'refused', message: 'Stripe rejected the request' }],
    [
      { type: 'StripeInvalidRequestError', code: 'resource_missing' },
      { status: 'refused', message: 'Stripe rejected the request: resource_missing' },
    ],
    [
      { type: 'StripeInvalidRequestError', code: 'resource_missing', param: 'payment_method' },
      { status: 'refused', message: 'Stripe rejected the request: resource_missing, payment_method' },
    ],
    [{ type: 'StripeAuthenticationError' }, wrongKey],
    [{ type: 'StripePermissionError' }, wrongKey],
    [{ type: 'StripeAPIError' }, undefined],
    [{ type: 'StripeConnectionError' }, undefined],
    [{ type: 'StripeIdempotencyError' }, undefined],
  ])('%j ends an attempt, or leaves it open, and quotes only what it may', (failure, outcome) => {
    expect(failedOutcome({ ...failure, message }, '42')).toEqual(outcome);
  });
});
