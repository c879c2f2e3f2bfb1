import { ApiProperty } from '@nestjs/swagger';
import { amountNumber, type MoneyFormat } from '../../kernel/money';
import { type AppliedPromotion, type Evaluation, type PricedPart } from './domain/evaluation';
import { minorToAmount } from './domain/order-money';
import { PROMOTION_ACTIONS } from './domain/promotion-definition';
import { CART_TOTALS_SCHEMA, cartTotals, type CartTotals } from './price-totals';

/** What one promotion took off one line, or off shipping. */
export class DiscountShareRecord {
  @ApiProperty({ type: String, description: 'Id of the promotion.' })
  id!: string;

  @ApiProperty({ type: Number, example: 1.5 })
  amount!: number;
}

/** A line, or shipping, before and after its discounts. */
export class PricedPartRecord {
  @ApiProperty({ type: Number, description: 'Before discounts and tax.', example: 15 })
  base!: number;

  @ApiProperty({ type: Number, description: 'After discounts, before tax.', example: 13.5 })
  net!: number;

  @ApiProperty({ type: Number, description: 'On what is left.', example: 2.7 })
  tax!: number;

  @ApiProperty({ type: [DiscountShareRecord], description: 'In the order they were taken off; they add up.' })
  discounts!: DiscountShareRecord[];
}

/** A promotion that took something off. */
export class AppliedPromotionRecord {
  @ApiProperty({ type: String })
  id!: string;

  @ApiProperty({ type: String, example: 'Spring sale' })
  title!: string;

  @ApiProperty({ type: String, enum: [...PROMOTION_ACTIONS] })
  action!: string;

  @ApiProperty({ type: Number, description: 'Off the lines: the sum of lines.', example: 1.5 })
  discount!: number;

  @ApiProperty({ type: Number, example: 0 })
  shipping_discount!: number;

  @ApiProperty({ type: [Number], description: 'The share of each line, in the order of the cart.' })
  lines!: number[];
}

/** A promotion that took nothing off, and why. */
export class RejectedPromotionRecord {
  @ApiProperty({ type: String })
  id!: string;

  @ApiProperty({ type: String, example: 'Spring sale' })
  title!: string;

  @ApiProperty({
    type: String,
    description:
      'draft, not_started, expired, code_required, customer_group, max_uses_reached, customer_required, ' +
      'customer_uses_reached, terminated_by:<id>, match_rules, match_items, shipping_method or no_effect.',
    example: 'match_rules',
  })
  reason!: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    description: 'The facts behind the reason: of a rule its path, the actual value, and what is missing.',
  } as object)
  detail!: object | null;
}

/** What a cart would cost (promotions.md 6). */
export class PreviewRecord {
  @ApiProperty(CART_TOTALS_SCHEMA)
  totals!: CartTotals;

  @ApiProperty({ type: [PricedPartRecord], description: 'In the order of the cart.' })
  lines!: PricedPartRecord[];

  @ApiProperty({ type: PricedPartRecord, description: 'The shipping price, which is not a part of totals.' })
  shipping!: PricedPartRecord;

  @ApiProperty({ type: [AppliedPromotionRecord], description: 'In the order they were applied.' })
  applied!: AppliedPromotionRecord[];

  @ApiProperty({ type: [RejectedPromotionRecord], description: 'In the order they were looked at.' })
  rejected!: RejectedPromotionRecord[];
}

/** @param before the cart without promotions @param after with them */
export function previewRecord(before: Evaluation, after: Evaluation, currency: MoneyFormat): PreviewRecord {
  const number = (minor: bigint): number => amountNumber(minorToAmount(minor, after.exponent));
  return {
    totals: cartTotals(before, after, currency),
    lines: after.lines.map((line) => partRecord(line, number)),
    shipping: partRecord(after.shipping, number),
    applied: after.applied.map((promotion) => appliedRecord(promotion, number)),
    rejected: [...after.rejected],
  };
}

type ToNumber = (minor: bigint) => number;

function partRecord({ base, net, tax, discounts }: PricedPart, number: ToNumber): PricedPartRecord {
  return {
    base: number(base),
    net: number(net),
    tax: number(tax),
    discounts: discounts.map(({ promotionId, amount }) => ({ id: promotionId, amount: number(amount) })),
  };
}

function appliedRecord(
  { id, title, action, discount, shippingDiscount, lines }: AppliedPromotion,
  number: ToNumber,
): AppliedPromotionRecord {
  return {
    id,
    title,
    action,
    discount: number(discount),
    shipping_discount: number(shippingDiscount),
    lines: lines.map(number),
  };
}
