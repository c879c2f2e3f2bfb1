import { type Amount } from '../../kernel/money';
import { type KeptStep, keptStep } from '../settings/total-step';
import { type OrderOrigin } from './domain/order-origin';

export { type RefundedUnits, type ReturnedUnits, type UnitsToShip } from './domain/units-to-ship';

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

/** The columns of an order that say how its total was rounded. */
export interface SteppedOrder {
  readonly origin: OrderOrigin | null;
  readonly currency: { readonly data: KeptStep };
}

/** Returns the step of an order's total; null: the smallest unit. Amounts that the caller stated stay as sent. */
export function totalStepOf({ origin, currency }: SteppedOrder): Amount | null {
  return origin === 'checkout' ? keptStep(currency.data) : null;
}
