import { type Amount } from '../../../kernel/money';
import { type RuleGroup } from './rules/rule-tree';

/** The seven actions of interface.md. */
export const PROMOTION_ACTIONS = [
  'free_ship',
  'buy_x_get_y_free',
  'discount_by_fixed',
  'discount_by_percent',
  'discount_to_fixed',
  'discount_subtotal_fixed',
  'discount_subtotal_percent',
] as const;

/** What a promotion does. */
export type PromotionAction = (typeof PROMOTION_ACTIONS)[number];

/** A promotion as the engine reads it: what the record says, in its own types. */
export interface PromotionDefinition {
  /** Numeric-looking; breaks ties of the order numerically (promotions.md 10). */
  readonly id: string;
  readonly title: string;
  readonly isLive: boolean;
  /** `YYYY-MM-DD` in the store's time zone, both inclusive; null: no bound (promotions.md 36). */
  readonly from: string | null;
  readonly to: string | null;
  /** As typed; null: applied automatically. */
  readonly discountCode: string | null;
  /** 0: none. */
  readonly maxUses: number;
  /** 0: none. */
  readonly customerUses: number;
  /** Id of the group the customer must belong to; null: anyone. */
  readonly customerGroup: string | null;
  readonly isTerminating: boolean;
  readonly isPersistent: boolean;
  readonly action: PromotionAction;
  readonly priority: number;
  /** Ten-thousandths: of a percent, of the default currency's unit, or of a unit given away, as the action has it. */
  readonly amount: Amount;
  /** Ten-thousandths of the default currency's unit, or of units given away; 0: none. */
  readonly maxQuantity: Amount;
  readonly triggerQuantity: number;
  readonly appliesToShipping: boolean;
  /** Ids as text. */
  readonly shippingMethods: readonly string[];
  /** Over the cart; null: no restriction. */
  readonly matchRules: RuleGroup | null;
  /** Over each line; null: no restriction. */
  readonly matchItems: RuleGroup | null;
}
