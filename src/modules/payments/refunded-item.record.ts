import { ApiProperty } from '@nestjs/swagger';
import { amountNumber, parseAmount } from '../../kernel/money';
import { type RefundedLine } from './domain/refund-amounts';

/** Units of an item with the amount that a refund gives back for them. */
export class RefundedItemRecord {
  @ApiProperty({ type: String, example: 'TEA-250' })
  sku!: string;

  @ApiProperty({ type: 'integer', example: 1 })
  quantity!: number;

  @ApiProperty({ type: Number, description: 'Amount of these units, with their tax.', example: 9.99 })
  amount!: number;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'The tax in `amount`; null of a refund that an older version made.',
    example: 1.67,
  })
  tax!: number | null;
}

/** The record of the units of one item that a refund gives back. */
export function refundedItemRecord({ sku, quantity, amount, tax }: RefundedLine): RefundedItemRecord {
  const number = (text: string): number => amountNumber(parseAmount(text));
  return { sku, quantity, amount: number(amount), tax: tax === undefined ? null : number(tax) };
}
