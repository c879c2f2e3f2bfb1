import { amountText } from '../../kernel/money';
import { canonicalCode } from '../promotions/discount-code';
import { type CartSnapshot, discountTaxes, type Evaluation, minorToAmount } from '../promotions/frozen-promotion';
import { type OrderDiscount } from './data/order-discount.entity';

/** A discount of a placed order. */
export type PlacedDiscount = Omit<OrderDiscount, 'orderId' | 'position' | 'codeKey'>;

/**
 * The discounts of an order in the order they were applied, each with the share of every line that has one
 * (promotions.md 37).
 * @param skus of the lines, in their order @param cart what was priced @param codeOf the code that a promotion applies by, by its id
 */
export function placedDiscounts(
  skus: readonly string[],
  { cart, after }: { readonly cart: CartSnapshot; readonly after: Evaluation },
  codeOf: (promotionId: string) => string | null,
): PlacedDiscount[] {
  const { applied, exponent } = after;
  const taxes = discountTaxes(cart, after);
  return applied.map((promotion) => ({
    promotionId: promotion.id,
    title: promotion.title,
    action: promotion.action,
    discountCode: codeOf(promotion.id),
    amount: minorToAmount(promotion.discount, exponent),
    shippingAmount: minorToAmount(promotion.shippingDiscount, exponent),
    taxAmount: minorToAmount(taxes.get(promotion.id) ?? 0n, exponent),
    shares: skus.flatMap((sku, i) => {
      const share = promotion.lines[i] ?? 0n;
      return share > 0n ? [{ sku, amount: amountText(minorToAmount(share, exponent)) }] : [];
    }),
  }));
}

/** The code that promotions apply by. @param frozen those of the order @param code of its cart, as typed */
export function codesOf(
  frozen: readonly { readonly id: string; readonly discountCode: string | null }[],
  code: string | null,
): (promotionId: string) => string | null {
  const coded = new Set(frozen.filter(({ discountCode }) => discountCode !== null).map(({ id }) => id));
  return (id) => (coded.has(id) ? code : null);
}

/** The rows of the discounts of an order, in the order they were applied. */
export function discountRows(orderId: string, discounts: readonly PlacedDiscount[]): OrderDiscount[] {
  return discounts.map((discount, position) => {
    const codeKey = canonicalCode(discount.discountCode) || null;
    return { ...discount, orderId, position, codeKey };
  });
}
