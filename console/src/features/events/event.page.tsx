import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { useMay } from '../../shared/api/session';
import { reading, store } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { useParameter } from '../../shared/ui/address';
import { DeliveriesOfEvent } from '../../shared/ui/event-deliveries';
import { JsonEditor } from '../../shared/ui/json-editor';
import { ObjectLink } from '../../shared/ui/object-link';
import { Page as Frame, Read, Section } from '../../shared/ui/page';
import { Facts, Time } from '../../shared/ui/values';
import { type StoreEvent } from './event-stream';
import { SendMissed } from './send-missed';

/** One event with its data and its deliveries. */
export function Page(): ReactNode {
  const id = useParameter('eventId');
  const event = useQuery(
    reading(['/v1/events', id], (signal) =>
      store.GET('/v1/events/{event_id}', { params: { path: { event_id: id } }, signal }),
    ),
  );
  return (
    <Frame title={event.data?.result.type ?? t('events.one')} under={{ title: t('events.title'), path: '/events' }}>
      <Read of={event} lines={10}>
        {({ result }) => <EventSections event={result} />}
      </Read>
    </Frame>
  );
}

function EventSections({ event }: { readonly event: StoreEvent }): ReactNode {
  const may = useMay();
  const { id, object_version, occurred_at, data } = event;
  return (
    <>
      <Section title={t('events.one')}>
        <Facts
          of={[
            [t('events.object'), <ObjectLink key="object" event={event} />],
            [t('events.version'), object_version],
            [t('events.time'), <Time key="time" value={occurred_at} exact />],
            [t('events.id'), id],
          ]}
        />
      </Section>
      {may('webhooks:read') && (
        <Section title={t('timeline.deliveries')}>
          <Stack gap="xs">
            <DeliveriesOfEvent
              event={id}
              untold={(webhooks) =>
                may('webhooks:write') &&
                webhooks.map((webhook) => <SendMissed key={webhook.id} event={event} webhook={webhook} />)
              }
            />
          </Stack>
        </Section>
      )}
      <Section title={t('events.data')}>
        <JsonEditor label={t('events.data.json')} value={JSON.stringify(data, null, 2)} />
      </Section>
    </>
  );
}
