import { ApiProperty } from '@nestjs/swagger';
import { amountNumber } from '../../kernel/money';
import { type OrderItem } from './data/order-item.entity';

/** The units of an item of an order, and their tax. */
export class OrderUnitsRecord {
  @ApiProperty({ type: String, example: 'TEA-250' })
  sku!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Id of the product; null for an item without one.',
    example: '890123456789012346',
  })
  product!: string | null;

  @ApiProperty({ type: 'integer', minimum: 1, example: 2 })
  quantity!: number;

  @ApiProperty({ type: Number, description: 'Tax of all units.', example: 3.7 })
  tax!: number;
}

/** The record of the units of an item. */
export function orderUnitsRecord({ sku, productId, quantity, tax }: OrderItem): OrderUnitsRecord {
  return { sku, product: productId, quantity, tax: amountNumber(tax) };
}
