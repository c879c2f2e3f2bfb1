import { ApiProperty } from '@nestjs/swagger';
import { enumSchema } from '../../platform/http/openapi/record-schemas';
import { amountNumber } from '../../kernel/money';
import { type AppliedPromotion, type Evaluation, type PricedPart } from './domain/evaluation';
import { minorToAmount } from './domain/order-money';
import { ACTION_KEYS } from './domain/actions/promotion-actions';
import { type PricingCurrency } from './pricing-currency';
import { type ToldRejection } from './rejections.service';
import { CART_TOTALS_SCHEMA, cartTotals, type CartTotals } from './price-totals';

/** The discount of one promotion on one line, or on shipping. */
export class DiscountShareRecord {
  @ApiProperty({ type: String, description: 'Id of the promotion.' })
  id!: string;

  @ApiProperty({ type: Number, example: 1.5 })
  amount!: number;
}

/** A line, or shipping, before and after its discounts. */
export class PricedPartRecord {
  @ApiProperty({
    type: Number,
    description: 'Price before discounts. It includes tax where prices include tax.',
    example: 15,
  })
  base!: number;

  @ApiProperty({ type: Number, description: 'Price after discounts, before tax.', example: 13.5 })
  net!: number;

  @ApiProperty({ type: Number, description: 'Tax on `net`.', example: 2.7 })
  tax!: number;

  @ApiProperty({ type: Number, description: 'Amount that the customer pays: `net` plus `tax`.', example: 16.2 })
  charged!: number;

  @ApiProperty({
    type: [DiscountShareRecord],
    description: 'Discounts in the order they were applied. Their sum is `base` less what is left of it.',
  })
  discounts!: DiscountShareRecord[];
}

/** A promotion that gave a discount. */
export class AppliedPromotionRecord {
  @ApiProperty({ type: String })
  id!: string;

  @ApiProperty({ type: String, example: 'Spring sale' })
  title!: string;

  @ApiProperty(enumSchema('PromotionAction', ACTION_KEYS, { description: 'The kind of discount.' }))
  action!: string;

  @ApiProperty({ type: Number, description: 'Discount on the lines: the sum of `lines`.', example: 1.5 })
  discount!: number;

  @ApiProperty({ type: Number, example: 0 })
  shipping_discount!: number;

  @ApiProperty({ type: [Number], description: 'Share of each line, in the order of the cart.' })
  lines!: number[];
}

/** A promotion that gave no discount, and why. */
export class RejectedPromotionRecord {
  @ApiProperty({ type: String })
  id!: string;

  @ApiProperty({ type: String, example: 'Spring sale' })
  title!: string;

  @ApiProperty({
    type: String,
    description:
      'draft, not_started, expired, code_required, code_revoked, code_used, code_expired, customer_group, max_uses_reached, customer_required, ' +
      'customer_uses_reached, excluded_by:<id>, terminated_by:<id>, match_rules, match_items, shipping_method, no_effect, ' +
      'budget_reached or outbid_by:<id>.',
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
      'Facts behind the reason. For a rule: its path, the actual value and the missing amount. For no_effect: `why`. ' +
      'Titles of what it names by id are in `title` or `titles`.',
  } as object)
  detail!: object | null;

  @ApiProperty({
    type: Number,
    required: false,
    description:
      "Of customer_required: what it would take off for a customer who did not use it yet, in the cart's currency.",
    example: 5,
  })
  would_take_off?: number;
}

/** The response of a preview: the priced cart (promotions.md, Preview). */
export class PreviewRecord {
  @ApiProperty(CART_TOTALS_SCHEMA)
  totals!: CartTotals;

  @ApiProperty({ type: [PricedPartRecord], description: 'Lines in the order of the cart.' })
  lines!: PricedPartRecord[];

  @ApiProperty({ type: PricedPartRecord, description: 'Shipping price. It is not a part of `totals`.' })
  shipping!: PricedPartRecord;

  @ApiProperty({ type: Number, description: 'Total of an order with this shipping, after tax.', example: 20.94 })
  total!: number;

  @ApiProperty({
    type: [AppliedPromotionRecord],
    description: 'Promotions that gave a discount, in the order they were applied.',
  })
  applied!: AppliedPromotionRecord[];

  @ApiProperty({
    type: [RejectedPromotionRecord],
    description:
      'Promotions that gave none, in the order they were considered. Stored promotions whose code is not the code of the cart are left out unless `only` names them.',
  })
  rejected!: RejectedPromotionRecord[];
}

/** @param before the cart without promotions @param after with them @param rejected of it, as told to the caller */
export function previewRecord(
  before: Evaluation,
  after: Evaluation,
  rejected: readonly ToldRejection[],
  currency: PricingCurrency,
): PreviewRecord {
  const number = (minor: bigint): number => amountNumber(minorToAmount(minor, after.exponent));
  return {
    totals: cartTotals(before, after, currency),
    lines: after.lines.map((line) => partRecord(line, number)),
    shipping: partRecord(after.shipping, number),
    total: number(after.totals.total),
    applied: after.applied.map((promotion) => appliedRecord(promotion, number)),
    rejected: [...rejected],
  };
}

type ToNumber = (minor: bigint) => number;

function partRecord({ base, net, tax, charged, discounts }: PricedPart, number: ToNumber): PricedPartRecord {
  return {
    base: number(base),
    net: number(net),
    tax: number(tax),
    charged: number(charged),
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
