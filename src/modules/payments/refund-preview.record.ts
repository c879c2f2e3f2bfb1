import { ApiProperty } from '@nestjs/swagger';
import { amountNumber } from '../../kernel/money';
import { type RefundPlan, type RefundRest } from './domain/refund-plan';
import { refundedItemRecord, RefundedItemRecord } from './refunded-item.record';

/** Units of an item that can still be refunded. */
export class RefundableItemRecord {
  @ApiProperty({ type: String, example: 'TEA-250' })
  sku!: string;

  @ApiProperty({ type: 'integer', description: 'Units.', example: 2 })
  quantity!: number;
}

/** The parts of an order that can still be refunded. */
export class RefundableRecord {
  @ApiProperty({ type: Number, description: 'Captured and not refunded, over all payments.', example: 29.94 })
  amount!: number;

  @ApiProperty({ type: Number, description: 'Price of shipping with its tax; 0 once it was refunded.', example: 4.74 })
  shipping!: number;

  @ApiProperty({ type: [RefundableItemRecord], description: 'Every item of the order.' })
  items!: RefundableItemRecord[];
}

/** A refund as it would be now (orders-and-payments.md 16). */
export class RefundPreviewRecord {
  @ApiProperty({ type: Number, description: 'Amount that the refund would give back.', example: 9.99 })
  amount!: number;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'The tax in `amount`; null where it is not known, as of most refunds by amount.',
    example: 1.67,
  })
  tax!: number | null;

  @ApiProperty({ type: [RefundedItemRecord], description: 'Amounts by item; empty for a refund that is not by items.' })
  items!: RefundedItemRecord[];

  @ApiProperty({
    type: Number,
    description:
      'Difference of `amount` to the price of the items and of shipping, which `total_step` of the currency makes; below 0: less is ' +
      'given back.',
    example: 0,
  })
  rounding!: number;

  @ApiProperty({ type: RefundableRecord, description: 'Before this refund.' })
  left!: RefundableRecord;
}

/** Makes the record of a refund that is not made. */
export function refundPreviewRecord({ parts, lines, rounding }: RefundPlan, rest: RefundRest): RefundPreviewRecord {
  return {
    amount: amountNumber(parts.reduce((sum, { amount }) => sum + amount, 0n)),
    tax: taxOf(parts),
    items: (lines ?? []).map(refundedItemRecord),
    rounding: amountNumber(rounding),
    left: {
      amount: amountNumber(rest.amount),
      shipping: amountNumber(rest.shipping),
      items: rest.items.map(({ sku, quantity }) => ({ sku, quantity })),
    },
  };
}

function taxOf(parts: RefundPlan['parts']): number | null {
  const taxes = parts.flatMap(({ tax }) => (tax === null ? [] : [tax]));
  return taxes.length < parts.length ? null : amountNumber(taxes.reduce((sum, tax) => sum + tax, 0n));
}
