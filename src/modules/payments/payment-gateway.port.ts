import { type Amount } from '../../kernel/money';
import { type GatewayDescription } from '../settings/gateway-description';

/** A card as the customer typed it. No gateway may store, log or return it. */
export interface CardDetails {
  /** Digits; null when none were sent. */
  readonly number: string | null;
}

/** An amount to take or to authorize. */
export interface Charge {
  /** The same when one attempt is repeated, so that it charges once. */
  readonly key: string;
  readonly orderId: string;
  readonly amount: Amount;
  /** ISO 4217. */
  readonly currency: string;
  readonly card: CardDetails;
}

/** The provider's response to a charge. */
export type ChargeOutcome =
  | { readonly isAccepted: true; readonly reference: string }
  /** @property message for the customer; holds no data of the card */
  | { readonly isAccepted: false; readonly reference: string; readonly message: string };

/** A capture, refund or void of an accepted charge. */
export interface FollowUp {
  readonly key: string;
  readonly reference: string;
  readonly amount: Amount;
  readonly currency: string;
}

/**
 * A provider of payments (carts.md 10). Each has a folder in `gateways/` and one line in `registered-gateways.ts`;
 * nothing else in the code names it. It passes `key` to the provider as the idempotency key, because a request may be
 * repeated after a deadlock, and throws when the provider does not respond.
 */
export interface PaymentGateway extends GatewayDescription {
  /** @throws ValidationFailed naming a field of the card that cannot be one */
  purchase(charge: Charge): Promise<ChargeOutcome>;
  authorize(charge: Charge): Promise<ChargeOutcome>;
  capture(followUp: FollowUp): Promise<void>;
  refund(followUp: FollowUp): Promise<void>;
  void(followUp: FollowUp): Promise<void>;
}

/** Token of the registered gateways, an array of {@link PaymentGateway}. */
export const PAYMENT_GATEWAYS = Symbol('payment gateways');
