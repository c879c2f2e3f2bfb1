import { ApiProperty } from '@nestjs/swagger';
import { wireTime } from '../../kernel/clock';
import { amountNumber } from '../../kernel/money';
import { choice, type Choice } from '../../platform/http/envelope';
import { choiceSchema } from '../../platform/http/record-schemas';
import { type Promotion } from './data/promotion.entity';
import { type PromotionAction } from './domain/promotion-definition';
import { type RuleGroup } from './domain/rules/rule-tree';

/** Labels of the actions; interface.md gives the sense of the one for discount_to_fixed. */
export const ACTION_LABELS: Readonly<Record<PromotionAction, string>> = {
  free_ship: 'Free shipping',
  buy_x_get_y_free: 'Buy X and get Y free',
  discount_by_fixed: 'Discount items by a fixed amount',
  discount_by_percent: 'Discount items by a percentage',
  discount_to_fixed: 'Discount items to a fixed amount',
  discount_subtotal_fixed: 'Discount the subtotal by a fixed amount',
  discount_subtotal_percent: 'Discount the subtotal by a percentage',
};

const STATUS = { '0': 'Draft', '1': 'Enabled' };
const NO_YES = { '0': 'No', '1': 'Yes' };

const ruleTree = (description: string) =>
  ({
    type: 'object',
    nullable: true,
    additionalProperties: true,
    description,
    example: {
      type: 'group',
      match_on: 'all',
      children: [{ type: 'cart_attribute', match: 'value', operator: '>', against: '50' }],
    },
  }) as object;

/** A promotion as the API answers it (interface.md, Promotion). */
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

  @ApiProperty({ type: String, format: 'date', description: 'First day, in the time zone of the store.' })
  from!: string;

  @ApiProperty({ type: String, format: 'date', description: 'Last day, in the time zone of the store.' })
  to!: string;

  @ApiProperty({ type: String, description: 'As typed; empty when unset.', example: 'SPRING10' })
  discount_code!: string;

  @ApiProperty({ type: 'integer', description: '0: no limit.', example: 0 })
  max_uses!: number;

  @ApiProperty({ type: 'integer', description: '0: no limit.', example: 0 })
  customer_uses!: number;

  @ApiProperty({ type: String, nullable: true, description: 'Id of a customer group.' })
  customer_group!: string | null;

  @ApiProperty(choiceSchema(STATUS))
  status!: Choice;

  @ApiProperty(choiceSchema(NO_YES))
  terminating!: Choice;

  @ApiProperty(choiceSchema(NO_YES))
  persistent!: Choice;

  @ApiProperty(choiceSchema(ACTION_LABELS))
  action!: Choice<PromotionAction>;

  @ApiProperty({ type: 'integer', description: 'A lower value is processed first.', example: 0 })
  priority!: number;

  @ApiProperty({ type: Number, description: 'Its meaning depends on the action.', example: 10 })
  amount!: number;

  @ApiProperty({ type: Number, description: '0: no cap.', example: 0 })
  max_quantity!: number;

  @ApiProperty({ type: 'integer', example: 0 })
  trigger_quantity!: number;

  @ApiProperty(choiceSchema(NO_YES))
  apply_to_shipping!: Choice;

  @ApiProperty({ type: [String], nullable: true, description: 'Ids of shipping methods.' })
  shipping_methods!: readonly string[] | null;

  @ApiProperty({ type: String, description: 'HTML; empty when unset.' })
  description!: string;

  @ApiProperty(ruleTree('Rules over the cart, as sent.'))
  match_rules!: RuleGroup | null;

  @ApiProperty(ruleTree('Rules over items, as sent.'))
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
