import { ApiProperty } from '@nestjs/swagger';
import { type EntityManager } from 'typeorm';
import { wireTime } from '../../kernel/clock';
import { amountNumber } from '../../kernel/money';
import { partWords } from '../../platform/database/lists/part-sought';
import { ListedBy } from '../../platform/http/openapi/list-parameters';
import { enumSchema } from '../../platform/http/openapi/record-schemas';
import { labelOf, type OrderLabel, orderLabels } from '../orders/order-labels';
import { taxOf } from './domain/transaction-tax';
import { capturedOf, type Payment } from './data/payment.entity';
import { paymentListing } from './data/payment.listing';
import { refundedItemRecord, RefundedItemRecord } from './refunded-item.record';
import {
  methodOf,
  PAYMENT_PROBLEMS,
  PAYMENT_STATUSES,
  type PaymentProblem,
  type PaymentStatus,
  statusOf,
  TRANSACTION_METHODS,
  type TransactionMethod,
} from './domain/payment-state';

/** A payment, capture, refund or void as the API answers it (orders-and-payments.md 12): nothing of a card. */
@ListedBy(paymentListing, {
  order_id: 'Id of the order. `order` may be sent for it.',
  order_number: 'Number of the order, or its id.',
  reason: partWords('reason'),
  customer: 'Id or e-mail address of the customer: the address of today, or of when the order was placed.',
  product: 'Id of a product that is an item of the order, and of the refund if it is one by items.',
})
export class TransactionRecord {
  @ApiProperty({ type: String, example: '890123456789012345' })
  id!: string;

  @ApiProperty({ type: String, description: 'Id of the order.', example: '890123456789012344' })
  order!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Order number for people; null without one, and once the order was removed.',
    example: 'SK-000042',
  })
  order_number!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Code of the currency of its amounts; null where the order was removed before 1.3.',
    example: 'GBP',
  })
  currency_code!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: "Id of the order's customer; null without one, and once the order was removed.",
    example: '890123456789012343',
  })
  customer!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Name of the customer on the order, else of its billing address; null once the order was removed.',
    example: 'Ada Lovelace',
  })
  customer_name!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'E-mail address of the customer on the order; null without one, and once the order was removed.',
    example: 'ada@example.com',
  })
  customer_email!: string | null;

  @ApiProperty({ type: String, description: 'Slug of the gateway.', example: 'dummy' })
  gateway!: string;

  @ApiProperty(
    enumSchema('TransactionMethod', TRANSACTION_METHODS, {
      description:
        '`recorded`: a payment that the shop received outside the store. `reversal`: a refund that succeeded failed later, and its amount is back.',
    }),
  )
  method!: TransactionMethod;

  @ApiProperty(
    enumSchema('TransactionStatus', PAYMENT_STATUSES, {
      description:
        '`pending`: the outcome is still to come. `unknown`: the gateway was asked for it and could not tell; it is asked again.',
    }),
  )
  status!: PaymentStatus;

  @ApiProperty({ type: Number, description: "Amount, in the order's currency.", example: 29.94 })
  amount!: number;

  @ApiProperty({
    type: Number,
    description: 'Of a purchase, an authorization or a recorded payment: the captured amount.',
    example: 29.94,
  })
  captured!: number;

  @ApiProperty({
    type: Number,
    description: 'Of a purchase, an authorization or a recorded payment: sum of its refunds.',
    example: 0,
  })
  refunded!: number;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Id of the purchase or authorization that a capture, refund or void belongs to; of a reversal, of its refund.',
  })
  payment!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: "The gateway's reference; null while it is not known.",
    example: 'dummy-890123456789012345',
  })
  reference!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Reason of a decline, or how a `mismatch` differs; of a reversal, why the refund failed.',
  })
  error!: string | null;

  @ApiProperty({
    type: [RefundedItemRecord],
    nullable: true,
    description: 'Of a refund by items: its units. Null of a refund by amount, or of all that was left.',
  })
  items!: RefundedItemRecord[] | null;

  @ApiProperty({
    type: Boolean,
    nullable: true,
    description: 'Of a refund: whether the price of shipping is part of it. Null of the others.',
    example: null,
  })
  shipping!: boolean | null;

  @ApiProperty({
    type: Boolean,
    nullable: true,
    description:
      'Of a refund: whether the goods came back into stock: those of `items`, or all without them. Null of the others.',
    example: null,
  })
  restock!: boolean | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description:
      'The tax in `amount`; null where unknown. Known of refunds by items, of all that is left or of what an edit left owed, and of payments and captures of the whole order, as it was then.',
    example: null,
  })
  tax!: number | null;

  @ApiProperty({ type: String, nullable: true, description: 'Of a refund: why it was made.', example: null })
  reason!: string | null;

  @ApiProperty(
    enumSchema('TransactionProblem', PAYMENT_PROBLEMS, {
      nullable: true,
      description:
        'What a person has to look at; null: nothing. `void_failed`: the order was cancelled, failed or declined, and its authorization could not be voided. `mismatch`: the provider took, held or gave back another amount or currency than was asked; `error` names both. `refund_failed`: the refund succeeded and failed later. A refund after which nothing is owed back ends it.',
    }),
  )
  problem!: PaymentProblem | null;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  created_at!: string;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  updated_at!: string;
}

/** The records of transactions, with the number, the currency and the customer of their orders. Orders that are not at hand are read in one statement. */
export async function transactionRecords(
  manager: EntityManager,
  payments: readonly Payment[],
): Promise<TransactionRecord[]> {
  const apart = payments.filter(({ order }) => order === undefined).map(({ orderId }) => orderId);
  const labels = await orderLabels(manager, [...new Set(apart)]);
  return payments.map((payment) => {
    return transactionRecord(payment, payment.order ? labelOf(payment.order) : labels.get(payment.orderId));
  });
}

/** The label of an order that was removed. */
const REMOVED: { readonly [K in keyof OrderLabel]: null } = {
  number: null,
  currencyCode: null,
  customerId: null,
  customerEmail: null,
  customerName: null,
  total: null,
  tax: null,
  captured: null,
};

function transactionRecord(payment: Payment, order: OrderLabel | typeof REMOVED = REMOVED): TransactionRecord {
  const tax = taxOf(payment, order);
  return {
    id: payment.id,
    order: payment.orderId,
    order_number: order.number,
    currency_code: order.currencyCode ?? payment.currencyCode,
    customer: order.customerId,
    customer_name: order.customerName,
    customer_email: order.customerEmail,
    gateway: payment.gateway,
    method: methodOf(payment),
    status: statusOf(payment.state),
    amount: amountNumber(payment.amount),
    captured: amountNumber(capturedOf(payment)),
    refunded: amountNumber(payment.refunded),
    payment: payment.chargeId,
    reference: payment.reference === '' ? null : payment.reference,
    error: payment.error,
    items: payment.lines && payment.lines.map(refundedItemRecord),
    shipping: payment.shipping,
    restock: payment.restock,
    tax: tax === null ? null : amountNumber(tax),
    reason: payment.reason,
    problem: payment.problem,
    created_at: wireTime(payment.createdAt),
    updated_at: wireTime(payment.updatedAt),
  };
}
