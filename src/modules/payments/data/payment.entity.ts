import { Entity, Index } from 'typeorm';
import { type Amount } from '../../../kernel/money';
import { AmountColumn, IdColumn, IdReference, StringColumn, TimeColumn } from '../../../platform/database/rows/columns';
import { type PaymentState } from '../domain/payment-state';

/** An attempt to pay for an order (carts.md 10). It holds no data of a card. Amounts are in the order's currency. */
@Entity('payments')
@Index('ix_payments__order', ['orderId', 'id'])
export class Payment {
  @IdColumn()
  id!: string;

  @IdReference()
  orderId!: string;

  /** Slug of the gateway. */
  @StringColumn(64)
  gateway!: string;

  @StringColumn(16)
  state!: PaymentState;

  @AmountColumn()
  amount!: Amount;

  /** Sum of the refunds, at most the amount. */
  @AmountColumn()
  refunded!: Amount;

  /** Reference of the payment at the gateway. */
  @StringColumn()
  reference!: string;

  @TimeColumn()
  createdAt!: Date;

  @TimeColumn()
  updatedAt!: Date;
}
