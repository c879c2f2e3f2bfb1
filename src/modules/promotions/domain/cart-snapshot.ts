import { type Amount } from '../../../kernel/money';
import { type OrderCurrency } from './order-money';

/**
 * A record that a rule may name by id or by slug (promotions.md 18). A plain text stands for either.
 */
export type RelationFact = string | { readonly id?: string | null; readonly slug?: string | null };

/** One line of the cart as it is priced now. Only `price` and `quantity` count for money; the rest feeds rules. */
export interface CartLine {
  /** Product id; null for a custom item. */
  readonly id?: string | null;
  readonly sku?: string | null;
  /** Sku of the product itself: that of the line is the variation's where one is chosen. Null for a custom item. */
  readonly productSku?: string | null;
  readonly title?: string | null;
  readonly slug?: string | null;
  /** Price of one unit in the default currency; not negative. Before tax unless the cart's prices include it. */
  readonly price: Amount;
  /** Price of one unit in the order currency, if the currency's modifier or rounding changed it (carts.md 4). */
  readonly convertedPrice?: Amount | null;
  readonly salePrice?: Amount | null;
  /** Whole, 1 or more. */
  readonly quantity: number;
  /** Percent as decimal text. Missing: `0`. */
  readonly taxRate?: string | null;
  readonly taxBand?: RelationFact | null;
  readonly brand?: RelationFact | null;
  readonly category?: RelationFact | readonly RelationFact[] | null;
  /** Weight of one unit, decimal text. */
  readonly weight?: string | null;
}

/** The chosen shipping method. */
export interface CartShipping {
  readonly id?: string | null;
  readonly slug?: string | null;
  /** In the default currency; not negative. Before tax unless the cart's prices include it. */
  readonly price: Amount;
  /** In the order currency, where a currency's modifier or rounding changed it (carts.md 4). */
  readonly convertedPrice?: Amount | null;
  /** Percent of the method's tax band as decimal text. Missing: shipping is not taxed (promotions.md 7). */
  readonly taxRate?: string | null;
}

/** The customer. An id or an e-mail address makes the customer known (promotions.md 33). */
export interface CartCustomer {
  readonly id?: string | null;
  readonly email?: string | null;
  readonly group?: RelationFact | null;
  /** Number of orders so far, and in `spent` their sum in the default currency; missing when not known. */
  readonly orders?: number | null;
  readonly spent?: Amount | null;
}

/** All inputs of the engine about a cart. */
export interface CartSnapshot {
  readonly currency: OrderCurrency;
  /** Whether prices, shipping and fixed amounts include tax (orders-and-payments.md 25). Missing: they do not, or as the store says (`PricingService`). */
  readonly pricesIncludeTax?: boolean;
  readonly lines: readonly CartLine[];
  readonly shipping?: CartShipping | null;
  readonly gateway?: RelationFact | null;
  readonly discountCode?: string | null;
  readonly shipTo?: { readonly country?: string | null; readonly postcode?: string | null } | null;
}

/** Uses of one promotion so far: by anyone, and by the customer of this cart (promotions.md 29, 33). */
export interface PromotionUsage {
  readonly used: number;
  readonly customerUsed: number;
  /** Taken off all orders so far, in the default currency; missing: nothing. Counted for promotions with a budget only. */
  readonly spent?: Amount;
}
