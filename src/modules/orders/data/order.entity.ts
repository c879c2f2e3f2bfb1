import { Entity, Index } from 'typeorm';
import { type Amount } from '../../../kernel/money';
import {
  AmountColumn,
  IdReference,
  IntegerColumn,
  JsonColumn,
  StringColumn,
} from '../../../platform/database/rows/columns';
import { StoreObject } from '../../../platform/database/rows/store-object';
import { type CurrencyRecord } from '../../settings/currency.record';
import { type OrderStatus } from '../domain/order-status';

/** A record as it was when the order took it, with the label it had. */
export interface Snapshot<R = object> {
  readonly value: string;
  readonly data: R;
}

/**
 * An order is a document: it keeps what it refers to as it was (architecture decision 1), and beside the snapshots the
 * ids, for search. Reading one reads this row alone; `itemCount` and `tax` are kept with the items in one transaction.
 */
@Entity('orders')
@Index('ix_orders__created_at', ['createdAt', 'id'])
@Index('ix_orders__status', ['status', 'createdAt', 'id'])
@Index('ix_orders__customer', ['customerId', 'createdAt', 'id'])
@Index('ix_orders__customer_email', ['customerEmail', 'createdAt', 'id'])
export class Order extends StoreObject {
  @StringColumn(16)
  status!: OrderStatus;

  @AmountColumn()
  subtotal!: Amount;

  @AmountColumn()
  shippingPrice!: Amount;

  @AmountColumn()
  total!: Amount;

  /** Sum of the items' taxes, and that of shipping where a checkout taxed it. */
  @AmountColumn()
  tax!: Amount;

  @IntegerColumn()
  itemCount!: number;

  /** Units of the order's currency that equal one of the store's default; canonical decimal text. */
  @StringColumn(32)
  exchangeRate!: string;

  @IdReference()
  currencyId!: string;

  @StringColumn(3)
  currencyCode!: string;

  @JsonColumn()
  currency!: Snapshot<CurrencyRecord>;

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
}

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
