import { type Amount } from '../../../kernel/money';
import { type ActionTerms } from './actions/promotion-action';
import { type ActionKey } from './actions/promotion-actions';
import { type RuleGroup } from './rules/rule-tree';

/** A promotion as the engine reads it: the record in the engine's own types. */
export interface PromotionDefinition extends ActionTerms {
  /** Numeric-looking; breaks ties of the order numerically (promotions.md 10). */
  readonly id: string;
  readonly title: string;
  readonly isLive: boolean;
  /** `YYYY-MM-DD` in the store's time zone, both inclusive; null: no bound (promotions.md 36). */
  readonly from: string | null;
  readonly to: string | null;
  /** As typed; null: applied automatically. */
  readonly discountCode: string | null;
  /** Whether it has a pool of codes, and so applies by a code only; missing: it has none (promotions-at-scale.md 2). */
  readonly hasCodes?: boolean | undefined;
  /** 0: none. */
  readonly maxUses: number;
  /** 0: none. */
  readonly customerUses: number;
  /** Most that it may take off all orders together, in the default currency; 0: no limit (promotions-at-scale.md 7). */
  readonly budget: Amount;
  /** Id of the group the customer must belong to; null: anyone. */
  readonly customerGroup: string | null;
  /** Name of a group, of which only the largest discount applies; null: in no group (promotions-at-scale.md 1). */
  readonly bestOf: string | null;
  /** Ids of promotions that do not apply where this one does, or `all` alone; missing: it excludes none (promotions.md 12a). */
  readonly excludes?: readonly string[];
  readonly isTerminating: boolean;
  readonly isPersistent: boolean;
  readonly action: ActionKey;
  readonly priority: number;
  /** Over the cart; null: no restriction. */
  readonly matchRules: RuleGroup | null;
  /** Over each line; null: no restriction. */
  readonly matchItems: RuleGroup | null;
}
