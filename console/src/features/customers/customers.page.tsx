import { type ItemOf } from '@storekeeper/client';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { useMay } from '../../shared/api/session';
import { fullName } from '../../shared/text/full-name';
import { t } from '../../shared/text/text';
import { csvId } from '../../shared/ui/csv';
import { List } from '../../shared/ui/list-page';
import { type ListFilter } from '../../shared/ui/list-query';
import { type ListColumn } from '../../shared/ui/list-table';
import { Empty, Page as Frame } from '../../shared/ui/page';
import { Missing, Time } from '../../shared/ui/values';

const COLUMNS: readonly ListColumn<ItemOf<'/v1/customers'>>[] = [
  { id: 'name', title: t('customers.name'), cell: fullName, text: fullName, sort: 'last_name' },
  {
    id: 'email',
    title: t('customers.email'),
    cell: ({ email }) => email,
    text: ({ email }) => email,
    sort: 'email',
  },
  {
    id: 'group',
    title: t('customers.group'),
    cell: ({ group }) => group?.value ?? <Missing />,
    text: ({ group }) => group?.value ?? '',
  },
  {
    id: 'created_at',
    title: t('customers.created'),
    cell: ({ created_at }) => <Time value={created_at} />,
    text: ({ created_at }) => created_at,
    sort: 'created_at',
  },
  {
    id: 'updated_at',
    title: t('customers.updated'),
    cell: ({ updated_at }) => <Time value={updated_at} />,
    text: ({ updated_at }) => updated_at,
    sort: 'updated_at',
    isExtra: true,
  },
  { id: 'id', title: t('customers.id'), cell: ({ id }) => id, text: ({ id }) => csvId(id), isExtra: true },
];

const FILTERS: readonly ListFilter[] = [
  { name: 'q', label: t('customers.find'), kind: 'words' },
  { name: 'group', label: t('customers.group'), kind: 'choice', source: 'groups' },
  { name: 'created_at[from]', label: t('customers.from'), kind: 'day' },
  { name: 'created_at[to]', label: t('customers.to'), kind: 'day' },
];

/** The list of customers. */
export function Page(): ReactNode {
  const mayWrite = useMay()('customers:write');
  return (
    <Frame
      title={t('customers.title')}
      actions={
        <>
          {mayWrite && (
            <Button component={Link} to="/customers/new">
              {t('customers.new')}
            </Button>
          )}
          <Button component={Link} to="/customers/groups" variant="default">
            {t('groups.title')}
          </Button>
        </>
      }
    >
      <List
        path="/v1/customers"
        columns={COLUMNS}
        filters={FILTERS}
        sort={{ sort: 'created_at', order: 'desc' }}
        pageOf={({ id }) => `/customers/${id}`}
        csv="customers"
        empty={<Empty title={t('customers.none')} next={t('customers.none.next')} />}
      />
    </Frame>
  );
}
