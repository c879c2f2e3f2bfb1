import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useMay } from '../../shared/api/session';
import { t } from '../../shared/text/text';
import { JsonEditor } from '../../shared/ui/json-editor';
import { Page as Frame, Read, Section } from '../../shared/ui/page';
import { Attempts } from './attempts';
import { DeliveryFacts } from './delivery-facts';
import { PING, readingDelivery, readingEvent } from './reading-webhook';
import { ResendButton } from './resend-button';
import { type Resent, ResentOutcome } from './resent-outcome';
import { Verification } from './verification';

const EVERY_MS = 2_000;

/** One delivery: each attempt with its answer, the event, and the code that verifies it. */
export function Page(): ReactNode {
  const { webhookId = '', deliveryId = '' }: { readonly webhookId?: string; readonly deliveryId?: string } = useParams({
    strict: false,
  });
  const may = useMay();
  const mayReadEvents = may('events:read');
  const delivery = useQuery({
    ...readingDelivery(webhookId, deliveryId),
    refetchInterval: ({ state: { data } }) => (data?.result.state === 'pending' ? EVERY_MS : false),
  });
  const record = delivery.data?.result;
  const [resent, setResent] = useState<Resent>();
  return (
    <Frame
      title={record?.type ?? t('delivery.title')}
      under={{ title: t('delivery.list'), path: `/webhooks/${webhookId}` }}
      actions={record && may('webhooks:write') && <ResendButton delivery={record} onResent={() => setResent(record)} />}
    >
      <Read of={delivery} lines={8}>
        {({ result }) => (
          <>
            {resent !== undefined && resent.id === result.id && <ResentOutcome of={resent} />}
            <div className="columns">
              <Section title={t('delivery.title')}>
                <DeliveryFacts of={result} hasEvent={mayReadEvents && result.type !== PING} />
              </Section>
              <Section title={t('delivery.attempts')} help={t('attempts.help')}>
                <Attempts of={result.attempts} />
              </Section>
            </div>
            {mayReadEvents && result.type !== PING && <EventOf id={result.event} />}
            <Verification />
          </>
        )}
      </Read>
    </Frame>
  );
}

function EventOf({ id }: { readonly id: string }): ReactNode {
  const event = useQuery(readingEvent(id));
  return (
    <Section title={t('delivery.event')}>
      <Read of={event}>
        {({ result }) => <JsonEditor label={t('delivery.event.json')} value={JSON.stringify(result, null, 2)} />}
      </Read>
    </Section>
  );
}
