import { type Amount } from '../../../kernel/money';
import { type CartCustomer, type CartLine, type CartShipping, type CartSnapshot } from '../pricing.service';
import { type SentPromotion } from '../promotions.service';

/** The request of a preview (promotions.md, Preview). Null: not sent. Prices are in the default currency. */
export interface PreviewRequest {
  /** Id of a stored cart, in place of `items`. The other fields, if sent, replace those of the cart. */
  readonly cart: string | null;
  readonly items: readonly CartLine[] | null;
  /** Price null: that of the method. */
  readonly shipping: (Omit<CartShipping, 'price'> & { readonly price: Amount | null }) | null;
  /** Whether the prices sent include tax (orders-and-payments.md 26). */
  readonly pricesIncludeTax: boolean | null;
  readonly customer: CartCustomer | null;
  readonly gateway: string | null;
  readonly shipTo: CartSnapshot['shipTo'] | null;
  /** ISO 4217, of an enabled currency, and the field or header that it was sent in. */
  readonly currency: { readonly code: string; readonly field: 'currency' | 'X-Currency' } | null;
  readonly discountCode: string | null;
  readonly at: Date | null;
  readonly includeDraft: boolean;
  /** Ids. */
  readonly only: readonly string[] | null;
  /** Unsaved ideas, in place of the stored promotions; each may have an `id`. */
  readonly promotions: readonly SentPromotion[] | null;
}
