import { type ToldRejection } from '../../promotions/rejections.service';
import { type Language } from '../../promotions/message-language';
import { ApiProperty } from '@nestjs/swagger';
import { type Order } from '../data/order.entity';
import { type OrderTotals } from '../domain/order-totals';
import { OrderDiscountRecord, orderDiscountRecord } from '../discounts/order-discount.record';
import { editWarnings } from './edit-warnings';
import { type PlannedEdit } from './order-editor.service';
import { OrderItemRecord, orderItemRecord } from '../order-item.record';
import { OrderRecord, orderRecord, TOTALS_SCHEMA } from '../order.record';
import { type PlacedDiscount } from '../placed-discounts';

/** A promotion that the order had and no longer gets. */
export class FallenPromotionRecord {
  @ApiProperty({ type: String, description: 'Id of the promotion.', example: '890123456789012345' })
  promotion!: string;

  @ApiProperty({ type: String, example: 'Spring sale' })
  title!: string;

  @ApiProperty({
    type: String,
    description: 'Reason: match_rules, match_items, shipping_method, no_effect, customer_group or terminated_by:<id>.',
    example: 'match_rules',
  })
  reason!: string;

  @ApiProperty({
    type: String,
    description: 'The reason as one sentence for people, in the language of `Accept-Language`.',
    example: 'Spend £10.51 more.',
  })
  message!: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    description:
      'Facts behind the reason. For a rule: its path, the actual value and the missing amount. Titles of what it names by ' +
      'id are in `title` or `titles`.',
  } as object)
  detail!: object | null;
}

/** Kept and lost promotions of an edited order. */
export class EditedPromotionsRecord {
  @ApiProperty({
    type: [OrderDiscountRecord],
    description: 'Promotions that the order keeps, with their new discounts.',
  })
  kept!: OrderDiscountRecord[];

  @ApiProperty({
    type: [FallenPromotionRecord],
    description:
      'Promotions that the edit took from the order. Their uses no longer count. They come back with an edit after which ' +
      'their rules hold again.',
  })
  fallen!: FallenPromotionRecord[];
}

/** The answer of an edit (orders-and-payments.md 7). */
export class OrderEditRecord {
  @ApiProperty({ type: OrderRecord, description: 'The order after the edit.' })
  order!: OrderRecord;

  @ApiProperty({
    type: [OrderItemRecord],
    description: 'Its items after the edit. With `dry_run`, the ids of new ones are not kept.',
  })
  items!: OrderItemRecord[];

  @ApiProperty({ ...TOTALS_SCHEMA, description: 'Totals before the edit.' })
  before!: OrderTotals;

  @ApiProperty({ ...TOTALS_SCHEMA, description: 'Totals after the edit.' })
  after!: OrderTotals;

  @ApiProperty({ type: EditedPromotionsRecord })
  promotions!: EditedPromotionsRecord;

  @ApiProperty({
    type: Number,
    description: 'Amount due after the edit; below 0: the amount owed back to the customer.',
    example: 4.5,
  })
  balance!: number;

  @ApiProperty({
    type: [String],
    description:
      'What else to know, in the language of `Accept-Language`: the order is outside the range of its shipping method, or a ' +
      'promotion does not come back because its use is gone.',
    example: ['The shipping method Post is for goods worth at least 20 before discounts: these are worth 12.'],
  })
  warnings!: string[];
}

/** The record of an edit. @param before the order before it */
export function orderEditRecord({
  before,
  order,
  plan,
  discounts,
  fallen,
  language,
}: {
  readonly before: OrderRecord;
  readonly order: Order;
  readonly plan: PlannedEdit;
  readonly discounts: readonly PlacedDiscount[];
  readonly fallen: readonly ToldRejection[];
  readonly language: Language;
}): OrderEditRecord {
  const after = orderRecord(order);
  return {
    order: after,
    items: plan.lines.kept.map(({ item }) => orderItemRecord(item)),
    before: before.totals,
    after: after.totals,
    promotions: {
      kept: discounts.map(orderDiscountRecord),
      fallen: fallen.map(({ id, ...told }) => ({ promotion: id, ...told })),
    },
    balance: after.balance,
    warnings: editWarnings(plan, language),
  };
}
