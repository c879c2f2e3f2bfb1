import { ApiProperty } from '@nestjs/swagger';
import { amountNumber } from '../../kernel/money';
import { enumSchema } from '../../platform/http/openapi/record-schemas';
import { OrderRecord } from '../orders/order.record';
import { type Payment } from './data/payment.entity';

const STATES = ['authorized', 'captured', 'voided', 'declined'];

/** A payment as the store keeps it: nothing of a card. */
export class PaymentDataRecord {
  @ApiProperty({ type: String, description: 'Id of the payment.', example: '890123456789012345' })
  id!: string;

  @ApiProperty({ type: String, description: 'Slug of the gateway.', example: 'dummy' })
  gateway!: string;

  @ApiProperty(enumSchema('PaymentState', STATES, { description: 'State of the payment.' }))
  state!: string;

  @ApiProperty({ type: Number, description: 'Amount of the payment.', example: 29.94 })
  amount!: number;

  @ApiProperty({ type: Number, description: 'Sum of the refunds so far.', example: 0 })
  refunded!: number;

  @ApiProperty({ type: String, example: 'GBP' })
  currency!: string;
}

/** The answer of a payment (carts.md, table). */
export class PaymentRecord {
  @ApiProperty({ type: String, example: 'Payment successful' })
  message!: string;

  @ApiProperty({
    type: String,
    description: "The gateway's reference of the payment.",
    example: 'dummy-890123456789012345',
  })
  reference!: string;

  @ApiProperty({
    type: Boolean,
    enum: [false],
    description: 'Whether to redirect the customer. The built-in gateways never do.',
  })
  redirect!: false;

  @ApiProperty({ type: PaymentDataRecord })
  data!: PaymentDataRecord;

  @ApiProperty({ type: OrderRecord, description: 'The order as it is now.' })
  order!: OrderRecord;
}

/** The record of a payment that went well. */
export function paymentRecord(message: string, payment: Payment, order: OrderRecord): PaymentRecord {
  const { id, gateway, state, amount, refunded, reference } = payment;
  const currency = order.currency_code;
  return {
    message,
    reference,
    redirect: false,
    data: { id, gateway, state, amount: amountNumber(amount), refunded: amountNumber(refunded), currency },
    order,
  };
}
