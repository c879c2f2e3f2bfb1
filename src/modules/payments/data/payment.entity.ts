import { Entity, Index } from 'typeorm';
import { type Amount } from '../../../kernel/money';
import {
  AmountColumn,
  BooleanColumn,
  IdColumn,
  IdReference,
  IntegerColumn,
  JsonColumn,
  StringColumn,
  TextColumn,
  TimeColumn,
} from '../../../platform/database/rows/columns';
import { VersionedRow } from '../../../platform/database/rows/store-object';
import { type Order } from '../../orders/order.record';
import { type PaymentProblem, type PaymentState, type TransactionMethod } from '../domain/payment-state';
import { type RefundedLine } from '../domain/refund-amounts';

/**
 * An attempt to take, reserve, capture, give back or release money, written before the provider is asked
 * (orders-and-payments.md 10). Its id is the key that the provider knows it by. It holds no data of a card. Amounts are
 * in the order's currency. Nullable columns were added later: older rows have no value in them.
 */
@Entity('payments')
@Index('ix_payments__order', ['orderId', 'id'])
@Index('ix_payments__created_at', ['createdAt', 'id'])
@Index('ix_payments__state', ['state', 'createdAt', 'id'])
@Index('ix_payments__gateway', ['gateway', 'createdAt', 'id'])
@Index('ix_payments__ask_at', ['askAt'])
@Index('ix_payments__request', ['requestKey'])
@Index('ix_payments__reason', ['reason', 'id'])
@Index('ix_payments__problem', ['problem', 'id'])
export class Payment extends VersionedRow {
  @IdColumn()
  id!: string;

  @IntegerColumn({ nullable: true })
  version!: number;

  @IdReference()
  orderId!: string;

  /** Slug. */
  @StringColumn(64)
  gateway!: string;

  @StringColumn(16)
  state!: PaymentState;

  @AmountColumn()
  amount!: Amount;

  /** Sum of a charge's refunds, at most the captured amount. */
  @AmountColumn()
  refunded!: Amount;

  /** Reference of the payment at the gateway; empty while it is not known. */
  @StringColumn()
  reference!: string;

  /** Null: see `methodOf`. */
  @StringColumn(16, { nullable: true })
  method!: TransactionMethod | null;

  /** The charge that a capture, refund or void belongs to. */
  @IdReference({ nullable: true })
  chargeId!: string | null;

  /** Captured amount of a charge. Null: all of `amount` once the state is `captured`. */
  @AmountColumn({ nullable: true })
  captured!: Amount | null;

  /** Reason of a decline, without card data. */
  @StringColumn(255, { nullable: true })
  error!: string | null;

  /** URL at which the customer confirms the payment. */
  @TextColumn({ nullable: true })
  url!: string | null;

  /** Units of a refund by items, with their amounts. */
  @JsonColumn({ nullable: true })
  lines!: readonly RefundedLine[] | null;

  /** Whether a refund includes the price of shipping. */
  @BooleanColumn({ nullable: true })
  shipping!: boolean | null;

  /** Whether the goods of a refund return to the stock. */
  @BooleanColumn({ nullable: true })
  restock!: boolean | null;

  /** Tax in the amount. Null: unknown, as for a refund by amount; of a charge from before 1.3 its order may tell. */
  @AmountColumn({ nullable: true })
  tax!: Amount | null;

  /** Reason of a refund, as the caller sent it. */
  @StringColumn(255, { nullable: true })
  reason!: string | null;

  /** Currency of an order that was removed. Null: that of its order, if there still is one. */
  @StringColumn(3, { nullable: true })
  currencyCode!: string | null;

  /** Name of the client, for the order's history. */
  @StringColumn(255, { nullable: true })
  who!: string | null;

  /** Claimed `Idempotency-Key` of the request: a repeat finds the payment by it. */
  @StringColumn(64, { nullable: true })
  requestKey!: string | null;

  /** When the worker asks the provider for the outcome, or voids an authorization; null: there is nothing to do. */
  @TimeColumn({ nullable: true })
  askAt!: Date | null;

  /** The problem that a person has to look at. */
  @StringColumn(16, { nullable: true })
  problem!: PaymentProblem | null;

  /** The order, where the transaction that reads or writes the payment has locked it. No column. */
  order?: Order;
}

/** Returns the captured amount of a charge. */
export function capturedOf({ captured, state, amount }: Payment): Amount {
  return captured ?? (state === 'captured' ? amount : 0n);
}
