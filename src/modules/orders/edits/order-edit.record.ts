import { type ToldRejection } from '../../promotions/rejections.service';
import { ApiProperty } from '@nestjs/swagger';
import { type Order } from '../data/order.entity';
import { type OrderTotals } from '../domain/order-totals';
import { OrderDiscountRecord, orderDiscountRecord } from '../discounts/order-discount.record';
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
    description: 'Promotions that the order lost. Their uses no longer count.',
  })
  fallen!: FallenPromotionRecord[];
}

/** The answer of an edit (orders-that-stay-true.md 7). */
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
}

/** The record of an edit. @param before the order before it */
export function orderEditRecord({
  before,
  order,
  plan,
  discounts,
  fallen,
}: {
  readonly before: OrderRecord;
  readonly order: Order;
  readonly plan: PlannedEdit;
  readonly discounts: readonly PlacedDiscount[];
  readonly fallen: readonly ToldRejection[];
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
  };
}
