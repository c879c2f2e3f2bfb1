import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { wireTime } from '../../kernel/clock';
import { amountNumber } from '../../kernel/money';
import { ListedBy } from '../../platform/http/openapi/list-parameters';
import { HasFurtherFields, relationSchema } from '../../platform/http/openapi/record-schemas';
import { CHOSEN_IDS_SCHEMA, chosenIds, ChosenModifierRecord, chosenRecords } from '../catalog/chosen-modifier.record';
import { presentSnapshot, ProductSnapshotRecord } from '../catalog/product-snapshot';
import { TaxRecord } from '../settings/tax-band.resource';
import { type OrderItem } from './data/order-item.entity';
import { orderItemListing } from './data/order.listing';
import { type Snapshot } from './data/order.entity';

/** The discount of one promotion on one item. */
export class ItemDiscountRecord {
  @ApiProperty({ type: String, description: 'Id of the promotion.', example: '890123456789012345' })
  promotion!: string;

  @ApiProperty({ type: String, example: 'Spring sale' })
  title!: string;

  @ApiProperty({ type: Number, example: 1.5 })
  amount!: number;
}

/** A line of an order as the API answers it (carts.md, Order items). */
@ApiExtraModels(ProductSnapshotRecord, ChosenModifierRecord, TaxRecord)
@ListedBy(orderItemListing)
@HasFurtherFields()
export class OrderItemRecord {
  @ApiProperty({ type: String, example: '890123456789012346' })
  id!: string;

  @ApiProperty({ type: String, description: 'Id of the order.', example: '890123456789012345' })
  order!: string;

  @ApiProperty(relationSchema(ProductSnapshotRecord, 'The product as it was when the item was added or changed.'))
  product!: Snapshot | null;

  @ApiProperty({ type: String, example: 'TEA-250' })
  sku!: string;

  @ApiProperty({ type: String, example: 'Tea, 250 g' })
  title!: string;

  @ApiProperty({ type: 'integer', minimum: 1, example: 2 })
  quantity!: number;

  @ApiProperty({ type: Number, description: 'Tax rate in percent.', example: 20 })
  tax_rate!: number;

  @ApiProperty(relationSchema(TaxRecord, 'The tax band as it was then; null for a custom item without one.'))
  tax_band!: Snapshot | null;

  @ApiProperty({
    type: Number,
    description: 'Price of one unit before discounts and tax. It includes tax where the store says that prices do.',
    example: 9.99,
  })
  price!: number;

  @ApiProperty({ type: Number, description: "The item's share of all discounts.", example: 1.5 })
  discount!: number;

  @ApiProperty({
    type: [ItemDiscountRecord],
    description: 'The share of each promotion, in the order they were applied.',
    example: [{ promotion: '890123456789012345', title: 'Spring sale', amount: 1.5 }],
  })
  discounts!: ItemDiscountRecord[];

  @ApiProperty({
    type: 'object',
    additionalProperties: { $ref: getSchemaPath(ChosenModifierRecord) },
    description: 'Chosen modifiers of the product, by modifier id; {} when it has none.',
  })
  modifier!: Record<string, ChosenModifierRecord>;

  @ApiProperty(CHOSEN_IDS_SCHEMA)
  modifier_ids!: Record<string, string>;

  @ApiProperty({ type: Number, description: 'Price of all units after discounts, before tax.', example: 18.48 })
  net!: number;

  @ApiProperty({ type: Number, description: 'Tax on `net`.', example: 3.7 })
  tax!: number;

  @ApiProperty({
    type: Number,
    description: 'Amount that the customer pays for the item: `net` plus `tax`.',
    example: 22.18,
  })
  total!: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Units that are left to ship: neither shipped nor refunded.',
    example: 2,
  })
  to_ship!: number;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  created_at!: string;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  updated_at!: string;
}

/** The record of an order item: a pure function of its row. */
export function orderItemRecord(item: OrderItem): OrderItemRecord {
  const net = item.net ?? item.price * BigInt(item.quantity);
  return {
    ...item.metadata,
    id: item.id,
    order: item.orderId,
    product: item.product && { ...item.product, data: presentSnapshot(item.product.data) },
    sku: item.sku,
    title: item.title,
    quantity: item.quantity,
    tax_rate: Number(item.taxRate),
    tax_band: item.taxBand,
    price: amountNumber(item.price),
    discount: amountNumber(item.discount),
    discounts: (item.discounts ?? []).map(({ promotion, title, amount }) => ({
      promotion,
      title,
      amount: Number(amount),
    })),
    modifier: chosenRecords(item.modifiers ?? []),
    modifier_ids: chosenIds(item.modifiers ?? []),
    net: amountNumber(net),
    tax: amountNumber(item.tax),
    total: amountNumber(item.total ?? net + item.tax),
    to_ship: item.toShip ?? item.quantity,
    created_at: wireTime(item.createdAt),
    updated_at: wireTime(item.updatedAt),
  };
}
