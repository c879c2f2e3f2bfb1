import { Inject, Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { ValidationFailed } from '../../../../kernel/errors';
import { isId } from '../../../../kernel/ids';
import { type Amount } from '../../../../kernel/money';
import { REQUIRED } from '../../../../kernel/fields/field-problem';
import { CONFIG, type Config } from '../../../../platform/config/config';
import { type GatewaySettings } from '../../../settings/gateway-description';
import {
  type Callback,
  type Charge,
  type ChargeTerms,
  type Finding,
  type FollowUp,
  type Outcome,
  type PaymentGateway,
  type ProviderCall,
  type Question,
} from '../../payment-gateway.port';
import { signedEvent, stripeClient, stripeFailure } from './stripe-client';
import { stripeStep, stripeUnits } from './stripe-money';
import { findInList, PAGE } from './stripe-list';
import { chargeOutcome, failedOutcome, followUpFinding, followUpOutcome, refundOutcome } from './stripe-outcome';

/** The part of a notification that is read. A signed text need not be an event. */
interface SentEvent {
  readonly data?: { readonly object?: { readonly metadata?: Stripe.Metadata | null } | null } | null;
}

/** Seconds around an attempt in which its payment intent is looked for: the clocks of both sides may differ. */
const BEFORE_S = 300;
const AFTER_S = 600;

/**
 * Takes cards and the other payment methods that are enabled in a Stripe account, by tokens (orders-and-payments.md
 * 17).
 */
@Injectable()
export class StripeGateway implements PaymentGateway {
  readonly slug = 'stripe';
  readonly name = 'Stripe';
  readonly settings = [
    { name: 'secret_key', required: true, secret: true },
    { name: 'webhook_secret', required: true, secret: true },
  ];
  private readonly url: string | undefined;

  constructor(@Inject(CONFIG) { payments }: Config) {
    this.url = payments.gatewayUrls[this.slug];
  }

  totalStep(currency: string): Amount {
    return stripeStep(currency);
  }

  /** @throws ValidationFailed naming `data.number` when a card is sent, or `data.payment_method` when no token is */
  check({ amount, currency, details }: ChargeTerms): void {
    if (details.number !== null) {
      throw ValidationFailed.of('data.number', 'is not taken by stripe: send the token data.payment_method');
    }
    if (details.paymentMethod === null) throw ValidationFailed.of('data.payment_method', REQUIRED);
    stripeUnits(amount, currency);
  }

  purchase(charge: Charge): Promise<Outcome> {
    return this.charge(charge, 'automatic');
  }

  authorize(charge: Charge): Promise<Outcome> {
    return this.charge(charge, 'manual');
  }

  capture(call: FollowUp): Promise<Outcome> {
    const params = { amount_to_capture: stripeUnits(call.amount, call.currency) };
    return this.ask(call, async ({ paymentIntents }) =>
      followUpOutcome(await paymentIntents.capture(call.reference, params, optionsOf(call)), 'succeeded'),
    );
  }

  refund(call: FollowUp): Promise<Outcome> {
    const { reference: payment_intent, amount, currency, key } = call;
    const params = { payment_intent, amount: stripeUnits(amount, currency), metadata: { attempt: key } };
    return this.ask(call, async ({ refunds }) => refundOutcome(await refunds.create(params, optionsOf(call))));
  }

  /** Also accepted when Stripe has ended the authorization by itself, which it does after some days. */
  async void(call: FollowUp): Promise<Outcome> {
    const outcome = await this.ask(call, async ({ paymentIntents }) =>
      followUpOutcome(await paymentIntents.cancel(call.reference, {}, optionsOf(call)), 'canceled'),
    );
    if (outcome.status !== 'refused') return outcome;
    return this.ask(call, async (client) => {
      const finding = followUpFinding(await intentOf(client, call), 'canceled');
      return finding.status === 'accepted' ? finding : outcome;
    });
  }

  /** @throws StripeError when Stripe does not respond */
  async find(question: Question): Promise<Finding> {
    const client = this.client(question.settings);
    const { method, reference, key, timeoutMs } = question;
    const patience = { timeout: timeoutMs };
    if (method === 'purchase' || method === 'authorize') {
      const intent = reference === '' ? await search(client, question) : await intentOf(client, question);
      return intent === undefined ? { status: 'none' } : chargeOutcome(intent);
    }
    if (method === 'refund') {
      const params = { payment_intent: reference, limit: PAGE };
      const refund = await findInList(key, (after) => client.refunds.list({ ...params, ...after }, patience));
      return refund === undefined ? { status: 'none' } : refundOutcome(refund);
    }
    return followUpFinding(await intentOf(client, question), method === 'capture' ? 'succeeded' : 'canceled');
  }

  /** @throws CallbackRefused */
  async readCallback(
    body: Buffer,
    headers: Readonly<Record<string, string | undefined>>,
    settings: GatewaySettings,
  ): Promise<Callback | undefined> {
    const event = await signedEvent(body, headers['stripe-signature'] ?? '', settings['webhook_secret'] ?? '');
    const key = (event as SentEvent | null)?.data?.object?.metadata?.['attempt'] ?? '';
    return isId(key) ? { key } : undefined;
  }

  private charge(charge: Charge, capture_method: 'automatic' | 'manual'): Promise<Outcome> {
    const { key, orderId, amount, currency, details } = charge;
    const { returnUrl } = details;
    // Without an address to return to, a payment that needs an authentication is declined instead of left half done.
    const allow_redirects = returnUrl === null ? ('never' as const) : ('always' as const);
    const params: Stripe.PaymentIntentCreateParams = {
      amount: stripeUnits(amount, currency),
      currency: currency.toLowerCase(),
      payment_method: details.paymentMethod ?? '',
      confirm: true,
      capture_method,
      automatic_payment_methods: { enabled: true, allow_redirects },
      ...(returnUrl === null ? { error_on_requires_action: true } : { return_url: returnUrl }),
      metadata: { attempt: key, order: orderId },
    };
    return this.ask(charge, async ({ paymentIntents }) =>
      chargeOutcome(await paymentIntents.create(params, optionsOf(charge))),
    );
  }

  private async ask(call: ProviderCall, work: (client: Stripe.Stripe) => Promise<Outcome>): Promise<Outcome> {
    try {
      return await work(this.client(call.settings));
    } catch (error) {
      const failure = stripeFailure(error);
      const outcome = failure && failedOutcome(failure, call.key);
      if (outcome === undefined) throw error;
      return outcome;
    }
  }

  private client(settings: GatewaySettings): Stripe.Stripe {
    return stripeClient(settings['secret_key'] ?? '', this.url);
  }
}

function optionsOf({ key, timeoutMs }: ProviderCall): Stripe.RequestOptions {
  return { idempotencyKey: key, timeout: timeoutMs };
}

function intentOf(
  client: Stripe.Stripe,
  { reference, timeoutMs }: Pick<FollowUp, 'reference' | 'timeoutMs'>,
): Promise<Stripe.PaymentIntent> {
  return client.paymentIntents.retrieve(reference, {}, { timeout: timeoutMs });
}

/** Looks for the payment intent of an attempt among those of its time. */
function search(client: Stripe.Stripe, { key, since, timeoutMs }: Question): Promise<Stripe.PaymentIntent | undefined> {
  const at = Math.floor(since.getTime() / 1000);
  const params = { created: { gte: at - BEFORE_S, lte: at + AFTER_S }, limit: PAGE };
  return findInList(key, (after) => client.paymentIntents.list({ ...params, ...after }, { timeout: timeoutMs }));
}
