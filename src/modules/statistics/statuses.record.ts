import { ApiProperty } from '@nestjs/swagger';
import { objectSchema } from '../../platform/http/openapi/record-schemas';
import { type StatusCounts } from '../orders/order-figures.service';
import { MAY_WAIT, ORDER_STATUS_KEYS, type OrderStatus, type WaitingStatus } from '../orders/order.record';

const count = { type: 'integer' as const, example: 12 };

/** Numbers of all orders by what they are now (storefront.md 13). */
export class StatusesRecord {
  @ApiProperty(
    objectSchema(Object.fromEntries(ORDER_STATUS_KEYS.map((key) => [key, count])), {
      title: 'OrderStatusCounts',
      description: 'Orders that have each status.',
    }),
  )
  statuses!: Readonly<Record<OrderStatus, number>>;

  @ApiProperty({ ...count, description: 'Orders that `to_ship=1` lists.' })
  to_ship!: number;

  @ApiProperty(
    objectSchema(Object.fromEntries(MAY_WAIT.map((key) => [key, count])), {
      title: 'OrdersToShipCounts',
      description: 'Orders of `to_ship` that have each status.',
    }),
  )
  to_ship_statuses!: Readonly<Record<WaitingStatus, number>>;

  @ApiProperty({ ...count, description: 'Orders that `payment_due=1` lists.' })
  payment_due!: number;

  @ApiProperty({ ...count, description: 'Orders that `refund_due=1` lists.' })
  refund_due!: number;
}

export function statusesRecord({ byStatus, toShip, paymentDue, refundDue }: StatusCounts): StatusesRecord {
  const statuses = Object.fromEntries(ORDER_STATUS_KEYS.map((key) => [key, byStatus.get(key) ?? 0]));
  return {
    statuses: statuses as Record<OrderStatus, number>,
    to_ship: Object.values(toShip).reduce((sum, part) => sum + part, 0),
    to_ship_statuses: toShip,
    payment_due: paymentDue,
    refund_due: refundDue,
  };
}
