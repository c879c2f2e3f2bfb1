import { ApiProperty } from '@nestjs/swagger';
import { wireTime } from '../../../kernel/clock';
import { choice, type Choice } from '../../../platform/http/envelope';
import { ListedBy } from '../../../platform/http/openapi/list-parameters';
import { amountSchema, choiceSchema, objectSchema } from '../../../platform/http/openapi/record-schemas';
import { HISTORY_KINDS, type HistoryKind, type OrderStatusChange } from '../data/order-status-change.entity';
import { orderStatusChangeListing } from '../data/order.listing';
import { type OrderSide } from '../domain/order-side';
import { ORDER_STATUSES, type OrderStatus } from '../domain/order-status';

const LINE = objectSchema(
  {
    sku: { type: 'string', example: 'TEA-250' },
    title: { type: 'string', example: 'Tea, 250 g' },
    quantity: { type: 'integer', example: 2 },
    price: amountSchema('Price of one unit.', 9.99),
    tax_rate: { type: 'number', description: 'Tax rate in percent.', example: 20 },
  },
  { title: 'EditedOrderLine' },
);
const SIDE = objectSchema(
  {
    currency_code: { type: 'string', example: 'GBP' },
    subtotal: amountSchema('Subtotal of the order.', 16.65),
    shipping_price: amountSchema('Price of its shipping.', 0),
    tax: amountSchema('Tax of the order.', 3.33),
    total: amountSchema('Total of the order.', 19.98),
    shipping: { type: 'string', nullable: true, description: 'Title of the shipping method.', example: null },
    items: {
      type: 'array',
      description:
        'The lines that the edit changed, as they were then: one that was added is only in `after`, one that was removed only in `before`.',
      items: LINE,
    },
  },
  { title: 'EditedOrderSide' },
);
const side = (when: string): object => ({
  ...SIDE,
  nullable: true,
  description: `The order ${when}; null for a change of status.`,
});

/** An entry of an order's history: a change of its status, or an edit (orders-and-payments.md 40). */
@ListedBy(orderStatusChangeListing)
export class OrderStatusChangeRecord {
  @ApiProperty({ type: String, example: '890123456789012347' })
  id!: string;

  @ApiProperty(choiceSchema('OrderStatus', ORDER_STATUSES, 'Status before the change.'))
  from!: Choice<OrderStatus>;

  @ApiProperty(choiceSchema('OrderStatus', ORDER_STATUSES, 'Status after the change.'))
  to!: Choice<OrderStatus>;

  @ApiProperty(
    choiceSchema(
      'OrderHistoryKind',
      HISTORY_KINDS,
      'status: the status changed. edit: items, shipping or amounts did; `from` and `to` are the status that the order had then.',
    ),
  )
  kind!: Choice<HistoryKind>;

  @ApiProperty(side('before the edit'))
  before!: OrderSide | null;

  @ApiProperty(side('after the edit'))
  after!: OrderSide | null;

  @ApiProperty({ type: String, description: 'Name of the API client that made the change.', example: 'shop' })
  who!: string;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  created_at!: string;
}

/** The record of an entry of the history. */
export function orderStatusChangeRecord(change: OrderStatusChange): OrderStatusChangeRecord {
  const kind = change.kind ?? 'status';
  return {
    id: change.id,
    from: choice(change.from, ORDER_STATUSES[change.from]),
    to: choice(change.to, ORDER_STATUSES[change.to]),
    kind: choice(kind, HISTORY_KINDS[kind]),
    before: change.sides?.before ?? null,
    after: change.sides?.after ?? null,
    who: change.who,
    created_at: wireTime(change.createdAt),
  };
}
