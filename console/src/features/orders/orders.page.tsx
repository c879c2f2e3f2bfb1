import { Text } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { t, word } from '../../shared/text/text';
import { useAddress } from '../../shared/ui/address';
import { List } from '../../shared/ui/list-page';
import { type ListFilter } from '../../shared/ui/list-query';
import { ORDER_STATUSES } from '../../shared/ui/order-status';
import { Empty, Page as Frame, PageLink } from '../../shared/ui/page';
import { ALL_PARTS, orderColumns, partsFor } from './order-columns';

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
  {
    name: 'payment_due',
    label: t('orders.payment-due'),
    kind: 'choice',
    options: [{ value: '1', label: t('orders.payment-due.1') }],
  },
  {
    name: 'refund_due',
    label: t('orders.refund-due'),
    kind: 'choice',
    options: [{ value: '1', label: t('orders.refund-due.1') }],
  },
  {
    name: 'test',
    label: t('orders.test'),
    kind: 'choice',
    options: [
      { value: '0', label: t('orders.test.0') },
      { value: '1', label: t('orders.test.1') },
    ],
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
  const [{ product, columns: chosen }] = useAddress();
  const columns = useMemo(() => orderColumns(product), [product]);
  return (
    <Frame title={t('orders.title')}>
      <Text size="sm">
        {t('orders.adviser')}{' '}
        <PageLink to="/payments" className="link underlined">
          {t('payments.title')}
        </PageLink>
        .
      </Text>
      <List
        path="/v1/orders"
        always={{ include: partsFor(chosen) }}
        alwaysCsv={{ include: ALL_PARTS }}
        columns={columns}
        filters={FILTERS}
        sort={{ sort: 'created_at', order: 'desc' }}
        pageOf={({ id }) => `/orders/${id}`}
        csv={t('orders.file')}
        searchHelp={t('orders.search.nothing')}
        empty={<Empty title={t('orders.none')} next={t('orders.none.next')} />}
      />
    </Frame>
  );
}
