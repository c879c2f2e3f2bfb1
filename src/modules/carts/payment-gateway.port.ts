import { type Amount } from '../../kernel/money';

/** A card as its customer typed it. Lives as long as the request: no gateway may store, log or answer it. */
export interface CardDetails {
  /** Digits; null when none were sent. */
  readonly number: string | null;
}

/** Money to be taken or to be set aside. */
export interface Charge {
  /** The same for each repeat of one attempt, so that no repeat charges twice. */
  readonly key: string;
  readonly orderId: string;
  readonly amount: Amount;
  /** ISO 4217. */
  readonly currency: string;
  readonly card: CardDetails;
}

/** What a provider says to a charge. */
export type ChargeOutcome =
  | { readonly isAccepted: true; readonly reference: string }
  /** @property message for the customer, without anything of the card */
  | { readonly isAccepted: false; readonly reference: string; readonly message: string };

/** Money that moves on, or back, after an accepted charge. */
export interface FollowUp {
  readonly key: string;
  readonly reference: string;
  readonly amount: Amount;
  readonly currency: string;
}

/**
 * A provider of payments (carts.md 10). A real one is one more class behind this port: it tells the provider `key` as its
 * idempotency key, because a call may be repeated when its transaction lost a deadlock, and throws when it gets no answer.
 */
export interface PaymentGateway {
  readonly slug: string;
  /** @throws ValidationFailed naming a field of the card that cannot be one */
  purchase(charge: Charge): Promise<ChargeOutcome>;
  authorize(charge: Charge): Promise<ChargeOutcome>;
  capture(followUp: FollowUp): Promise<void>;
  refund(followUp: FollowUp): Promise<void>;
  void(followUp: FollowUp): Promise<void>;
}

/** The gateways there are: an array of {@link PaymentGateway}. */
export const PAYMENT_GATEWAYS = Symbol('payment gateways');
