import { ApiProperty } from '@nestjs/swagger';
import { wireTime } from '../../kernel/clock';
import { amountNumber } from '../../kernel/money';
import { ListedBy } from '../../platform/http/openapi/list-parameters';
import { enumSchema } from '../../platform/http/openapi/record-schemas';
import { capturedOf, type Payment } from './data/payment.entity';
import { paymentListing } from './data/payment.listing';
import {
  methodOf,
  PAYMENT_METHODS,
  PAYMENT_STATUSES,
  type PaymentMethod,
  type PaymentStatus,
  statusOf,
} from './domain/payment-state';

/** A payment, capture, refund or void as the API answers it (orders-that-stay-true.md 12): nothing of a card. */
@ListedBy(paymentListing, { order_id: 'Id of the order. `order` may be sent for it.' })
export class TransactionRecord {
  @ApiProperty({ type: String, example: '890123456789012345' })
  id!: string;

  @ApiProperty({ type: String, description: 'Id of the order.', example: '890123456789012344' })
  order!: string;

  @ApiProperty({ type: String, description: 'Slug of the gateway.', example: 'dummy' })
  gateway!: string;

  @ApiProperty(enumSchema('PaymentMethod', PAYMENT_METHODS))
  method!: PaymentMethod;

  @ApiProperty(
    enumSchema('TransactionStatus', PAYMENT_STATUSES, {
      description:
        '`pending`: the outcome is still to come. `unknown`: the gateway was asked for it and could not tell; it is asked again.',
    }),
  )
  status!: PaymentStatus;

  @ApiProperty({ type: Number, description: "Amount, in the order's currency.", example: 29.94 })
  amount!: number;

  @ApiProperty({ type: Number, description: 'Of a purchase or an authorization: the captured amount.', example: 29.94 })
  captured!: number;

  @ApiProperty({ type: Number, description: 'Of a purchase or an authorization: sum of its refunds.', example: 0 })
  refunded!: number;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Id of the purchase or authorization that a capture, refund or void belongs to.',
  })
  payment!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: "The gateway's reference; null while it is not known.",
    example: 'dummy-890123456789012345',
  })
  reference!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Reason of a decline.' })
  error!: string | null;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  created_at!: string;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  updated_at!: string;
}

/** The record of a transaction: a pure function of its row. */
export function transactionRecord(payment: Payment): TransactionRecord {
  return {
    id: payment.id,
    order: payment.orderId,
    gateway: payment.gateway,
    method: methodOf(payment),
    status: statusOf(payment.state),
    amount: amountNumber(payment.amount),
    captured: amountNumber(capturedOf(payment)),
    refunded: amountNumber(payment.refunded),
    payment: payment.chargeId,
    reference: payment.reference === '' ? null : payment.reference,
    error: payment.error,
    created_at: wireTime(payment.createdAt),
    updated_at: wireTime(payment.updatedAt),
  };
}
