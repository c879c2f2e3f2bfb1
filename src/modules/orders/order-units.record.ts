import { ApiProperty } from '@nestjs/swagger';
import { type OrderItem } from './data/order-item.entity';

/** The units of an item of an order. */
export class OrderUnitsRecord {
  @ApiProperty({ type: String, example: 'TEA-250' })
  sku!: string;

  @ApiProperty({ type: 'integer', minimum: 1, example: 2 })
  quantity!: number;
}

/** The record of the units of an item. */
export function orderUnitsRecord({ sku, quantity }: OrderItem): OrderUnitsRecord {
  return { sku, quantity };
}
