import { type ItemOf } from '@storekeeper/client';
import { type ReactNode } from 'react';
import { moneyDigits } from '../../shared/format/money';
import { fullName } from '../../shared/text/full-name';
import { t, word } from '../../shared/text/text';
import { csvId } from '../../shared/ui/csv';
import { CustomerLink } from '../../shared/ui/customer-link';
import { type ListColumn } from '../../shared/ui/list-table';
import { orderTone } from '../../shared/ui/order-status';
import { Code, Mark, Missing, Time } from '../../shared/ui/values';
import { nameOf, type Order, orderMoney } from './order';
import { discountOf, keptTaxOf, netOf, refundedTaxOf, shippingTaxOf, taxOf } from './order-tax';

/** An order of the list. */
export type Row = ItemOf<'/v1/orders'>;

const statusText = ({ status }: Order): string => word('order-status', status.data.key);
const customerText = ({ customer }: Order): string => (customer === null ? '' : fullName(customer.data));

/** Units of an order; of one with very many lines at least so many. @param product of this one only */
function unitsText({ units = [], truncated }: Pick<Row, 'units' | 'truncated'>, product?: string): string {
  const counted = product === undefined ? units : units.filter((one) => one.product === product);
  return `${counted.reduce((sum, { quantity }) => sum + quantity, 0)}${truncated === true ? '+' : ''}`;
}

/** A column of money. The page shows it as its currency says, a file as a number; undefined: it is not known. */
function moneyColumn(
  id: string,
  title: string,
  amountOf: (order: Row) => number | undefined,
  more: Partial<ListColumn<Row>> = { isExtra: true, isInCsv: true },
): ListColumn<Row> {
  return {
    id,
    title,
    cell: (order): ReactNode => {
      const amount = amountOf(order);
      return amount === undefined ? <Missing /> : orderMoney(order, amount);
    },
    text: (order) => {
      const amount = amountOf(order);
      return amount === undefined ? '' : moneyDigits(amount, order.currency_code);
    },
    isNumber: true,
    ...more,
  };
}

const back = (amount: number | undefined): number | undefined => (amount === undefined ? undefined : -amount);

const FIRST: readonly ListColumn<Row>[] = [
  {
    id: 'order',
    title: t('orders.order'),
    cell: (order) => <Code value={nameOf(order)} />,
    text: (order) => csvId(nameOf(order)),
  },
  {
    id: 'created_at',
    title: t('orders.created-local'),
    cell: ({ created_at }) => <Time value={created_at} />,
    text: ({ created_at }) => created_at,
    csvTitle: t('orders.created-utc'),
    sort: 'created_at',
  },
  {
    id: 'customer',
    title: t('orders.customer'),
    cell: (order) => <CustomerLink id={order.customer?.data.id ?? null} name={customerText(order)} />,
    text: customerText,
  },
  {
    id: 'email',
    title: t('orders.email'),
    cell: ({ customer }) => customer?.data.email ?? <Missing />,
    text: ({ customer }) => customer?.data.email ?? '',
    isExtra: true,
  },
  {
    id: 'status',
    title: t('orders.status'),
    cell: (order) => (
      <>
        <Mark tone={orderTone(order.status.data.key)}>{statusText(order)}</Mark>
        {order.test && <Mark tone="bad">{t('orders.test')}</Mark>}
      </>
    ),
    text: statusText,
    sort: 'status',
  },
];

const UNITS: ListColumn<Row> = {
  id: 'units',
  title: t('orders.units'),
  cell: (order) => unitsText(order),
  text: (order) => unitsText(order),
  isNumber: true,
};

/** For the books: the price of an order from net to total, then what was paid of it. */
const MONEY: readonly ListColumn<Row>[] = [
  moneyColumn('discount', t('orders.discount'), (order) => back(discountOf(order))),
  moneyColumn('shipping', t('orders.shipping-net'), ({ shipping_price }) => shipping_price),
  moneyColumn('shipping_tax', t('orders.shipping-tax'), (order) => shippingTaxOf({ ...order, lines: order.units })),
  moneyColumn('net', t('orders.net'), netOf),
  moneyColumn('tax', t('orders.tax'), taxOf),
  moneyColumn('total', t('orders.total'), ({ total }) => total, { sort: 'total' }),
  moneyColumn('captured', t('orders.captured'), ({ captured }) => captured),
  moneyColumn('refunded', t('orders.refunded'), ({ refunded }) => -refunded, {
    cell: (order) => (order.refunded === 0 ? <Missing /> : orderMoney(order, -order.refunded)),
  }),
  moneyColumn('refunded_tax', t('orders.refunded-tax'), (order) => back(refundedTaxOf(order))),
  moneyColumn('kept_tax', t('orders.kept-tax'), keptTaxOf),
  moneyColumn('balance', t('orders.due'), ({ balance }) => balance, { csvTitle: t('orders.due-signed') }),
];

const LAST: readonly ListColumn<Row>[] = [
  {
    id: 'currency',
    title: t('orders.currency'),
    cell: ({ currency_code }) => currency_code,
    text: ({ currency_code }) => currency_code,
    isExtra: true,
    isInCsv: true,
  },
  {
    id: 'gateway',
    title: t('orders.gateway'),
    cell: ({ gateway }) => gateway?.data.name ?? <Missing />,
    text: ({ gateway }) => gateway?.data.name ?? '',
    isExtra: true,
  },
  {
    id: 'updated_at',
    title: t('orders.updated'),
    cell: ({ updated_at }) => <Time value={updated_at} />,
    text: ({ updated_at }) => updated_at,
    csvTitle: t('orders.updated-utc'),
    sort: 'updated_at',
    isExtra: true,
  },
  { id: 'id', title: t('orders.id'), cell: ({ id }) => id, text: ({ id }) => csvId(id), isExtra: true },
];

/** The columns of the list. @param product whose orders are listed: its units stand before those of the order */
export function orderColumns(product: string | undefined): readonly ListColumn<Row>[] {
  if (product === undefined) return [...FIRST, UNITS, ...MONEY, ...LAST];
  const own: ListColumn<Row> = {
    id: 'product_units',
    title: t('orders.units-of-product'),
    cell: (order) => unitsText(order, product),
    text: (order) => unitsText(order, product),
    isNumber: true,
  };
  return [...FIRST, own, { ...UNITS, title: t('orders.units-of-order') }, ...MONEY, ...LAST];
}

/** Parts of an order that columns are made of. Those of the file need more than those that are shown at first. */
const PARTS = ['units'];
export const ALL_PARTS = ['units', 'discounts', 'payments'];
const OF_ALL_PARTS = ['discount', 'refunded_tax', 'kept_tax'];

/** The parts that the chosen columns need. */
export function partsFor(columns: string | undefined): readonly string[] {
  return columns?.split(',').some((id) => OF_ALL_PARTS.includes(id)) === true ? ALL_PARTS : PARTS;
}
