import { customerKey } from '../promotions/customer-key';
import { type PastOrder } from '../orders/placed-orders.service';
import { inDefaultCurrency, minorToAmount, type RejectedPromotion } from '../promotions/frozen-promotion';
import { type PoolLookup } from '../promotions/pool-codes';
import { type PromotionDefinition, type PromotionTrial } from '../promotions/promotion-trial';
import { isLimited, type UseBook } from './domain/use-book';

/** The discount of a promotion on an order, in the default currency. */
export interface TakenOff {
  readonly id: string;
  readonly title: string;
  readonly amount: bigint;
}

/** An order with its discounts. */
export interface PricedOrder {
  readonly taken: readonly TakenOff[];
  /** In the default currency. */
  readonly total: bigint;
  readonly rejected: readonly RejectedPromotion[];
}

/** One of the two prices that a back-test compares: prices past orders with promotions, and counts the uses of these. */
export class TrialPass {
  /** Those whose uses have to be counted. */
  readonly limited: readonly PromotionDefinition[];

  /** @param promotions those of the trial whose limits hold */
  constructor(
    private readonly trial: PromotionTrial,
    promotions: readonly PromotionDefinition[],
  ) {
    this.limited = promotions.filter(isLimited);
  }

  /** Whether codes of orders have to be looked up. */
  get hasPools(): boolean {
    return this.trial.hasPools;
  }

  /** @param explains ids of promotions: of these it is told why they take nothing off */
  price(order: PastOrder, explains: ReadonlySet<string>, book: UseBook, pools: PoolLookup): PricedOrder {
    const key = customerKey(order.customer);
    const usage = book.at(order.place.at, key);
    const { cart, customer, instant, timeZone } = order;
    const tried = { cart, customer, instant, timeZone, kept: order.promotions, usage, explains };
    const priced = this.trial.price(tried, pools);
    const inDefault = inDefaultOf(order);
    const taken = priced.applied.map(({ id, title, discount, shippingDiscount }) => {
      const amount = inDefault(minorToAmount(discount + shippingDiscount, priced.exponent));
      return { id, title, amount };
    });
    for (const { id, amount } of taken)
      book.take({ promotionId: id, customerKey: key, discounted: amount, until: order.releasedAt });
    const total = inDefault(minorToAmount(priced.totals.total, priced.exponent));
    return { taken, total, rejected: priced.rejected };
  }
}

/** An order as it was paid. */
export function asPaid(order: PastOrder): PricedOrder {
  const inDefault = inDefaultOf(order);
  const taken = order.discounts.map(({ promotionId, title, amount }) => ({
    id: promotionId,
    title,
    amount: inDefault(amount),
  }));
  return { taken, total: inDefault(order.total), rejected: [] };
}

/** Converts an amount of an order as its ledger does (promotions-at-scale.md 7). */
function inDefaultOf({ cart: { currency } }: PastOrder): (amount: bigint) => bigint {
  if (currency.exchangeRate === '1') return (amount) => amount;
  return (amount) => inDefaultCurrency(amount, currency);
}
