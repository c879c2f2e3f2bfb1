import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { useMay } from '../../shared/api/session';
import { region } from '../../shared/text/locale';
import { t } from '../../shared/text/text';
import { List } from '../../shared/ui/list-page';
import { type ListFilter } from '../../shared/ui/list-query';
import { type ListColumn } from '../../shared/ui/list-table';
import { Empty, Page as Frame, PageLink } from '../../shared/ui/page';
import { Time, Url } from '../../shared/ui/values';
import { type Webhook } from './health';
import { Health } from './webhook-health';

const EVERY_MS = 10_000;

/** The number of deliveries that are due or wait, which leads to them. */
function Pending({ of, webhook }: { readonly of: number; readonly webhook: string }): ReactNode {
  if (of === 0) return of;
  return (
    <PageLink to={`/webhooks/${webhook}`} search={{ state: 'pending' }}>
      {of.toLocaleString(region())}
    </PageLink>
  );
}

const COLUMNS: readonly ListColumn<Webhook>[] = [
  { id: 'name', title: t('webhooks.name'), cell: ({ name, url }) => name || url, sort: 'name' },
  { id: 'health', title: t('webhooks.health'), cell: (webhook) => <Health of={webhook} /> },
  { id: 'url', title: t('webhooks.url'), cell: ({ url }) => <Url of={url} />, sort: 'url' },
  {
    id: 'due',
    title: t('delivery.due'),
    isNumber: true,
    cell: ({ id, deliveries_due }) => <Pending of={deliveries_due} webhook={id} />,
  },
  {
    id: 'waiting',
    title: t('delivery.waiting'),
    isNumber: true,
    cell: ({ id, deliveries_waiting }) => <Pending of={deliveries_waiting} webhook={id} />,
  },
  {
    id: 'dead',
    title: t('webhooks.dead'),
    isNumber: true,
    cell: ({ id, deliveries_dead: dead }) =>
      dead === 0 ? (
        dead
      ) : (
        <PageLink to={`/webhooks/${id}`} search={{ state: 'dead' }}>
          {dead.toLocaleString(region())}
        </PageLink>
      ),
  },
  {
    id: 'success',
    title: t('webhooks.success'),
    cell: ({ last_success_at }) => <Time value={last_success_at} />,
  },
  { id: 'since', title: t('webhooks.failing-since'), cell: ({ failing_since }) => <Time value={failing_since} /> },
  {
    id: 'failure',
    title: t('webhooks.failure'),
    cell: ({ last_failure_at }) => <Time value={last_failure_at} />,
    isExtra: true,
  },
];

const FILTERS: readonly ListFilter[] = [
  {
    name: 'enabled',
    label: t('webhooks.enabled'),
    kind: 'choice',
    options: [
      { value: '1', label: t('value.yes') },
      { value: '0', label: t('value.no') },
    ],
  },
  {
    name: 'disabled_reason',
    label: t('webhooks.disabled-reason'),
    kind: 'choice',
    options: (['failing', 'gone'] as const).map((value) => ({ value, label: t(`disabled-reason.${value}`) })),
  },
];

/** Every webhook with its health. */
export function Page(): ReactNode {
  const may = useMay();
  const mayWrite = may('webhooks:write');
  return (
    <Frame
      title={t('webhooks.title')}
      actions={
        mayWrite && (
          <Button component={Link} to="/webhooks/new" size="sm">
            {t('webhooks.new')}
          </Button>
        )
      }
    >
      <List
        path="/v1/webhooks"
        columns={COLUMNS}
        filters={FILTERS}
        sort={{ sort: 'created_at', order: 'desc' }}
        pageOf={({ id }) => `/webhooks/${id}`}
        every={EVERY_MS}
        empty={
          <Empty
            title={t('webhooks.none')}
            next={mayWrite && <PageLink to="/webhooks/new">{t('webhooks.new')}</PageLink>}
          />
        }
      />
    </Frame>
  );
}
