import { ApiProperty } from '@nestjs/swagger';
import { wireTime } from '../../../kernel/clock';
import { choice, type Choice } from '../../../platform/http/envelope';
import { ListedBy } from '../../../platform/http/openapi/list-parameters';
import { choiceSchema } from '../../../platform/http/openapi/record-schemas';
import { type OrderStatusChange } from '../data/order-status-change.entity';
import { orderStatusChangeListing } from '../data/order.listing';
import { ORDER_STATUSES, type OrderStatus } from '../domain/order-status';

/** One change of an order's status (carts.md, Order status). */
@ListedBy(orderStatusChangeListing)
export class OrderStatusChangeRecord {
  @ApiProperty({ type: String, example: '890123456789012347' })
  id!: string;

  @ApiProperty(choiceSchema('OrderStatus', ORDER_STATUSES, 'Status before the change.'))
  from!: Choice<OrderStatus>;

  @ApiProperty(choiceSchema('OrderStatus', ORDER_STATUSES, 'Status after the change.'))
  to!: Choice<OrderStatus>;

  @ApiProperty({ type: String, description: 'Name of the API client that changed the status.', example: 'shop' })
  who!: string;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  created_at!: string;
}

/** The record of a status change. */
export function orderStatusChangeRecord(change: OrderStatusChange): OrderStatusChangeRecord {
  return {
    id: change.id,
    from: choice(change.from, ORDER_STATUSES[change.from]),
    to: choice(change.to, ORDER_STATUSES[change.to]),
    who: change.who,
    created_at: wireTime(change.createdAt),
  };
}
