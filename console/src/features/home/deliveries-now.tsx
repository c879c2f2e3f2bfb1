import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { reading, store } from '../../shared/api/store';
import { durationText } from '../../shared/format/times';
import { region } from '../../shared/text/locale';
import { t } from '../../shared/text/text';
import { PageLink, Read, Section } from '../../shared/ui/page';
import { Facts } from '../../shared/ui/values';

const EVERY_MS = 30_000;

/** Deliveries of webhooks that wait, and that were given up. */
export function DeliveriesNow(): ReactNode {
  const operations = useQuery({
    ...reading(['/v1/operations'], (signal) => store.GET('/v1/operations', { signal })),
    refetchInterval: EVERY_MS,
  });
  const count = (value: number): string => value.toLocaleString(region());
  return (
    <Section
      title={t('home.deliveries')}
      actions={
        <PageLink to="/operations" size="sm">
          {t('operations.title')}
        </PageLink>
      }
    >
      <Read of={operations} lines={3}>
        {({ result: { deliveries } }) => (
          <Facts
            of={[
              [t('delivery.due'), count(deliveries.due)],
              [
                t('operations.oldest-due'),
                deliveries.oldest_age === null ? t('operations.none-due') : durationText(deliveries.oldest_age * 1000),
              ],
              [t('delivery.waiting'), count(deliveries.waiting)],
              [t('webhooks.dead'), count(deliveries.dead)],
            ]}
          />
        )}
      </Read>
    </Section>
  );
}
