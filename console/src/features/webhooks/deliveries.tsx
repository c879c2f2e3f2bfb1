import { type ItemOf } from '@storekeeper/client';
import { type ReactNode } from 'react';
import { t, word } from '../../shared/text/text';
import { DeliveryError } from '../../shared/ui/delivery-error';
import { DELIVERY_STATES, DeliveryMark } from '../../shared/ui/delivery-mark';
import { List } from '../../shared/ui/list-page';
import { type ListFilter } from '../../shared/ui/list-query';
import { type ListColumn } from '../../shared/ui/list-table';
import { Empty, Section } from '../../shared/ui/page';
import { Time } from '../../shared/ui/values';
import { useMay } from '../../shared/api/session';
import { LIVE_MS } from './reading-webhook';
import { ResendButton } from './resend-button';

type Delivery = ItemOf<'/v1/webhooks/{webhook_id}/deliveries'>;

const COLUMNS: readonly ListColumn<Delivery>[] = [
  { id: 'type', title: t('delivery.type'), cell: ({ type }) => type },
  {
    id: 'state',
    title: t('delivery.state'),
    cell: (delivery) => <DeliveryMark of={delivery} />,
  },
  { id: 'attempts', title: t('delivery.attempts'), isNumber: true, cell: ({ attempts_made }) => attempts_made },
  { id: 'next', title: t('delivery.next'), cell: ({ next_attempt_at }) => <Time value={next_attempt_at} /> },
  { id: 'error', title: t('delivery.error'), cell: ({ error }) => <DeliveryError code={error} /> },
  { id: 'occurred', title: t('delivery.occurred'), cell: ({ occurred_at }) => <Time value={occurred_at} /> },
  { id: 'resend', title: t('delivery.resend'), cell: (delivery) => <ResendButton delivery={delivery} /> },
];

const FILTERS: readonly ListFilter[] = [
  {
    name: 'state',
    label: t('delivery.state'),
    kind: 'choices',
    options: DELIVERY_STATES.map((value) => ({ value, label: word('delivery-state', value) })),
  },
  { name: 'type', label: t('delivery.type'), kind: 'text' },
];

/** The address of all deliveries, the newest first: a replay sends some that a filter may not show. */
export const UNFILTERED = { ...Object.fromEntries(FILTERS.map(({ name }) => [name, undefined])), page: undefined };

/** The deliveries of a webhook, the newest first. */
export function Deliveries({ webhook }: { readonly webhook: string }): ReactNode {
  const may = useMay();
  return (
    <Section title={t('delivery.list')}>
      <List
        path="/v1/webhooks/{webhook_id}/deliveries"
        params={{ webhook_id: webhook }}
        columns={may('webhooks:write') ? COLUMNS : COLUMNS.slice(0, -1)}
        filters={FILTERS}
        sort={{ sort: 'created_at', order: 'desc' }}
        pageOf={({ id }) => `/webhooks/${webhook}/deliveries/${id}`}
        every={LIVE_MS}
        empty={<Empty title={t('delivery.none')} next={t('delivery.none.next')} />}
      />
    </Section>
  );
}
