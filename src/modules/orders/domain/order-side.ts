import { type Amount, amountNumber } from '../../../kernel/money';

/** A line that an edit changed, as it was before or after it. */
export interface EditedLineSide {
  readonly sku: string;
  readonly title: string;
  readonly quantity: number;
  /** Price of one unit. */
  readonly price: number;
  /** Percentage. */
  readonly tax_rate: number;
}

/** The parts of an order that an edit can change, before or after it, as the history keeps and answers them. */
export interface OrderSide {
  readonly currency_code: string;
  readonly subtotal: number;
  readonly shipping_price: number;
  readonly tax: number;
  readonly total: number;
  /** Title of the shipping method; null: none. */
  readonly shipping: string | null;
  /** The lines that the edit changed. Before it, those that it adds are missing; after it, those that it removes. */
  readonly items: readonly EditedLineSide[];
}

/** The fields of an item that {@link lineSide} reads. */
interface SidedLine {
  readonly sku: string;
  readonly title: string;
  readonly quantity: number;
  readonly price: Amount;
  readonly taxRate: string;
}

/** The fields of an order that {@link orderSide} reads. */
interface SidedOrder {
  readonly currencyCode: string;
  readonly subtotal: Amount;
  readonly shippingPrice: Amount;
  readonly tax: Amount;
  readonly total: Amount;
  readonly shipping: { readonly value: string } | null;
}

export function lineSide({ sku, title, quantity, price, taxRate }: SidedLine): EditedLineSide {
  return { sku, title, quantity, price: amountNumber(price), tax_rate: Number(taxRate) };
}

/** @param items see {@link OrderSide.items} */
export function orderSide(order: SidedOrder, items: readonly EditedLineSide[] = []): OrderSide {
  return {
    currency_code: order.currencyCode,
    subtotal: amountNumber(order.subtotal),
    shipping_price: amountNumber(order.shippingPrice),
    tax: amountNumber(order.tax),
    total: amountNumber(order.total),
    shipping: order.shipping?.value ?? null,
    items,
  };
}
