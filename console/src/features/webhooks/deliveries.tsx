import { type ItemOf } from '@storekeeper/client';
import { type ReactNode, useMemo } from 'react';
import { region } from '../../shared/text/locale';
import { t, word } from '../../shared/text/text';
import { DeliveryError } from '../../shared/ui/delivery-error';
import { DELIVERY_STATES, DeliveryMark } from '../../shared/ui/delivery-mark';
import { List } from '../../shared/ui/list-page';
import { type ListFilter } from '../../shared/ui/list-query';
import { type ListColumn } from '../../shared/ui/list-table';
import { Empty, Section } from '../../shared/ui/page';
import { EventType, Time } from '../../shared/ui/values';
import { useMay } from '../../shared/api/session';
import { DeliveryObject } from './delivery-object';
import { LIVE_MS } from './reading-webhook';
import { ResendButton } from './resend-button';

type Delivery = ItemOf<'/v1/webhooks/{webhook_id}/deliveries'>;

/** A pending delivery has attempts left: says how many there are in all. */
const attemptsText = ({ attempts_made: made, attempts_left: left }: Delivery): string =>
  left === 0 ? made.toLocaleString(region()) : t('delivery.attempts-of', { made, total: made + left });

const COLUMNS: readonly ListColumn<Delivery>[] = [
  { id: 'type', title: t('delivery.type'), cell: ({ type }) => <EventType of={type} /> },
  { id: 'object', title: t('events.object'), cell: (delivery) => <DeliveryObject of={delivery} /> },
  {
    id: 'state',
    title: t('delivery.state'),
    cell: (delivery) => <DeliveryMark of={delivery} />,
  },
  { id: 'attempts', title: t('delivery.attempts'), isNumber: true, cell: attemptsText },
  { id: 'next', title: t('delivery.next'), cell: ({ next_attempt_at }) => <Time value={next_attempt_at} exact /> },
  { id: 'error', title: t('delivery.error'), cell: ({ error }) => <DeliveryError code={error} /> },
  { id: 'occurred', title: t('delivery.occurred'), cell: ({ occurred_at }) => <Time value={occurred_at} exact /> },
  {
    id: 'updated',
    title: t('delivery.updated'),
    cell: ({ updated_at }) => <Time value={updated_at} exact />,
    isExtra: true,
  },
  { id: 'resend', title: t('delivery.resend'), cell: (delivery) => <ResendButton delivery={delivery} /> },
];

const FILTERS: readonly ListFilter[] = [
  {
    name: 'state',
    label: t('delivery.state'),
    kind: 'choices',
    options: DELIVERY_STATES.map((value) => ({ value, label: word('delivery-state', value) })),
  },
  { name: 'type', label: t('delivery.types'), kind: 'text' },
];

/** The address of all deliveries, the newest first: a replay sends some that a filter may not show. */
export const UNFILTERED = { ...Object.fromEntries(FILTERS.map(({ name }) => [name, undefined])), page: undefined };

/** The deliveries of a webhook, the newest first. */
export function Deliveries({ webhook }: { readonly webhook: string }): ReactNode {
  const may = useMay();
  const [mayReadEvents, mayWrite] = [may('events:read'), may('webhooks:write')];
  const columns = useMemo(
    () => COLUMNS.filter(({ id }) => (id !== 'object' || mayReadEvents) && (id !== 'resend' || mayWrite)),
    [mayReadEvents, mayWrite],
  );
  return (
    <Section title={t('delivery.list')}>
      <List
        path="/v1/webhooks/{webhook_id}/deliveries"
        params={{ webhook_id: webhook }}
        columns={columns}
        filters={FILTERS}
        sort={{ sort: 'created_at', order: 'desc' }}
        pageOf={({ id }) => `/webhooks/${webhook}/deliveries/${id}`}
        every={LIVE_MS}
        empty={<Empty title={t('delivery.none')} next={t('delivery.none.next')} />}
      />
    </Section>
  );
}
