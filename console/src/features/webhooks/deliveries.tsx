import { type ItemOf } from '@storekeeper/client';
import { Stack, Text } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { isToCome } from '../../shared/format/times';
import { t, word } from '../../shared/text/text';
import { DeliveryError } from '../../shared/ui/delivery-error';
import { DELIVERY_STATES, DeliveryMark } from '../../shared/ui/delivery-mark';
import { List } from '../../shared/ui/list-page';
import { type ListFilter } from '../../shared/ui/list-query';
import { type ListColumn } from '../../shared/ui/list-table';
import { Empty, Section } from '../../shared/ui/page';
import { EventType, Time } from '../../shared/ui/values';
import { useMay } from '../../shared/api/session';
import { attemptsText } from './delivery-end';
import { DeliveryObject } from './delivery-object';
import { LIVE_MS } from './reading-webhook';
import { ResendButton } from './resend-button';
import { type Resent, ResentOutcome } from './resent-outcome';

type Delivery = ItemOf<'/v1/webhooks/{webhook_id}/deliveries'>;

/** Why the last attempt failed, and when the next one is. */
function ErrorOf({ of: { error, next_attempt_at: next, attempts_made } }: { readonly of: Delivery }): ReactNode {
  return (
    <div>
      <DeliveryError code={error} />
      {next !== null && attempts_made > 0 && isToCome(next) && (
        <Text size="xs" c="dimmed">
          {t('delivery.next-at')} <Time value={next} exact />
        </Text>
      )}
    </div>
  );
}

const COLUMNS: readonly ListColumn<Delivery>[] = [
  { id: 'type', title: t('delivery.type'), cell: ({ type }) => <EventType of={type} /> },
  { id: 'object', title: t('events.object'), cell: (delivery) => <DeliveryObject of={delivery} /> },
  {
    id: 'state',
    title: t('delivery.state'),
    cell: (delivery) => <DeliveryMark of={delivery} />,
  },
  { id: 'attempts', title: t('delivery.attempts'), cell: attemptsText },
  { id: 'error', title: t('delivery.error'), cell: (delivery) => <ErrorOf of={delivery} />, isWide: true },
  {
    id: 'next',
    title: t('delivery.next'),
    cell: ({ next_attempt_at }) => <Time value={next_attempt_at} exact />,
    isExtra: true,
  },
  { id: 'occurred', title: t('delivery.occurred'), cell: ({ occurred_at }) => <Time value={occurred_at} exact /> },
  {
    id: 'updated',
    title: t('delivery.updated'),
    cell: ({ updated_at }) => <Time value={updated_at} exact />,
    isExtra: true,
  },
];

const resendColumn = (onResent: (delivery: Delivery) => void): ListColumn<Delivery> => ({
  id: 'resend',
  title: t('delivery.resend'),
  cell: (delivery) => <ResendButton delivery={delivery} onResent={() => onResent(delivery)} />,
});

/** Resends whose outcome is shown, the last ones. */
const MAX_RESENT = 5;

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
  // Their rows may be gone: the filter shows those that failed, for one.
  const [resent, setResent] = useState<readonly Resent[]>([]);
  const columns = useMemo(() => {
    const shown = COLUMNS.filter(({ id }) => id !== 'object' || mayReadEvents);
    const note = (delivery: Delivery): void =>
      setResent((all) => [delivery, ...all.filter(({ id }) => id !== delivery.id)].slice(0, MAX_RESENT));
    return mayWrite ? [...shown, resendColumn(note)] : shown;
  }, [mayReadEvents, mayWrite]);
  return (
    <Section title={t('delivery.list')}>
      {resent.length > 0 && (
        <Stack gap={4} mb="sm">
          {resent.map((one) => (
            <ResentOutcome key={`${one.id} ${one.attempts_made}`} of={one} isLinked />
          ))}
        </Stack>
      )}
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
