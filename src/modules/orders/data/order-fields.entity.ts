import { type Amount } from '../../../kernel/money';
import { StoreObject } from '../../../platform/database/rows/store-object';
import { Decimal, Money, OneOf, Reference, Text } from '../../../platform/resources/attributes';
import { ORDER_STATUSES, type OrderStatus } from '../domain/order-status';

/** Fields that a checkout takes too, from the buyer. There is none yet. */
export abstract class BuyerFields extends StoreObject {}

/** The fields of an order that are sent as the row keeps them. Of what else is sent it keeps snapshots. */
export abstract class OrderFields extends BuyerFields {
  @OneOf('OrderStatus', ORDER_STATUSES, {
    default: 'unpaid',
    keeps: true,
    length: 16,
    sort: true,
    description: 'Status of the order. Default for a new order: unpaid.',
    example: 'unpaid',
  })
  status!: OrderStatus;

  @Money({
    required: true,
    sort: true,
    description: 'Sum of the items before shipping.',
    example: 19.99,
    shows: { description: 'Sum of the items before shipping and tax.', example: 18.48 },
  })
  subtotal!: Amount;

  @Money({
    default: 0n,
    sort: true,
    description: 'Cost of shipping. Default 0.',
    example: 4.5,
    shows: { description: 'Price of shipping; 0 when unset.', example: 0 },
  })
  shippingPrice!: Amount;

  @Money({
    required: true,
    sort: true,
    description: 'Total value of the order.',
    example: 24.49,
    shows: { example: 22.18 },
  })
  total!: Amount;

  @Reference('currency', {
    required: true,
    wire: 'currency',
    description: 'Id of the currency in which the order is paid.',
    example: '890123456789012345',
  })
  currencyId!: string;

  @Text({
    required: true,
    sort: true,
    max: 3,
    pattern: /^[A-Za-z]{3}$/,
    message: 'must be three letters',
    description: 'Code of the currency.',
    example: 'GBP',
  })
  currencyCode!: string;

  /** Units of the order's currency that equal one of the store's default; canonical decimal text. */
  @Decimal({
    required: true,
    least: 0,
    above: true,
    decimals: 10,
    description: 'Amount of the order currency that equals one unit of the default currency.',
    example: 1,
  })
  exchangeRate!: string;
}
