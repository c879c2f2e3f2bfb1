import { ApiProperty } from '@nestjs/swagger';
import { ListedBy } from '../../platform/http/openapi/list-parameters';
import { promotionUseListing } from './data/promotion-use.listing';

/** A use of a promotion: one order (promotions-at-scale.md 9). */
@ListedBy(promotionUseListing(), { customer: 'Id of the customer, or e-mail address of the buyer.' })
export class PromotionUseRecord {
  @ApiProperty({ type: String, description: 'Id of the order.', example: '890123456789012345' })
  order!: string;

  @ApiProperty({ type: String, description: 'When the order was placed.', example: '2026-01-31 12:00:00' })
  created_at!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Id of the customer, or the e-mail address of one without an account; null: not known.',
    example: 'ada@example.com',
  })
  customer!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Discount code that the customer used, as typed; null: the promotion applied without one.',
    example: 'SPRING15',
  })
  discount_code!: string | null;

  @ApiProperty({ type: Number, description: "Taken off in the order's currency, shipping included.", example: 1.5 })
  discount!: number;

  @ApiProperty({ type: Number, description: 'The same in the default currency.', example: 1.5 })
  discounted!: number;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Total of the order, in its currency; null: the order was removed.',
    example: 18.49,
  })
  order_total!: number | null;

  @ApiProperty({ type: String, nullable: true, description: 'Code of the currency of the order.', example: 'GBP' })
  currency_code!: string | null;

  @ApiProperty({
    type: Boolean,
    description: 'Whether the order gave its use back: it was cancelled, failed, declined or removed unpaid.',
    example: false,
  })
  given_back!: boolean;

  @ApiProperty({ type: String, nullable: true, description: 'Time when the order gave its use back.', example: null })
  given_back_at!: string | null;
}
