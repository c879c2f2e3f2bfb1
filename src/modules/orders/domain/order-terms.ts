import { type FrozenPromotion } from '../../promotions/frozen-promotion';

/** What a line was priced by, beside what its item keeps. Amounts are decimal text. */
export interface LineTerms {
  /** Of one unit, in the default currency: what rules compare. */
  readonly price: string;
  /** Of one unit in the order's currency, where the price was converted by itself; null: it is converted with its line. */
  readonly converted: string | null;
  /** Of one unit. */
  readonly weight: string;
}

/** The shipping of an order as it was priced: before discounts, and with tax where prices include it. */
export interface ShippingTerms {
  readonly id: string | null;
  readonly slug: string | null;
  /** In the default currency. */
  readonly price: string;
  /** As that of {@link LineTerms}. */
  readonly converted: string | null;
  /** Percent; null: not taxed. */
  readonly taxRate: string | null;
}

/**
 * Everything a checkout priced an order by, as it was then, so that the order can be priced again from its own rows
 * (orders-that-stay-true.md 2). What rules can ask about products is in the snapshots of the items, the currency and its
 * rounding in that of the order.
 */
export interface OrderTerms {
  /** When it was priced, ISO 8601: dates and hours of promotions are held against it. */
  readonly at: string;
  readonly timeZone: string;
  /** As typed. */
  readonly discountCode: string | null;
  /** Slug. */
  readonly gateway: string | null;
  readonly shipTo: { readonly country: string | null; readonly postcode: string | null } | null;
  readonly customer: {
    readonly id: string | null;
    readonly email: string | null;
    /** Id. */
    readonly group: string | null;
    /** Orders before this one; null: not known. */
    readonly orders: number | null;
    /** What they came to, in the default currency. */
    readonly spent: string | null;
  } | null;
  readonly shipping: ShippingTerms | null;
  /** By sku. */
  readonly lines: Readonly<Record<string, LineTerms>>;
  /** Those that applied, in the order of the pass. */
  readonly promotions: readonly FrozenPromotion[];
}
