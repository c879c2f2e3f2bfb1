import { type Amount, amountText } from '../../kernel/money';
import { type Evaluation, minorToAmount } from '../promotions/pricing.service';
import { type ItemDiscount } from './data/order-item.entity';
import { type Order } from './data/order.entity';

/** The amounts of an order without its rounding, in its currency. */
export type OrderAmounts = Pick<Order, 'subtotal' | 'shippingPrice' | 'tax' | 'total'>;

/** The amounts of an item in the price of its order. */
export interface ItemMoney {
  readonly discount: Amount;
  /** Null: no promotion took anything off. */
  readonly discounts: readonly ItemDiscount[] | null;
  readonly net: Amount;
  readonly tax: Amount;
  readonly total: Amount;
}

/** The money of the item at a position of a priced order (orders-and-payments.md 3). */
export function itemMoney({ lines, applied, exponent }: Evaluation): (position: number) => ItemMoney {
  const titles = new Map(applied.map(({ id, title }) => [id, title]));
  const amount = (minor: bigint): Amount => minorToAmount(minor, exponent);
  return (position) => {
    const { net = 0n, tax = 0n, charged = 0n, discounts = [] } = lines[position] ?? {};
    return {
      discount: amount(discounts.reduce((sum, share) => sum + share.amount, 0n)),
      discounts:
        discounts.length === 0
          ? null
          : discounts.map(({ promotionId, amount: minor }) => ({
              promotion: promotionId,
              title: titles.get(promotionId) ?? '',
              amount: amountText(amount(minor)),
            })),
      net: amount(net),
      tax: amount(tax),
      total: amount(charged),
    };
  };
}

/** The amounts of a priced order (carts.md 7). */
export function orderAmounts({ totals, exponent }: Evaluation): OrderAmounts {
  return {
    subtotal: minorToAmount(totals.subtotal, exponent),
    shippingPrice: minorToAmount(totals.shippingPrice, exponent),
    tax: minorToAmount(totals.tax, exponent),
    total: minorToAmount(totals.total, exponent),
  };
}
