import { type Amount } from '../../kernel/money';
import { type OrderStatus } from '../orders/order.record';
import { type PaymentDetails } from './payment-gateway.port';

/** Units of an order's item that are given back. */
export interface ReturnedUnits {
  readonly sku: string;
  readonly quantity: number;
}

/** The part of a request that a refund is worked out from. */
export interface RefundRequest {
  /** Amount to capture or refund; null: all that is left. */
  readonly amount: Amount | null;
  /** Units of a refund; null: it is not by items. */
  readonly items: readonly ReturnedUnits[] | null;
  /** Whether a refund includes the price of shipping. */
  readonly shipping: boolean;
  /** Whether the goods of a refund return to the stock. */
  readonly restock: boolean;
}

/** The outcome of a payment outside the store (orders-and-payments.md 14). */
export interface CompletionRequest {
  /** Whether the money came. */
  readonly isSuccess: boolean;
  /** Status that the order gets; null: the one that follows. */
  readonly status: OrderStatus | null;
  /** The provider's reference; empty: none was sent. */
  readonly reference: string;
  readonly who: string;
  readonly requestKey: string | null;
}

/** A payment request. */
export interface PaymentRequest extends RefundRequest {
  readonly details: PaymentDetails;
  /** Reason of a refund; null: none was sent. */
  readonly reason: string | null;
  /** Name of the client, for the order's history. */
  readonly who: string;
  /** Whether a buyer asks, by the token of a public client (storefront.md 1). */
  readonly isBuyer: boolean;
  /** Claimed `Idempotency-Key`; null without one. */
  readonly requestKey: string | null;
}
