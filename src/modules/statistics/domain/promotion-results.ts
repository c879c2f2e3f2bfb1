import { divideRounded } from '../../../kernel/money';
import { type Window } from './window';

/** Uses of a promotion, grouped by day and by the customer's earlier use. Amounts are in the default currency. */
export interface UsesOfDay {
  /** Day of the orders. */
  readonly day: string;
  /** Day of the customer's previous use; null: none, or no customer. */
  readonly usedBefore: string | null;
  readonly orders: bigint;
  /** Uses by customers who are known. */
  readonly known: bigint;
  /** Those that were the first orders of their customers. */
  readonly first: bigint;
  readonly discount: bigint;
  /** Tax that the discounts took off besides. */
  readonly discountTax: bigint;
  /** Orders that are still there. */
  readonly kept: bigint;
  /** Their totals. */
  readonly total: bigint;
}

/** Number and sum of all orders of some days. */
export interface AllOrders {
  readonly orders: bigint;
  readonly total: bigint;
}

/** The results of a promotion in some days. */
export interface PromotionResults {
  readonly window: Window;
  readonly orders: bigint;
  /** Customers whose first order is among them. */
  readonly newCustomers: bigint;
  readonly returningCustomers: bigint;
  readonly discount: bigint;
  /** Tax that the discounts took off besides. */
  readonly discountTax: bigint;
  /** Totals of the orders. */
  readonly revenue: bigint;
  readonly average: bigint;
  /** Average of the orders without the promotion. */
  readonly averageWithout: bigint;
}

/** Puts uses of one day together. */
export function addUses<U extends UsesOfDay>(one: U, other: U | undefined): U {
  if (other === undefined) return one;
  return {
    ...one,
    orders: one.orders + other.orders,
    known: one.known + other.known,
    first: one.first + other.first,
    discount: one.discount + other.discount,
    discountTax: one.discountTax + other.discountTax,
    kept: one.kept + other.kept,
    total: one.total + other.total,
  };
}

/**
 * The results of some days. A customer counts at the first use in them.
 * @param uses those of these days @param all sums of the store's orders in them
 */
export function resultsOf(window: Window, uses: readonly UsesOfDay[], all: AllOrders): PromotionResults {
  const sum = (of: (use: UsesOfDay) => bigint, some = uses): bigint => some.reduce((total, use) => total + of(use), 0n);
  const newCustomers = sum(({ first }) => first);
  const firstUses = uses.filter(({ usedBefore }) => usedBefore === null || usedBefore < window.from);
  const [kept, revenue] = [sum((use) => use.kept), sum(({ total }) => total)];
  return {
    window,
    orders: sum(({ orders }) => orders),
    newCustomers,
    returningCustomers: sum(({ known }) => known, firstUses) - newCustomers,
    discount: sum(({ discount }) => discount),
    discountTax: sum(({ discountTax }) => discountTax),
    revenue,
    average: average(revenue, kept),
    averageWithout: average(all.total - revenue, all.orders - kept),
  };
}

/** Returns the average, 0 without orders: days that lag behind may have fewer orders than used the promotion. */
function average(total: bigint, orders: bigint): bigint {
  return orders > 0n && total > 0n ? divideRounded(total, orders) : 0n;
}
