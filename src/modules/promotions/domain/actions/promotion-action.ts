import { type Amount, parseAmount } from '../../../../kernel/money';
import { type OrderMoney } from '../order-money';

/** The money left to pay at one point of the pass (promotions.md 9). Actions read it; only the pass changes it. */
export interface PassState {
  readonly money: OrderMoney;
  /** Minor units of each line after the promotions so far. */
  readonly net: readonly bigint[];
  /** Units of each line that are still paid for. */
  readonly units: readonly bigint[];
  /** Minor units of the shipping price after the promotions so far. */
  readonly shipping: bigint;
  readonly shippingMethod: string | null;
}

/** The reason why a promotion that could apply gives no discount (promotions-at-scale.md 8). */
export type NoEffect =
  /** The matched lines or the shipping cost nothing any more, or do not exist. */
  | { readonly why: 'nothing_left' }
  /** Every matched unit costs the new price or less already. */
  | { readonly why: 'already_cheaper' }
  /** `missing` units, a whole number, until the next one is free. */
  | {
      readonly why: 'units_missing';
      readonly missing: string;
      /** Units that promotions before it gave free, which do not count; missing where there are none. */
      readonly free?: string;
      /** The items to add more of, if they are few enough to name; a custom item has no id. */
      readonly items?: readonly { readonly id: string | null; readonly title: string }[];
    }
  /** Its amount is nothing, or rounds to nothing. */
  | { readonly why: 'too_small' };

/** The discount that a promotion would give. No part is above what is left to pay. */
export interface Discount {
  /** Minor units off each line of the cart, in its order. */
  readonly lines: bigint[];
  /** Minor units off shipping. */
  readonly shipping: bigint;
  /** Units of each line that become free; missing where an action gives none away. */
  readonly freeUnits?: readonly bigint[];
  /** The reason for no discount, where only the action knows it. */
  readonly noEffect?: NoEffect;
}

/** The fields of a promotion that only its action gives a meaning to, in the engine's own types. */
export interface ActionTerms {
  /** Ten-thousandths: of a percent, of the default currency's unit, or of a unit given away. */
  readonly amount: Amount;
  /** Ten-thousandths of the default currency's unit, or of units given away; 0: no cap. */
  readonly maxQuantity: Amount;
  readonly triggerQuantity: number;
  readonly appliesToShipping: boolean;
  /** Ids as text. */
  readonly shippingMethods: readonly string[];
}

/** Names of these fields on the wire. */
export type ActionField = 'amount' | 'max_quantity' | 'trigger_quantity' | 'apply_to_shipping' | 'shipping_methods';

/** A field as an action uses it. */
export interface ActionFieldUse {
  /** For the OpenAPI document. */
  readonly meaning: string;
  /** Label in a form. */
  readonly name: string;
  /** The unit of a number. */
  readonly unit?: 'percent' | 'money' | 'units';
  readonly required?: true;
  /** The value that a form begins with. */
  readonly default?: string;
}

/** Order of the pass where priorities are equal: first product, then subtotal, then shipping (promotions.md 10). */
export const ACTION_CLASSES = ['product', 'subtotal', 'shipping'] as const;
export type ActionClass = (typeof ACTION_CLASSES)[number];

/**
 * Takes money off a cart; compiled from the terms of one promotion.
 * @param matched positions of the lines that match, ascending
 */
export type DiscountAction = (state: PassState, matched: readonly number[]) => Discount;

/**
 * An action of promotions. Everything the store knows of it stands here: validation, the pass, the records and the
 * OpenAPI document read it from `registered-actions.ts`.
 */
export interface PromotionAction {
  /** The value of `action` on the wire; at most 32 characters, the size of its column. */
  readonly key: string;
  /** For people, in records. */
  readonly label: string;
  readonly class: ActionClass;
  /** Its effect in a sentence, for forms. */
  readonly effect: string;
  /** An example, for forms: `20% off`. */
  readonly example?: string;
  /**
   * The fields that it reads. It ignores the others. With `amount`, an amount is required of a preview's promotion too;
   * with `shipping_methods`, it applies only when the chosen method is one of them.
   */
  readonly fields: Readonly<Partial<Record<ActionField, ActionFieldUse>>>;
  /** Checks the terms when a promotion is saved. @returns by field, what follows the field's name in the error */
  readonly faults?: (terms: ActionTerms) => Readonly<Partial<Record<ActionField, string>>>;
  readonly compile: (terms: ActionTerms) => DiscountAction;
}

const HUNDRED = parseAmount('100');

/** Terms whose amount is a percentage (promotions.md 5). */
export function percentageFaults({ amount }: ActionTerms): { amount?: string } {
  return amount > HUNDRED ? { amount: 'must be a percentage from 0 to 100' } : {};
}

/** A share of nothing for every line. */
export function noShares(lines: readonly unknown[]): bigint[] {
  return new Array<bigint>(lines.length).fill(0n);
}

export function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

export function sumOf(values: readonly bigint[]): bigint {
  let sum = 0n;
  for (const value of values) sum += value;
  return sum;
}
