import { ApiExtraModels, ApiProperty } from '@nestjs/swagger';
import { amountNumber } from '../../kernel/money';
import { choice, type Choice } from '../../platform/http/envelope';
import { ListedBy } from '../../platform/http/openapi/list-parameters';
import { choiceSchema, objectSchema, relationSchema } from '../../platform/http/openapi/record-schemas';
import { RecordOf, recordsOf } from '../../platform/resources/resource';
import { CustomerRecord } from '../customers/customer.resource';
import { CurrencyRecord } from '../settings/currency.resource';
import { GatewayRecord } from '../settings/gateway.record';
import { ShippingRecord } from '../settings/shipping-method.resource';
import { BuyerFields } from './data/order-fields.entity';
import { Order, type Snapshot } from './data/order.entity';
import { orderListing } from './data/order.listing';
import { afterChange, CAME_TO_NOTHING, type MoneyChange, orderBalance } from './domain/order-balance';
import { inDefault } from './domain/in-default';
import { ORDER_ORIGINS, type OrderOrigin } from './domain/order-origin';
import { ORDER_STATUS_KEYS, type OrderStatus } from './domain/order-status';
import { type OrderAmounts, orderTotals, type OrderTotals } from './domain/order-totals';
import { orderAddress, ORDER_ADDRESSES } from './order-address.record';
import { hasGoods, MAY_WAIT, type WaitingStatus } from './domain/to-ship';

export {
  afterChange,
  BuyerFields,
  CAME_TO_NOTHING,
  hasGoods,
  MAY_WAIT,
  type WaitingStatus,
  inDefault,
  type MoneyChange,
  type Order,
  ORDER_STATUS_KEYS,
  orderBalance,
  type OrderStatus,
};

/** Those of an order of the item that is the example of `OrderItemRecord`. */
const AMOUNTS = { subtotal: 18.48, total: 22.18, shipping_price: 0, tax: 3.7, rounding: 0 };
const amounts = (title: string, type: 'string' | 'number', shown: (amount: number) => unknown) =>
  objectSchema(
    Object.fromEntries(Object.entries(AMOUNTS).map(([name, amount]) => [name, { type, example: shown(amount) }])),
    { title },
  );
const FORMATTED = amounts('FormattedOrderAmounts', 'string', (amount) => `£${amount.toFixed(2)}`);
const NUMBERS = amounts('OrderAmounts', 'number', (amount) => amount);

/** Schema of the amounts of an order in three forms. */
export const TOTALS_SCHEMA = objectSchema(
  { formatted: FORMATTED, rounded: NUMBERS, raw: NUMBERS },
  {
    title: 'OrderTotals',
    description:
      "The amounts in the currency's format, rounded to its decimals, and exact. For an order of a checkout, `total` is the sum of " +
      'the others; `rounding` makes it a multiple of `total_step` of the currency.',
  },
);

/** The fields that take more than the row, and those between them. */
const COMPUTED = {
  id: { description: 'Id of the order.' },
  order: { type: String, nullable: true, description: 'Always null.' },
  number: {},
  created_at: {},
  updated_at: {},
  customer: relationSchema(CustomerRecord, 'The customer as it was when the order was placed or changed.'),
  gateway: relationSchema(GatewayRecord, 'The payment gateway as it was then.'),
  status: {},
  origin: choiceSchema(
    'OrderOrigin',
    ORDER_ORIGINS,
    'checkout: the store calculated the amounts. api: the caller sent them, and they stay as sent.',
  ),
  supersedes: {
    type: String,
    nullable: true,
    description: 'Id of the cancelled order that this one replaces.',
    example: null,
  },
  subtotal: {},
  shipping_price: {},
  total: {},
  captured: { type: Number, description: 'Sum of the captured payments.', example: 0 },
  refunded: { type: Number, description: 'Sum of the refunds.', example: 0 },
  balance: {
    type: Number,
    description: 'Amount due; below 0: the amount owed back to the customer.',
    example: 22.18,
  },
  currency: relationSchema(CurrencyRecord, 'The currency as it was then.', 'British Pound'),
  currency_code: {},
  exchange_rate: {},
  shipping: relationSchema(ShippingRecord, 'The shipping method as it was then.'),
  bill_to: relationSchema(
    ORDER_ADDRESSES,
    'The billing address as it was then. It has an id if it is an address of a customer.',
  ),
  ship_to: relationSchema(
    ORDER_ADDRESSES,
    'The shipping address as it was then. It has an id if it is an address of a customer.',
  ),
  totals: TOTALS_SCHEMA,
  count: { type: 'integer', description: 'Number of items.', example: 1 },
  test: {
    type: Boolean,
    description:
      'True while a payment of a gateway for tests, such as `dummy`, is authorized or captured. In production, statistics leave such orders out.',
    example: false,
  },
} as const;

/** An order as the API answers it (interface.md, Order). */
@ListedBy(orderListing, {
  customer: 'Id or e-mail address of the customer: the address of today, or of when the order was placed.',
  promotion: 'Id of a promotion that was applied to the order.',
  product: 'Id of a product that is an item of the order.',
  to_ship:
    '1: orders that are paid and wait to be shipped, partly refunded ones that were never dispatched included. Those of `payment_due=1` are left out unless the setting ORDER_SHIP_DUE is on.',
  payment_due:
    '1: orders whose `balance` is above 0 although a payment took money that was not given back, or holds some; 0: the others.',
  refund_due: '1: orders whose `balance` is below 0: money is owed back to the customer.',
  test: '1: orders whose `test` is true. 0: the others.',
  discount_code: 'Discount code that the order was placed with.',
  q: 'Searches the orders: a whole id, order number or sku, or the beginning of an e-mail address, of a name or of the title of an item. 2 to 255 characters. It finds at most 1000 orders by each.',
})
@ApiExtraModels(...ORDER_ADDRESSES, CurrencyRecord, CustomerRecord, GatewayRecord, ShippingRecord)
export class OrderRecord extends RecordOf(Order, COMPUTED) {
  declare order: null;
  declare number: string | null;
  declare customer: Snapshot | null;
  declare gateway: Snapshot | null;
  declare status: Choice<OrderStatus>;
  declare origin: Choice<OrderOrigin>;
  declare supersedes: string | null;
  declare subtotal: number;
  declare shipping_price: number;
  declare total: number;
  declare captured: number;
  declare refunded: number;
  /** Below 0: the amount owed back to the customer. */
  declare balance: number;
  declare currency: Snapshot<CurrencyRecord>;
  declare currency_code: string;
  declare exchange_rate: number;
  declare shipping: Snapshot | null;
  declare bill_to: Snapshot | null;
  declare ship_to: Snapshot | null;
  declare totals: OrderTotals;
  declare count: number;
  declare test: boolean;

  @ApiProperty({
    type: Boolean,
    required: false,
    enum: [true],
    description: 'Present when an order has more than 200 of what `include` names.',
  })
  truncated?: true;
}

/** Returns the origin of an order's amounts (orders-and-payments.md 1). */
export function originOf({ origin }: Pick<Order, 'origin'>): OrderOrigin {
  return origin ?? 'api';
}

/** The amounts of an order. What the caller sent need not add up: no rounding can be told from it. */
function amountsOf(order: Order): OrderAmounts {
  const { subtotal, shippingPrice, tax, total } = order;
  const rounding = originOf(order) === 'checkout' ? total - subtotal - shippingPrice - tax : 0n;
  return { subtotal, shippingPrice, tax, total, rounding };
}

/** As every currency of this version is shown. */
function withStep({ value, data }: Order['currency']): Snapshot<CurrencyRecord> {
  return { value, data: { ...data, total_step: data.total_step ?? null } };
}

/** The fields of a record that are not those of the row. */
type Computed = Exclude<keyof typeof COMPUTED, 'id' | 'created_at' | 'updated_at' | RowShown>;
type RowShown = 'number' | 'status' | 'subtotal' | 'shipping_price' | 'total' | 'currency_code' | 'exchange_rate';

const ownRecord = recordsOf<OrderRecord, Computed>(Order, OrderRecord);

/** The record of an order: a pure function of its row. */
export function orderRecord(order: Order): OrderRecord {
  const currency = withStep(order.currency);
  return ownRecord(order, {
    order: null,
    customer: order.customer,
    gateway: order.gateway,
    origin: choice(originOf(order), ORDER_ORIGINS[originOf(order)]),
    supersedes: order.supersedes,
    captured: amountNumber(order.captured),
    refunded: amountNumber(order.refunded),
    balance: amountNumber(orderBalance(order)),
    currency,
    shipping: order.shipping,
    bill_to: orderAddress(order.billTo),
    ship_to: orderAddress(order.shipTo),
    totals: orderTotals(amountsOf(order), {
      code: currency.data.code,
      format: currency.data.format,
      decimalPoint: currency.data.decimal_point,
      thousandPoint: currency.data.thousand_point,
      roundingMode: currency.data.rounding_mode,
    }),
    count: order.itemCount,
    test: order.isTest === true,
  });
}
