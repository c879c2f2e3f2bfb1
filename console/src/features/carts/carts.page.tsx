import { type ItemOf } from '@storekeeper/client';
import { Text } from '@mantine/core';
import { type ReactNode } from 'react';
import { moneyText } from '../../shared/format/money';
import { t } from '../../shared/text/text';
import { List } from '../../shared/ui/list-page';
import { type ListFilter } from '../../shared/ui/list-query';
import { type ListColumn } from '../../shared/ui/list-table';
import { Empty, Page as Frame } from '../../shared/ui/page';
import { Code, Mark, Missing, Time } from '../../shared/ui/values';

type Row = ItemOf<'/v1/carts'>;

const COLUMNS: readonly ListColumn<Row>[] = [
  { id: 'cart', title: t('carts.cart'), cell: ({ id }) => id, text: ({ id }) => id },
  {
    id: 'updated_at',
    title: t('carts.changed'),
    cell: ({ updated_at }) => <Time value={updated_at} />,
    text: ({ updated_at }) => updated_at ?? '',
    sort: 'updated_at',
  },
  {
    id: 'state',
    title: t('carts.state'),
    cell: ({ order }) => <Mark tone={order ? 'plain' : 'good'}>{t(order ? 'carts.done' : 'carts.open')}</Mark>,
    text: ({ order }) => order ?? '',
    csvTitle: t('carts.order'),
  },
  {
    id: 'units',
    title: t('carts.units'),
    cell: ({ total_items }) => total_items,
    text: ({ total_items }) => String(total_items),
    isNumber: true,
  },
  {
    id: 'code',
    title: t('carts.code'),
    cell: ({ discount_code }) => <Code value={discount_code} />,
    text: ({ discount_code }) => discount_code ?? '',
  },
  {
    id: 'total',
    title: t('carts.total-list'),
    cell: ({ total, currency, order }) => (
      <div>
        {moneyText(total, currency)}
        {order && (
          <Text size="xs" c="dimmed">
            {t('carts.now')}
          </Text>
        )}
      </div>
    ),
    text: ({ total }) => String(total),
    isNumber: true,
  },
  {
    id: 'created_at',
    title: t('carts.created'),
    cell: ({ created_at }) => <Time value={created_at} />,
    text: ({ created_at }) => created_at ?? '',
    sort: 'created_at',
    isExtra: true,
  },
  {
    id: 'customer',
    title: t('carts.customer'),
    cell: ({ customer }) => customer ?? <Missing />,
    text: ({ customer }) => customer ?? '',
    isExtra: true,
  },
];

const FILTERS: readonly ListFilter[] = [
  { name: 'id', label: t('carts.id'), kind: 'words' },
  {
    name: 'checked_out',
    label: t('carts.state'),
    kind: 'choice',
    options: [
      { value: '0', label: t('carts.open') },
      { value: '1', label: t('carts.done') },
    ],
  },
  { name: 'discount_code', label: t('carts.code'), kind: 'text' },
  { name: 'updated_at[from]', label: t('carts.changed-from'), kind: 'day' },
  { name: 'updated_at[to]', label: t('carts.changed-to'), kind: 'day' },
];

/** The list of carts, the one that was changed last first. */
export function Page(): ReactNode {
  return (
    <Frame title={t('carts.title')}>
      <List
        path="/v1/carts"
        columns={COLUMNS}
        filters={FILTERS}
        sort={{ sort: 'updated_at', order: 'desc' }}
        pageOf={({ id }) => `/carts/${id}`}
        csv="carts"
        empty={<Empty title={t('carts.none')} next={t('carts.none.next')} />}
      />
    </Frame>
  );
}
