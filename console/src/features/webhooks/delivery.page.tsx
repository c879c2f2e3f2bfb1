import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { useMay } from '../../shared/api/session';
import { reading, store } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { JsonEditor } from '../../shared/ui/json-editor';
import { Page as Frame, Read, Section } from '../../shared/ui/page';
import { Facts, Time } from '../../shared/ui/values';
import { Attempts } from './attempts';
import { readingDelivery } from './reading-webhook';
import { ResendButton } from './resend-button';
import { Verification } from './verification';
import { DeliveryMark } from '../../shared/ui/delivery-mark';

const EVERY_MS = 2_000;

/** One delivery: each attempt with its answer, the event, and the code that verifies it. */
export function Page(): ReactNode {
  const { webhookId = '', deliveryId = '' }: { readonly webhookId?: string; readonly deliveryId?: string } = useParams({
    strict: false,
  });
  const may = useMay();
  const delivery = useQuery({
    ...readingDelivery(webhookId, deliveryId),
    refetchInterval: ({ state: { data } }) => (data?.result.state === 'pending' ? EVERY_MS : false),
  });
  const record = delivery.data?.result;
  return (
    <Frame
      title={record?.type ?? t('delivery.title')}
      under={{ title: t('delivery.list'), path: `/webhooks/${webhookId}` }}
      actions={record && may('webhooks:write') && <ResendButton delivery={record} />}
    >
      <Read of={delivery} lines={8}>
        {({ result }) => (
          <>
            <div className="columns">
              <Section title={t('delivery.title')}>
                <Facts
                  of={[
                    [t('delivery.state'), <DeliveryMark key="state" of={result} />],
                    [t('delivery.error'), result.error],
                    [t('delivery.occurred'), <Time key="occurred" value={result.occurred_at} exact />],
                    [t('delivery.next'), <Time key="next" value={result.next_attempt_at} exact />],
                    [t('delivery.event'), result.event],
                  ]}
                />
              </Section>
              <Section title={t('delivery.attempts')}>
                <Attempts of={result.attempts} />
              </Section>
            </div>
            {/* A test event is in no log: nothing happened. */}
            {may('events:read') && result.type !== 'webhook.ping' && <EventOf id={result.event} />}
            <Verification />
          </>
        )}
      </Read>
    </Frame>
  );
}

function EventOf({ id }: { readonly id: string }): ReactNode {
  const event = useQuery(
    reading(['/v1/events', id], (signal) =>
      store.GET('/v1/events/{event_id}', { params: { path: { event_id: id } }, signal }),
    ),
  );
  return (
    <Section title={t('delivery.event')}>
      <Read of={event}>
        {({ result }) => <JsonEditor label={t('delivery.event.json')} value={JSON.stringify(result, null, 2)} />}
      </Read>
    </Section>
  );
}
