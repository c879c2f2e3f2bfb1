import { type NoEffect } from './actions/promotion-action';
import { type ActionKey } from './actions/promotion-actions';
import { type PoolCodeFault } from './pool-code';
import { type RuleFailure, type Titles } from './rules/compiled-rule';

/**
 * Reasons why a promotion did not apply; the first that holds in this order (promotions.md 11, promotions-at-scale.md
 * 1, 7).
 */
export type RejectionReason =
  | 'draft'
  | 'not_started'
  | 'expired'
  | 'code_required'
  | PoolCodeFault
  | 'customer_group'
  | 'max_uses_reached'
  | 'customer_required'
  | 'customer_uses_reached'
  | `excluded_by:${string}`
  | `terminated_by:${string}`
  | 'match_rules'
  | 'match_items'
  | 'shipping_method'
  | 'no_effect'
  | 'budget_reached'
  | `outbid_by:${string}`;

/** The facts behind a reason, as data; null where the reason says it all. */
export type RejectionDetail =
  | { readonly from: string; readonly today: string }
  | { readonly to: string; readonly today: string }
  | { readonly customer_group: string; readonly actual: string | null; readonly titles?: Titles }
  | { readonly max_uses: number; readonly used: number }
  | { readonly customer_uses: number; readonly used?: number }
  | { readonly excluded_by: string; readonly title: string }
  | { readonly terminated_by: string; readonly title: string }
  | NoEffect
  | { readonly left: string; readonly needed: string }
  /** `equal`: the other takes as much off, and comes first. */
  | { readonly outbid_by: string; readonly title: string; readonly equal?: true }
  | { readonly shipping_methods: readonly string[]; readonly actual: string | null; readonly titles?: Titles }
  | RuleDetail
  | null;

/** The rule that was not met; `or` holds the other ways there would have been, those of an `any` group: the first 9 of them. */
export interface RuleDetail extends RuleFailure {
  readonly or?: readonly RuleFailure[];
  /** Further ways, not in `or`. */
  readonly or_more?: number;
}

/** A promotion that took something off. All amounts in minor units. */
export interface AppliedPromotion {
  readonly id: string;
  readonly title: string;
  readonly action: ActionKey;
  /** Off the lines: the sum of `lines`. */
  readonly discount: bigint;
  readonly shippingDiscount: bigint;
  /** The share of each line of the cart, in its order; `0n` where a line had none. */
  readonly lines: readonly bigint[];
}

/** A promotion that took nothing off, and why. */
export interface RejectedPromotion {
  readonly id: string;
  readonly title: string;
  readonly reason: RejectionReason;
  readonly detail: RejectionDetail;
  /** The amount that `customer_required` keeps from a customer who did not use it yet, in the order's currency. */
  readonly would_take_off?: number;
}

/** The discount of one promotion on one line, or on shipping. */
export interface DiscountShare {
  readonly promotionId: string;
  readonly amount: bigint;
}

/** A price before and after discounts, and its tax. Minor units. */
export interface PricedPart {
  /** Before discounts, as the shopper sees it: with tax where prices include it. */
  readonly base: bigint;
  /** After discounts, without tax. */
  readonly net: bigint;
  readonly tax: bigint;
  /** The price with tax: `net + tax`. */
  readonly charged: bigint;
  /** In the order they were taken off, each above zero. Their sum is `base` minus the price after discounts. */
  readonly discounts: readonly DiscountShare[];
}

/** The sums of promotions.md 7, in minor units. */
export interface EvaluationTotals {
  /** Sum of the lines' bases. */
  readonly subtotalBeforeDiscount: bigint;
  /** All that was taken off, shipping included. */
  readonly discount: bigint;
  /** Sum of the lines' nets. */
  readonly subtotal: bigint;
  /** After discounts, without tax. */
  readonly shippingPrice: bigint;
  readonly tax: bigint;
  /** A multiple of the currency's step. */
  readonly total: bigint;
  /** `total` less the sum of its parts; not taxed. Below zero where it was rounded down. */
  readonly rounding: bigint;
}

/** A cart priced with its promotions. Every amount is a whole number of minor units of the order currency. */
export interface Evaluation {
  /** Decimals of the order currency's minor unit; see `minorToAmount`. */
  readonly exponent: number;
  /** In the order of the cart. */
  readonly lines: readonly PricedPart[];
  readonly shipping: PricedPart;
  /** In the order they were applied. */
  readonly applied: readonly AppliedPromotion[];
  /** In the order they were looked at. */
  readonly rejected: readonly RejectedPromotion[];
  readonly totals: EvaluationTotals;
}
