import { type ItemOf } from '@storekeeper/client';
import { type ReactNode } from 'react';
import { t, word } from '../../shared/text/text';
import { CustomerLink } from '../../shared/ui/customer-link';
import { List } from '../../shared/ui/list-page';
import { type ListFilter } from '../../shared/ui/list-query';
import { type ListColumn } from '../../shared/ui/list-table';
import { ORDER_STATUSES, orderTone } from '../../shared/ui/order-status';
import { Empty, Page as Frame } from '../../shared/ui/page';
import { Mark, Missing, Time } from '../../shared/ui/values';
import { nameOf, type Order, orderMoney } from './order';

type Row = ItemOf<'/v1/orders'>;

const statusText = ({ status }: Order): string => word('order-status', status.data.key);
const customerText = ({ customer }: Order): string =>
  customer === null ? '' : `${customer.data.first_name} ${customer.data.last_name}`;
/** Units of an order; of one with very many lines at least so many. */
const unitsText = ({ units = [], truncated }: Row): string =>
  `${units.reduce((sum, { quantity }) => sum + quantity, 0)}${truncated === true ? '+' : ''}`;
const money =
  (field: 'balance' | 'captured' | 'refunded') =>
  (order: Order): string =>
    orderMoney(order, order[field]);

const COLUMNS: readonly ListColumn<Row>[] = [
  { id: 'order', title: t('orders.order'), cell: nameOf, text: nameOf },
  {
    id: 'created_at',
    title: t('orders.created'),
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
    cell: (order) => <Mark tone={orderTone(order.status.data.key)}>{statusText(order)}</Mark>,
    text: ({ status }) => status.data.key,
    csvTitle: t('orders.status-code'),
    sort: 'status',
  },
  {
    id: 'units',
    title: t('orders.units'),
    cell: unitsText,
    text: unitsText,
    isNumber: true,
  },
  {
    id: 'total',
    title: t('orders.total'),
    cell: ({ totals }) => totals.formatted.total,
    text: ({ total }) => String(total),
    sort: 'total',
    isNumber: true,
  },
  {
    id: 'balance',
    title: t('orders.balance'),
    cell: money('balance'),
    text: ({ balance }) => String(balance),
    isNumber: true,
  },
  {
    id: 'captured',
    title: t('orders.captured'),
    cell: money('captured'),
    text: ({ captured }) => String(captured),
    isNumber: true,
    isExtra: true,
    isInCsv: true,
  },
  {
    id: 'refunded',
    title: t('orders.refunded'),
    cell: money('refunded'),
    text: ({ refunded }) => String(refunded),
    isNumber: true,
    isExtra: true,
    isInCsv: true,
  },
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
    text: ({ gateway }) => gateway?.data.slug ?? '',
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
  { id: 'id', title: t('orders.id'), cell: ({ id }) => id, text: ({ id }) => id, isExtra: true },
];

const FILTERS: readonly ListFilter[] = [
  { name: 'q', label: t('orders.find'), kind: 'words' },
  {
    name: 'status',
    label: t('orders.status'),
    kind: 'choices',
    options: ORDER_STATUSES.map((value) => ({ value, label: word('order-status', value) })),
  },
  {
    name: 'to_ship',
    label: t('orders.to-ship'),
    kind: 'choice',
    options: [{ value: '1', label: t('orders.to-ship.1') }],
  },
  { name: 'created_at[from]', label: t('orders.from'), kind: 'day' },
  { name: 'created_at[to]', label: t('orders.to'), kind: 'day' },
  { name: 'customer', label: t('orders.customer-filter'), kind: 'text', source: 'customers' },
  { name: 'product', label: t('orders.product-filter'), kind: 'text', source: 'products' },
  { name: 'discount_code', label: t('orders.code'), kind: 'text' },
  { name: 'promotion', label: t('orders.promotion-filter'), kind: 'text', source: 'promotions' },
];

/** The list of orders. */
export function Page(): ReactNode {
  return (
    <Frame title={t('orders.title')}>
      <List
        path="/v1/orders"
        always={{ include: ['units'] }}
        columns={COLUMNS}
        filters={FILTERS}
        sort={{ sort: 'created_at', order: 'desc' }}
        pageOf={({ id }) => `/orders/${id}`}
        csv="orders"
        empty={<Empty title={t('orders.none')} next={t('orders.none.next')} />}
      />
    </Frame>
  );
}
