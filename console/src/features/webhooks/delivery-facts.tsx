import { type components } from '@storekeeper/client';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { t } from '../../shared/text/text';
import { DeliveryError } from '../../shared/ui/delivery-error';
import { DeliveryMark } from '../../shared/ui/delivery-mark';
import { ObjectLink } from '../../shared/ui/object-link';
import { PageLink } from '../../shared/ui/page';
import { Facts, Missing, Time } from '../../shared/ui/values';
import { attemptsText, endText } from './delivery-end';
import { readingEvent, readingWebhook } from './reading-webhook';

type Delivery = components['schemas']['DeliveryRecord'];

/** Facts of a delivery, with links to its receiver, its event and the object of the event. */
export function DeliveryFacts({
  of,
  hasEvent,
}: {
  readonly of: Delivery;
  /** Whether there is an event in the log that the token may read. */
  readonly hasEvent: boolean;
}): ReactNode {
  return (
    <Facts
      of={[
        [t('delivery.state'), <DeliveryMark key="state" of={of} />],
        [t('delivery.attempts'), attemptsText(of)],
        [t('delivery.error'), <DeliveryError key="error" code={of.error} />],
        [t('delivery.end'), endText(of)],
        [t('delivery.receiver'), <Receiver key="receiver" id={of.webhook} />],
        ...(hasEvent ? [[t('events.object'), <ObjectOf key="object" event={of.event} />] as const] : []),
        [t('delivery.occurred'), <Time key="occurred" value={of.occurred_at} exact />],
        [t('delivery.next'), <Time key="next" value={of.next_attempt_at} exact />],
        [
          t('delivery.event'),
          hasEvent ? (
            <PageLink key="event" to={`/events/${of.event}`}>
              {of.event}
            </PageLink>
          ) : (
            of.event
          ),
        ],
      ]}
    />
  );
}

function Receiver({ id }: { readonly id: string }): ReactNode {
  const { data } = useQuery(readingWebhook(id));
  if (data === undefined) return '…';
  const { name, url } = data.record;
  return (
    <>
      <PageLink to={`/webhooks/${id}`}>{name || url}</PageLink>
      {name && (
        <>
          <br />
          <span className="breaks">{url}</span>
        </>
      )}
    </>
  );
}

function ObjectOf({ event: id }: { readonly event: string }): ReactNode {
  const event = useQuery(readingEvent(id));
  // The section of the event shows the error.
  if (event.data === undefined) return event.error === null ? '…' : <Missing />;
  return <ObjectLink event={event.data.result} />;
}
