import { ApiProperty } from '@nestjs/swagger';
import { wireTime } from '../../kernel/clock';
import { type Amount, amountNumber } from '../../kernel/money';
import { choice, type Choice } from '../../platform/http/envelope';
import { partWords } from '../../platform/database/lists/part-sought';
import { ListedBy } from '../../platform/http/openapi/list-parameters';
import { choiceSchema, enumSchema } from '../../platform/http/openapi/record-schemas';
import { type Promotion } from './data/promotion.entity';
import { type LedgerSums } from './data/redemption.queries';
import { promotionListing } from './data/promotion.listing';
import { ACTION_LABELS, type ActionKey, describeField } from './domain/actions/promotion-actions';
import { type Audience, audienceOf, AUDIENCES } from './domain/eligibility/audience';
import { PROMOTION_STATES, promotionState, type PromotionState } from './domain/promotion-state';
import { type RuleGroup } from './domain/rules/rule-tree';
import { ruleTreeSchema } from './rules/rule-schemas';

/** Labels of the status of a promotion (interface.md, Promotion). */
export const PROMOTION_STATUSES = { '0': 'Draft', '1': 'Enabled' };
/** Labels of its other choices. */
export const NO_YES = { '0': 'No', '1': 'Yes' };

/** A promotion as the API answers it (interface.md, Promotion). */
@ListedBy(promotionListing, { q: partWords('title'), code: 'Another name of `discount_code`.' })
export class PromotionRecord {
  @ApiProperty({ type: String, example: '890123456789012345' })
  id!: string;

  @ApiProperty({ type: String, nullable: true, description: 'Always null.' })
  order!: null;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  created_at!: string;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  updated_at!: string;

  @ApiProperty({ type: String, example: 'Spring sale' })
  title!: string;

  @ApiProperty({
    type: String,
    format: 'date',
    example: '2026-01-01',
    description: 'First day it applies, in the time zone of the store.',
  })
  from!: string;

  @ApiProperty({
    type: String,
    format: 'date',
    example: '2026-12-31',
    description: 'Last day it applies, in the time zone of the store.',
  })
  to!: string;

  @ApiProperty({
    type: String,
    description: 'Discount code as sent; empty: the promotion needs no code.',
    example: 'SPRING10',
  })
  discount_code!: string;

  @ApiProperty({ type: 'integer', description: '0: unlimited.', example: 0 })
  max_uses!: number;

  @ApiProperty({ type: 'integer', description: '0: unlimited.', example: 0 })
  customer_uses!: number;

  @ApiProperty({
    type: Number,
    description: 'Maximum sum of the discounts of all orders, in the default currency; 0: unlimited.',
    example: 500,
  })
  budget!: number;

  @ApiProperty({
    type: 'integer',
    description: 'Number of orders that use the promotion, without those that gave their use back.',
    example: 12,
  })
  uses!: number;

  @ApiProperty({
    type: Number,
    description: 'Sum of the discounts on these orders, in the default currency.',
    example: 123.45,
  })
  discounted!: number;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Remaining part of `budget`; null: unlimited.',
    example: 376.55,
  })
  budget_left!: number | null;

  @ApiProperty({ type: String, nullable: true, description: 'Id of a customer group.' })
  customer_group!: string | null;

  @ApiProperty({
    type: String,
    description:
      'Name of its group, case-sensitive, of which only the promotion that takes most off applies; empty: no group.',
    example: 'spring',
  })
  best_of!: string;

  @ApiProperty(
    enumSchema('PromotionAudience', AUDIENCES, {
      description: 'Who gets it: everybody, carts with `discount_code`, or carts with a code of its pool.',
    }),
  )
  audience!: Audience;

  @ApiProperty({
    type: [String],
    description: 'Ids of promotions that do not apply where this one does, or `all` alone; empty: none.',
    example: [],
  })
  excludes!: readonly string[];

  @ApiProperty(choiceSchema('PromotionStatus', PROMOTION_STATUSES))
  status!: Choice;

  @ApiProperty(
    enumSchema('PromotionState', PROMOTION_STATES, {
      description:
        'Whether it applies today, in the time zone of the store, or the first reason why it applies to no cart.',
    }),
  )
  state!: PromotionState;

  @ApiProperty(choiceSchema('YesNo', NO_YES))
  terminating!: Choice;

  @ApiProperty(choiceSchema('YesNo', NO_YES))
  persistent!: Choice;

  @ApiProperty(choiceSchema('PromotionAction', ACTION_LABELS))
  action!: Choice<ActionKey>;

  @ApiProperty({ type: 'integer', description: 'Promotions with a lower value are applied first.', example: 0 })
  priority!: number;

  @ApiProperty({ type: Number, description: `By action. ${describeField('amount')}`, example: 10 })
  amount!: number;

  @ApiProperty({ type: Number, description: `0: no cap. Else by action. ${describeField('max_quantity')}`, example: 0 })
  max_quantity!: number;

  @ApiProperty({ type: 'integer', description: `By action. ${describeField('trigger_quantity')}`, example: 0 })
  trigger_quantity!: number;

  @ApiProperty(choiceSchema('YesNo', NO_YES))
  apply_to_shipping!: Choice;

  @ApiProperty({ type: [String], nullable: true, description: 'Ids of shipping methods.' })
  shipping_methods!: readonly string[] | null;

  @ApiProperty({ type: String, description: 'HTML; empty when not set.' })
  description!: string;

  @ApiProperty(ruleTreeSchema({ nullable: true, description: 'Rules that the cart must meet, as sent.' }))
  match_rules!: RuleGroup | null;

  @ApiProperty(ruleTreeSchema({ nullable: true, description: 'Rules that choose the items, as sent.' }))
  match_items!: RuleGroup | null;
}

function flag(isSet: boolean, labels: typeof NO_YES): Choice {
  const key = isSet ? '1' : '0';
  return choice(key, labels[key]);
}

/** Below zero only if the budget was lowered below what was taken off already: nothing is left then. */
function leftOf(budget: Amount, discounted: Amount): Amount {
  return discounted < budget ? budget - discounted : 0n;
}

/** A record without what changes by itself: neither an order nor midnight makes the copy of an editor stale. */
export function promotionTerms(record: PromotionRecord): object {
  return { ...record, uses: null, discounted: null, budget_left: null, state: null };
}

/** A record. @param today `YYYY-MM-DD`, in the time zone of the store */
export function promotionRecord(row: Promotion, sums: LedgerSums, today: string): PromotionRecord {
  const budgetLeft = row.budget > 0n ? leftOf(row.budget, sums.discounted) : null;
  return {
    id: row.id,
    order: null,
    created_at: wireTime(row.createdAt),
    updated_at: wireTime(row.updatedAt),
    title: row.title,
    from: row.from,
    to: row.to,
    discount_code: row.discountCode ?? '',
    max_uses: row.maxUses,
    customer_uses: row.customerUses,
    budget: amountNumber(row.budget),
    uses: sums.uses,
    discounted: amountNumber(sums.discounted),
    budget_left: budgetLeft === null ? null : amountNumber(budgetLeft),
    customer_group: row.customerGroup,
    best_of: row.bestOf ?? '',
    audience: audienceOf(row),
    excludes: row.excludes ?? [],
    status: flag(row.isLive, PROMOTION_STATUSES),
    state: promotionState({ ...row, uses: sums.uses, budgetLeft }, today),
    terminating: flag(row.isTerminating, NO_YES),
    persistent: flag(row.isPersistent, NO_YES),
    action: choice(row.action, ACTION_LABELS[row.action]),
    priority: row.priority,
    amount: amountNumber(row.amount),
    max_quantity: amountNumber(row.maxQuantity),
    trigger_quantity: row.triggerQuantity,
    apply_to_shipping: flag(row.appliesToShipping, NO_YES),
    shipping_methods: row.shippingMethods,
    description: row.description,
    match_rules: row.matchRules,
    match_items: row.matchItems,
  };
}
