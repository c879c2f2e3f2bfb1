import { type Amount } from '../../kernel/money';

/** A line of an order with what was charged for all of it, tax included. */
export interface ChargedItem {
  readonly sku: string;
  readonly quantity: number;
  readonly charged: Amount;
  /** The tax in `charged`. */
  readonly tax: Amount;
}

/** The charged amounts of the items and the shipping of an order. */
export interface ChargedParts {
  readonly items: readonly ChargedItem[];
  /** With its tax. */
  readonly shipping: Amount;
  /** The tax in `shipping`. */
  readonly shippingTax: Amount;
}
