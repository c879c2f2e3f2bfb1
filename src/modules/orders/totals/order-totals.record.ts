import { ApiProperty } from '@nestjs/swagger';
import { amountNumber } from '../../../kernel/money';
import { type Sums } from '../../../platform/database/lists/collection';
import { NO_SUMS } from '../../../platform/database/rows/exact-sum';
import { amountSchema } from '../../../platform/http/openapi/record-schemas';
import { type OrderSums } from '../data/order-sums.queries';

/** Sums over orders in one currency. */
export class OrderTotalRecord {
  @ApiProperty({ type: String, example: 'GBP' })
  currency_code!: string;

  @ApiProperty({ type: 'integer', description: 'Orders neither cancelled nor failed nor declined.', example: 12 })
  orders!: number;

  @ApiProperty({ type: 'integer', description: 'Orders that were cancelled, failed or declined.', example: 1 })
  cancelled!: number;

  @ApiProperty(amountSchema('Sum of the totals of `orders`.', 119.88))
  total!: number;

  @ApiProperty(amountSchema('Tax in `total`.', 19.98))
  tax!: number;

  @ApiProperty(amountSchema('Sum of the captured payments of all of them.', 119.88))
  captured!: number;

  @ApiProperty(amountSchema('Sum of their refunds.', 0))
  refunded!: number;

  @ApiProperty(amountSchema('Sum of their balances above 0.', 0))
  due!: number;

  @ApiProperty(amountSchema('Sum of what is owed back to customers: of balances below 0, without their sign.', 0))
  owed!: number;
}

/** Sums over the orders that match. */
export class OrderTotalsRecord {
  @ApiProperty({ type: 'integer', description: 'Orders that match.', example: 13 })
  count!: number;

  @ApiProperty({ type: [OrderTotalRecord], nullable: true, description: `One for each currency. ${NO_SUMS}` })
  totals!: OrderTotalRecord[] | null;
}

/** Makes the record of sums. */
export function orderTotalsRecord({ count, sums }: Sums<OrderSums>): OrderTotalsRecord {
  return { count, totals: sums?.map(totalRecord) ?? null };
}

function totalRecord({ currencyCode, orders, cancelled, ...sums }: OrderSums): OrderTotalRecord {
  return {
    currency_code: currencyCode,
    orders,
    cancelled,
    total: amountNumber(sums.total),
    tax: amountNumber(sums.tax),
    captured: amountNumber(sums.captured),
    refunded: amountNumber(sums.refunded),
    due: amountNumber(sums.due),
    owed: amountNumber(sums.owed),
  };
}
