import { BeforeUpdate, Entity, Index } from 'typeorm';
import { type Amount } from '../../../kernel/money';
import {
  AddedAmountColumn,
  AmountColumn,
  BooleanColumn,
  IdReference,
  IntegerColumn,
  JsonColumn,
  StringColumn,
  TimeColumn,
} from '../../../platform/database/rows/columns';
import { Text } from '../../../platform/resources/attributes';
import { type CurrencyRecord } from '../../settings/currency.resource';
import { type KeptStep } from '../../settings/total-step';
import { isPaymentDue, isRefundDue } from '../domain/order-balance';
import { type OrderOrigin } from '../domain/order-origin';
import { type OrderTerms } from '../domain/order-terms';
import { OrderFields } from './order-fields.entity';

/** A record as it was when the order took it, with the label it had. */
export interface Snapshot<R = object> {
  readonly value: string;
  readonly data: R;
}

/** A currency as an order keeps it. Orders of an older version kept it without a step of totals. */
export type KeptCurrency = Omit<CurrencyRecord, 'total_step'> & KeptStep;

/**
 * An order is a document: it keeps what it refers to as it was (architecture decision 1), and beside the snapshots the
 * ids, for search. Reading one reads this row alone; `itemCount` and `tax` are kept with the items in one transaction.
 */
@Entity('orders')
@Index('ix_orders__created_at', ['createdAt', 'id'])
@Index('ix_orders__updated_at', ['updatedAt', 'id'])
@Index('uq_orders__number', ['number'], { unique: true })
@Index('ix_orders__name', ['nameKey', 'id'])
@Index('ix_orders__surname', ['surnameKey', 'id'])
@Index('ix_orders__status', ['status', 'createdAt', 'id'])
@Index('ix_orders__status_id', ['status', 'id'])
@Index('ix_orders__status_total', ['status', 'total', 'id'])
@Index('ix_orders__subtotal', ['subtotal', 'id'])
@Index('ix_orders__shipping_price', ['shippingPrice', 'id'])
@Index('ix_orders__total', ['total', 'id'])
@Index('ix_orders__currency_id', ['currencyId', 'id'])
@Index('ix_orders__currency_code_id', ['currencyCode', 'id'])
@Index('ix_orders__item_count', ['itemCount', 'id'])
@Index('ix_orders__gateway_id', ['gatewaySlug', 'id'])
@Index('ix_orders__refund_due', ['refundDue', 'id'])
@Index('ix_orders__is_test', ['isTest', 'id'])
@Index('ix_orders__payment_due', ['paymentDue', 'id'])
@Index('ix_orders__customer', ['customerId', 'createdAt', 'id'])
@Index('ix_orders__customer_email', ['customerEmail', 'createdAt', 'id'])
export class Order extends OrderFields {
  /** Sum of the items' taxes, and that of shipping where a checkout taxed it. */
  @AmountColumn()
  tax!: Amount;

  @IntegerColumn()
  itemCount!: number;

  @JsonColumn()
  currency!: Snapshot<KeptCurrency>;

  @IdReference({ nullable: true })
  customerId!: string | null;

  /** Lower case. */
  @StringColumn(255, { nullable: true })
  customerEmail!: string | null;

  @JsonColumn({ nullable: true })
  customer!: Snapshot | null;

  /** Slug. */
  @StringColumn(255, { nullable: true, name: 'gateway_slug' })
  gatewaySlug!: string | null;

  @JsonColumn({ nullable: true })
  gateway!: Snapshot | null;

  @IdReference({ nullable: true })
  shippingId!: string | null;

  @JsonColumn({ nullable: true })
  shipping!: Snapshot | null;

  @IdReference({ nullable: true })
  billToId!: string | null;

  @JsonColumn({ nullable: true })
  billTo!: Snapshot | null;

  @IdReference({ nullable: true })
  shipToId!: string | null;

  @JsonColumn({ nullable: true })
  shipTo!: Snapshot | null;

  /** Whether the store or the caller determined its amounts. Null, in rows of an older version, means `api`. */
  @StringColumn(16, { nullable: true })
  origin!: OrderOrigin | null;

  /** Whether the prices of its items include tax (orders-and-payments.md 25). Null: they do not. */
  @BooleanColumn({ nullable: true })
  pricesIncludeTax!: boolean | null;

  /** Sum of the captured payments. */
  @AddedAmountColumn()
  captured!: Amount;

  /** Sum of the refunds. */
  @AddedAmountColumn()
  refunded!: Amount;

  /** Part of the refunds that exceeded the amount owed at that moment (orders-and-payments.md 9). */
  @AddedAmountColumn()
  credit!: Amount;

  /** When the shop last changed its lines or shipping; null: they are as placed. A checkout does not replace an edited order. */
  @TimeColumn({ nullable: true })
  editedAt!: Date | null;

  /** Id of the order that it takes the place of. */
  @IdReference({ nullable: true })
  supersedes!: string | null;

  /**
   * The terms it was priced by; null unless a checkout of this version placed it. Not read with the row: lists do not need it.
   */
  @JsonColumn({ nullable: true, select: false })
  terms?: OrderTerms | null;

  @Text({
    max: 64,
    description: 'Order number for people, made by the setting `ORDER_NUMBER`; null without it.',
    example: 'SK-000042',
  })
  number!: string | null;

  /** First and last name of the customer, for search; null: no customer, or written before this column existed. */
  @StringColumn(255, { nullable: true })
  nameKey!: string | null;

  /** Last and first name. */
  @StringColumn(255, { nullable: true })
  surnameKey!: string | null;

  /** Whether it ever had the status `dispatched`. Null: written before this column existed, and not refunded in part since. */
  @BooleanColumn({ nullable: true })
  wasDispatched!: boolean | null;

  /** True: of its items nothing is left to ship, the rest was refunded. Else null. */
  @BooleanColumn({ nullable: true })
  nothingToShip!: true | null;

  /** True: money is owed back to the customer ({@link isRefundDue}). Else null: of these an index has many. */
  @BooleanColumn({ nullable: true })
  refundDue!: true | null;

  /** True: a gateway that moves no money holds or took its payment. Else null: in production an index has few of them. */
  @BooleanColumn({ nullable: true })
  isTest!: true | null;

  /** True: a payment is authorized, and neither captured nor released. Else null. */
  @BooleanColumn({ nullable: true, name: 'authorized' })
  isAuthorized!: true | null;

  /** True: a part of its price is due while money is held ({@link isPaymentDue}). Else null. */
  @BooleanColumn({ nullable: true })
  paymentDue!: true | null;

  /** A new order has no money, or all of it: only changes make a refund or a payment due. */
  @BeforeUpdate()
  markDue(): void {
    this.refundDue = isRefundDue(this) || null;
    this.paymentDue = isPaymentDue(this) || null;
  }
}

/** The money of a new order, and what only a checkout fills in. */
export const NEW_ORDER = {
  origin: 'api',
  captured: 0n,
  refunded: 0n,
  credit: 0n,
  supersedes: null,
  editedAt: null,
  number: null,
  nameKey: null,
  surnameKey: null,
  wasDispatched: false,
  nothingToShip: null,
  refundDue: null,
  isTest: null,
  isAuthorized: null,
  paymentDue: null,
  tax: 0n,
  itemCount: 0,
} satisfies Partial<Order>;

/** Empty references of an order. The currency is left out: every order has one. */
export const NO_REFERENCES = {
  customer: null,
  customerId: null,
  customerEmail: null,
  gateway: null,
  gatewaySlug: null,
  shipping: null,
  shippingId: null,
  billTo: null,
  billToId: null,
  shipTo: null,
  shipToId: null,
} satisfies Partial<Order>;
