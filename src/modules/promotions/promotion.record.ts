import { ApiProperty } from '@nestjs/swagger';
import { wireTime } from '../../kernel/clock';
import { amountNumber } from '../../kernel/money';
import { choice, type Choice } from '../../platform/http/envelope';
import { ListedBy } from '../../platform/http/openapi/list-parameters';
import { choiceSchema } from '../../platform/http/openapi/record-schemas';
import { type Promotion } from './data/promotion.entity';
import { promotionListing } from './data/promotion.listing';
import { ACTION_LABELS, type ActionKey, describeField } from './domain/actions/promotion-actions';
import { type RuleGroup } from './domain/rules/rule-tree';
import { ruleTreeSchema } from './rule-schemas';

const STATUS = { '0': 'Draft', '1': 'Enabled' };
const NO_YES = { '0': 'No', '1': 'Yes' };

/** A promotion as the API answers it (interface.md, Promotion). */
@ListedBy(promotionListing)
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

  @ApiProperty({ type: String, format: 'date', description: 'First day it applies, in the time zone of the store.' })
  from!: string;

  @ApiProperty({ type: String, format: 'date', description: 'Last day it applies, in the time zone of the store.' })
  to!: string;

  @ApiProperty({ type: String, description: 'As sent; empty: no code is needed.', example: 'SPRING10' })
  discount_code!: string;

  @ApiProperty({ type: 'integer', description: '0: unlimited.', example: 0 })
  max_uses!: number;

  @ApiProperty({ type: 'integer', description: '0: unlimited.', example: 0 })
  customer_uses!: number;

  @ApiProperty({ type: String, nullable: true, description: 'Id of a customer group.' })
  customer_group!: string | null;

  @ApiProperty(choiceSchema('PromotionStatus', STATUS))
  status!: Choice;

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

/** The record of a promotion: a pure function of its row. */
export function promotionRecord(row: Promotion): PromotionRecord {
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
    customer_group: row.customerGroup,
    status: flag(row.isLive, STATUS),
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
