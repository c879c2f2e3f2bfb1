import { type components } from '@storekeeper/client';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { t } from '../../shared/text/text';
import { PageLink } from '../../shared/ui/page';
import { Time } from '../../shared/ui/values';
import { outcomeOf } from './delivery-end';
import { LIVE_MS, readingDelivery } from './reading-webhook';

const EVERY_MS = 1_000;

/** A delivery as it was when a person sent it again. */
export type Resent = Pick<components['schemas']['DeliveryRecord'], 'id' | 'webhook' | 'type' | 'attempts_made'>;

/** Says what came of a delivery that was sent again, while one looks. */
export function ResentOutcome({
  of,
  isLinked = false,
}: {
  readonly of: Resent;
  readonly isLinked?: boolean;
}): ReactNode {
  const { id, webhook, type, attempts_made: before } = of;
  const delivery = useQuery({
    ...readingDelivery(webhook, id),
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined || outcomeOf(data.result, before).isUnderWay) return EVERY_MS;
      return data.result.state === 'pending' ? LIVE_MS : false;
    },
  });
  const outcome = delivery.data && outcomeOf(delivery.data.result, before);
  return (
    <Text size="sm" role="status">
      {t('resent.title')}{' '}
      {isLinked && (
        <>
          <PageLink to={`/webhooks/${webhook}/deliveries/${id}`} className="link underlined">
            {type}
          </PageLink>
          :{' '}
        </>
      )}
      {outcome?.text ?? t('resent.under-way')}
      {outcome !== undefined && outcome.next !== null && (
        <>
          {' '}
          {t('delivery.next-at')} <Time value={outcome.next} exact />
        </>
      )}
    </Text>
  );
}
