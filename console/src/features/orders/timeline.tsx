import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { useMay } from '../../shared/api/session';
import { reading, store } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { ErrorPanel } from '../../shared/ui/error-panel';
import { Section } from '../../shared/ui/page';
import { Time } from '../../shared/ui/values';
import { EventDeliveries } from '../../shared/ui/event-deliveries';
import { type OfOrder } from './order';
import { timelineOf } from './timeline-entries';

/** Entries of each kind: a bound for the page; older ones are on the pages of events and transactions. */
const MOST = 100;

/** Everything that happened to an order, the newest first: status, payments, shipments, notes, events and their deliveries. */
export function Timeline({ order }: OfOrder): ReactNode {
  const may = useMay();
  const history = useQuery(
    reading(['/v1/orders', order.id, 'history'], (signal) =>
      store.GET('/v1/orders/{order_id}/history', {
        params: { path: { order_id: order.id }, query: { limit: MOST } },
        signal,
      }),
    ),
  );
  const events = useQuery({
    ...reading(['/v1/events', 'of', order.id, order.updated_at], (signal) =>
      store.GET('/v1/events', { params: { query: { object_id: order.id, limit: MOST } }, signal }),
    ),
    enabled: may('events:read'),
  });
  const found = events.data !== undefined && 'result' in events.data ? events.data.result : [];
  const entries = timelineOf(order, [...(history.data?.result ?? [])].reverse(), [...found].reverse());
  return (
    <Section title={t('orders.timeline')}>
      <ErrorPanel error={history.error ?? events.error} />
      <ol className="timeline">
        {entries.map((entry) => (
          <li key={entry.key}>
            <Text size="xs" c="dimmed">
              <Time value={entry.time} exact />
            </Text>
            <div className="breaks" dir="auto">
              {entry.text}
              {entry.eventId !== undefined && may('webhooks:read') && <EventDeliveries event={entry.eventId} />}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
