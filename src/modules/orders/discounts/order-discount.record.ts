import { ApiProperty } from '@nestjs/swagger';
import { amountNumber } from '../../../kernel/money';
import { type PlacedDiscount } from '../placed-discounts';

/** The amount a discount took off one line of an order. */
export class DiscountedLineRecord {
  @ApiProperty({ type: String, example: 'TEA-250' })
  sku!: string;

  @ApiProperty({ type: Number, example: 1.5 })
  amount!: number;
}

/** A discount of an order, frozen at its checkout (promotions.md 37). */
export class OrderDiscountRecord {
  @ApiProperty({
    type: String,
    description: 'Id of the promotion. The promotion may have been removed since.',
    example: '890123456789012345',
  })
  promotion!: string;

  @ApiProperty({ type: String, example: 'Spring sale' })
  title!: string;

  @ApiProperty({ type: String, description: 'Action of the promotion.', example: 'discount_by_percent' })
  action!: string;

  @ApiProperty({ type: String, nullable: true, description: 'Discount code that the customer used, as typed.' })
  discount_code!: string | null;

  @ApiProperty({ type: Number, description: "Discount on the items, in the order's currency.", example: 1.5 })
  discount!: number;

  @ApiProperty({ type: Number, description: 'Discount on the shipping price.', example: 0 })
  shipping_discount!: number;

  @ApiProperty({
    type: [DiscountedLineRecord],
    description: 'Discount of each discounted item; they add up to `discount`.',
    example: [{ sku: 'TEA-250', amount: 1.5 }],
  })
  lines!: DiscountedLineRecord[];
}

/** The record of a discount: a pure function of its row. */
export function orderDiscountRecord(discount: PlacedDiscount): OrderDiscountRecord {
  return {
    promotion: discount.promotionId,
    title: discount.title,
    action: discount.action,
    discount_code: discount.discountCode,
    discount: amountNumber(discount.amount),
    shipping_discount: amountNumber(discount.shippingAmount),
    lines: discount.shares.map(({ sku, amount }) => ({ sku, amount: Number(amount) })),
  };
}
