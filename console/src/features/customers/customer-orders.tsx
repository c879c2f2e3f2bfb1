import { Group } from '@mantine/core';
import { type ItemOf } from '@storekeeper/client';
import { type ReactNode } from 'react';
import { t, word } from '../../shared/text/text';
import { List } from '../../shared/ui/list-page';
import { type ListColumn } from '../../shared/ui/list-table';
import { orderTone } from '../../shared/ui/order-status';
import { Empty, PageLink, Section } from '../../shared/ui/page';
import { Mark, Time } from '../../shared/ui/values';

const COLUMNS: readonly ListColumn<ItemOf<'/v1/orders'>>[] = [
  { id: 'order', title: t('orders.order'), cell: ({ number, id }) => number ?? id },
  {
    id: 'created_at',
    title: t('orders.created'),
    cell: ({ created_at }) => <Time value={created_at} />,
    sort: 'created_at',
  },
  {
    id: 'status',
    title: t('orders.status'),
    cell: ({ status }) => <Mark tone={orderTone(status.data.key)}>{word('order-status', status.data.key)}</Mark>,
  },
  {
    id: 'total',
    title: t('orders.total'),
    cell: ({ totals }) => totals.formatted.total,
    sort: 'total',
    isNumber: true,
  },
];

/** The orders of a customer, the newest first. */
export function CustomerOrders({ customer }: { readonly customer: string }): ReactNode {
  return (
    <Section
      title={t('orders.title')}
      actions={
        <Group gap="md">
          <PageLink to="/orders" search={{ customer }} size="sm">
            {t('customers.all-orders')}
          </PageLink>
          <PageLink to="/payments" search={{ customer }} size="sm">
            {t('customers.ledger')}
          </PageLink>
        </Group>
      }
    >
      <List
        path="/v1/orders"
        always={{ customer }}
        columns={COLUMNS}
        sort={{ sort: 'created_at', order: 'desc' }}
        pageOf={({ id }) => `/orders/${id}`}
        empty={<Empty title={t('customers.no-orders')} next={t('customers.no-orders.next')} />}
      />
    </Section>
  );
}
