import { type ItemOf } from '@storekeeper/client';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { useMay } from '../../shared/api/session';
import { t } from '../../shared/text/text';
import { List } from '../../shared/ui/list-page';
import { type ListColumn } from '../../shared/ui/list-table';
import { Empty, Page as Frame, PageLink } from '../../shared/ui/page';
import { Time } from '../../shared/ui/values';

const COLUMNS: readonly ListColumn<ItemOf<'/v1/customers/groups'>>[] = [
  { id: 'title', title: t('groups.name'), cell: ({ title }) => title, sort: 'title' },
  { id: 'slug', title: t('slug.label'), cell: ({ slug }) => slug, sort: 'slug' },
  {
    id: 'customers',
    title: t('customers.title'),
    cell: ({ id }) => (
      <PageLink to="/customers" search={{ group: id }}>
        {t('groups.show')}
      </PageLink>
    ),
  },
  { id: 'created_at', title: t('customers.created'), cell: ({ created_at }) => <Time value={created_at} /> },
];

/** The list of customer groups. */
export function Page(): ReactNode {
  const mayWrite = useMay()('customers:write');
  return (
    <Frame
      title={t('groups.title')}
      under={{ title: t('customers.title'), path: '/customers' }}
      actions={
        mayWrite && (
          <Button component={Link} to="/customers/groups/new">
            {t('groups.new')}
          </Button>
        )
      }
    >
      <List
        path="/v1/customers/groups"
        columns={COLUMNS}
        sort={{ sort: 'title', order: 'asc' }}
        pageOf={({ id }) => `/customers/groups/${id}`}
        empty={<Empty title={t('groups.none')} next={t('groups.none.next')} />}
      />
    </Frame>
  );
}
