import { type ItemOf } from '@storekeeper/client';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { queries, reading, store } from '../api/store';
import { t } from '../text/text';
import { DeliveryError } from './delivery-error';
import { DeliveryMark } from './delivery-mark';
import { PageLink, Read } from './page';

/** Webhooks that are asked for their delivery of an event, one request each. */
const MAX_WEBHOOKS = 20;

/** The deliveries of an event, read when a person asks for them. */
export function EventDeliveries({ event }: { readonly event: string }): ReactNode {
  const [isAsked, setAsked] = useState(false);
  if (isAsked) return <DeliveriesOfEvent event={event} />;
  return (
    <Button variant="subtle" size="compact-xs" onClick={() => setAsked(true)}>
      {t('timeline.deliveries.show')}
    </Button>
  );
}

function readingWebhooks() {
  return reading(['/v1/webhooks', 'first'], (signal) =>
    store.GET('/v1/webhooks', { params: { query: { limit: MAX_WEBHOOKS } }, signal }),
  );
}

/** A webhook that has no delivery of an event. */
export type Untold = ItemOf<'/v1/webhooks'>;

/** The deliveries of an event. */
export function DeliveriesOfEvent({
  event,
  untold,
}: {
  readonly event: string;
  /** Stands below, for the webhooks without a delivery. */
  readonly untold?: (webhooks: readonly Untold[]) => ReactNode;
}): ReactNode {
  const deliveries = useQuery({
    queryKey: ['deliveries-of', event],
    queryFn: async ({ signal }) => {
      const { result: webhooks } = await queries.ensureQueryData(readingWebhooks());
      const lists = await Promise.all(
        webhooks.map(async ({ id, name, url }) => {
          const params = { path: { webhook_id: id }, query: { event } };
          const { data } = await store.GET('/v1/webhooks/{webhook_id}/deliveries', { params, signal });
          return data.result.map((delivery) => ({ ...delivery, to: name ?? url }));
        }),
      );
      const told = new Set(lists.flat().map(({ webhook }) => webhook));
      return { all: lists.flat(), others: webhooks.filter(({ id }) => !told.has(id)) };
    },
  });
  return (
    <Read of={deliveries} lines={1}>
      {({ all, others }) => (
        <>
          {all.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('timeline.no-deliveries')}
            </Text>
          )}
          {all.map(({ to, ...delivery }) => (
            <Group key={delivery.id} gap="xs">
              <PageLink to={`/webhooks/${delivery.webhook}/deliveries/${delivery.id}`} size="sm">
                {to}
              </PageLink>
              <DeliveryMark of={delivery} />
              <Text size="xs" c="dimmed">
                {t('timeline.attempts', { count: delivery.attempts_made })}
                {delivery.error !== null && (
                  <>
                    {' · '}
                    <DeliveryError code={delivery.error} />
                  </>
                )}
              </Text>
            </Group>
          ))}
          {untold?.(others)}
        </>
      )}
    </Read>
  );
}
