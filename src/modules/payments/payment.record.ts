import { ApiProperty } from '@nestjs/swagger';
import { amountNumber } from '../../kernel/money';
import { enumSchema } from '../../platform/http/openapi/record-schemas';
import { OrderRecord } from '../orders/order.record';
import { capturedOf, type Payment } from './data/payment.entity';
import { type PaymentState, type TransactionMethod } from './domain/payment-state';

const STATES = ['pending', 'authorized', 'captured', 'voided', 'declined'] as const;

/** A payment as the store keeps it: nothing of a card. */
export class PaymentDataRecord {
  @ApiProperty({ type: String, description: 'Id of the payment.', example: '890123456789012345' })
  id!: string;

  @ApiProperty({ type: String, description: 'Slug of the gateway.', example: 'dummy' })
  gateway!: string;

  @ApiProperty(enumSchema('PaymentState', STATES, { description: 'State of the payment.' }))
  state!: (typeof STATES)[number];

  @ApiProperty({
    type: Number,
    description: 'Amount of the payment; once captured, the captured amount.',
    example: 29.94,
  })
  amount!: number;

  @ApiProperty({
    type: Number,
    description: 'Sum of the refunds of this payment so far; `order.refunded` counts those of all payments.',
    example: 0,
  })
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
    description:
      'Whether to send the customer to `url`, e.g. for 3-D Secure. The payment is `pending` until the provider reports the outcome.',
  })
  redirect!: boolean;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'URL at which the customer confirms the payment; null when there is nothing to confirm.',
  })
  url!: string | null;

  @ApiProperty({
    type: PaymentDataRecord,
    description: 'The payment. For a refund over several payments, the newest of them.',
  })
  data!: PaymentDataRecord;

  @ApiProperty({ type: OrderRecord, description: 'The order as it is now.' })
  order!: OrderRecord;
}

const MESSAGES: Readonly<Record<TransactionMethod, string>> = {
  purchase: 'Payment successful',
  authorize: 'Payment authorized',
  capture: 'Payment captured',
  refund: 'Payment refunded',
  void: 'Payment voided',
  recorded: 'Payment recorded',
  reversal: 'Refund reversed',
};
const NOT_COME = 'Failed payment recorded';
const CONFIRM = 'The customer has to confirm the payment';

function stateOf(state: PaymentState): PaymentDataRecord['state'] {
  return STATES.find((known) => known === state) ?? 'pending';
}

/**
 * The record of a payment that went well, or that the customer has to confirm.
 * @param charge the payment itself, or the one that was followed up
 */
export function paymentRecord(method: TransactionMethod, charge: Payment, order: OrderRecord): PaymentRecord {
  const { id, gateway, state, refunded, reference, url } = charge;
  const isCaptured = state === 'captured';
  return {
    message: state === 'declined' ? NOT_COME : url === null ? MESSAGES[method] : CONFIRM,
    reference,
    redirect: url !== null,
    url,
    data: {
      id,
      gateway,
      state: stateOf(state),
      amount: amountNumber(isCaptured ? capturedOf(charge) : charge.amount),
      refunded: amountNumber(refunded),
      currency: order.currency_code,
    },
    order,
  };
}
