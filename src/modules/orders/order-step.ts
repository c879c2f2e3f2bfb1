import { type Amount } from '../../kernel/money';
import { type KeptStep, keptStep } from '../settings/total-step';
import { type OrderOrigin } from './domain/order-origin';

/** The columns of an order that say how its total was rounded. */
export interface SteppedOrder {
  readonly origin: OrderOrigin | null;
  readonly currency: { readonly data: KeptStep };
}

/** Returns the step of an order's total; null: the smallest unit. Amounts that the caller stated stay as sent. */
export function totalStepOf({ origin, currency }: SteppedOrder): Amount | null {
  return origin === 'checkout' ? keptStep(currency.data) : null;
}
