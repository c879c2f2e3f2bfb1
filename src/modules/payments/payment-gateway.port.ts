import { type Amount } from '../../kernel/money';
import { type GatewayDescription, type GatewaySettings } from '../settings/gateway-description';
import { type PaymentMethod } from './domain/payment-state';

/** The customer's card or token. No gateway may store, log or return it. */
export interface PaymentDetails {
  /** Number of a card as typed; null when none was sent. */
  readonly number: string | null;
  /** Token that the provider made in the customer's browser; null when none was sent. */
  readonly paymentMethod: string | null;
  /** URL that the provider sends the customer to after an authentication; null when none was sent. */
  readonly returnUrl: string | null;
}

/** The fields of every request to a provider. */
export interface ProviderCall {
  /**
   * Id of the attempt, for the provider's idempotency key and for {@link PaymentGateway.find}: the same when a request is
   * repeated.
   */
  readonly key: string;
  /** The gateway's settings, opened. */
  readonly settings: GatewaySettings;
  /** Milliseconds after which the store stops waiting for the response (orders-and-payments.md 10). */
  readonly timeoutMs: number;
}

/** A charge that is not written yet. */
export interface ChargeTerms {
  readonly amount: Amount;
  /** ISO 4217. */
  readonly currency: string;
  readonly details: PaymentDetails;
}

/** An amount to take or to authorize. */
export interface Charge extends ProviderCall, ChargeTerms {
  readonly orderId: string;
}

/** A capture, refund or void of an accepted charge. */
export interface FollowUp extends ProviderCall {
  /** Reference of the charge. */
  readonly reference: string;
  readonly amount: Amount;
  readonly currency: string;
}

/** A request for the outcome of an attempt. */
export interface Question extends ProviderCall {
  readonly method: PaymentMethod;
  /** Reference of the attempt's charge; empty while it is not known. */
  readonly reference: string;
  /** When the attempt was written. */
  readonly since: Date;
}

/** The money that a provider says it took, holds or gave back. */
export interface Moved {
  readonly amount: Amount;
  /** ISO 4217. */
  readonly currency: string;
  /** Whether it is only held: an authorization. */
  readonly isHeld: boolean;
}

/** The outcome of an attempt. Messages are for the customer and contain no card data. */
export type Outcome =
  /** Without `moved`, the money is what was asked for. */
  | { readonly status: 'accepted'; readonly reference: string; readonly moved?: Moved }
  | { readonly status: 'declined'; readonly reference: string; readonly message: string }
  /** The provider took nothing and will not, e.g. because of a wrong setting. The order stays as it is. */
  | { readonly status: 'refused'; readonly message: string }
  /** Not known yet. With a URL, the customer has to confirm the payment there. */
  | { readonly status: 'pending'; readonly reference: string; readonly url: string | null };

/** The outcome of an attempt; `none`: the provider does not know its key, and money never moved. */
export type Finding = Outcome | { readonly status: 'none' };

/** A notification of the provider about an attempt of the store. Its content is not trusted: the provider is asked. */
export interface Callback {
  /** Key of the attempt. */
  readonly key: string;
}

/**
 * A provider of payments (carts.md 10). Each has a folder in `gateways/` and one line in `registered-gateways.ts`;
 * nothing else in the code names it. After any exception the attempt stays open, and {@link find} is called later.
 */
export interface PaymentGateway extends GatewayDescription {
  /**
   * Checks a charge before anything is written. Without this method every charge is accepted.
   * @throws ValidationFailed naming the field of `data`, or `currency`
   */
  check?(terms: ChargeTerms): void;
  purchase(charge: Charge): Promise<Outcome>;
  authorize(charge: Charge): Promise<Outcome>;
  capture(followUp: FollowUp): Promise<Outcome>;
  refund(followUp: FollowUp): Promise<Outcome>;
  void(followUp: FollowUp): Promise<Outcome>;
  /** Returns the outcome of an attempt by its key. Never starts the attempt (orders-and-payments.md 11). */
  find(question: Question): Promise<Finding>;
  /**
   * Reads a notification of the provider. Omit it if the provider sends none.
   * @param body as it came
   * @param headers of the request, by lower-case name
   * @returns undefined when it is about no attempt of the store
   * @throws CallbackRefused when the provider did not sign it
   */
  readCallback?(
    body: Buffer,
    headers: Readonly<Record<string, string | undefined>>,
    settings: GatewaySettings,
  ): Promise<Callback | undefined>;
}

/** Token of the registered gateways, an array of {@link PaymentGateway}. */
export const PAYMENT_GATEWAYS = Symbol('payment gateways');
