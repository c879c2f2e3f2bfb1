import { ApiProperty } from '@nestjs/swagger';
import { wireTime } from '../../../kernel/clock';
import { ListedBy } from '../../../platform/http/openapi/list-parameters';
import { type OrderNote } from '../data/order-note.entity';
import { orderNoteListing } from '../data/order.listing';

/** A note on an order (orders-and-payments.md 36). */
@ListedBy(orderNoteListing)
export class OrderNoteRecord {
  @ApiProperty({ type: String, example: '890123456789012345' })
  id!: string;

  @ApiProperty({ type: String, description: 'Id of the order.', example: '890123456789012344' })
  order!: string;

  @ApiProperty({ type: String, example: 'Asked to leave it with the neighbour.' })
  text!: string;

  @ApiProperty({ type: String, description: 'Author.', example: 'Grace' })
  author!: string;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  created_at!: string;
}

/** The record of a note. */
export function orderNoteRecord({ id, orderId, text, author, createdAt }: OrderNote): OrderNoteRecord {
  return { id, order: orderId, text, author, created_at: wireTime(createdAt) };
}
