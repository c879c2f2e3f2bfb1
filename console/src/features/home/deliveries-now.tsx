import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { useMay } from '../../shared/api/session';
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
  const mayRead = useMay()('webhooks:read');
  /** The number, which leads to the webhooks: they tell it apart. */
  const toWebhooks = (value: number): ReactNode => {
    const text = value.toLocaleString(region());
    return value > 0 && mayRead ? <PageLink to="/webhooks">{text}</PageLink> : text;
  };
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
              [t('delivery.due'), toWebhooks(deliveries.due)],
              [
                t('operations.oldest-due'),
                deliveries.oldest_age === null ? t('operations.none-due') : durationText(deliveries.oldest_age * 1000),
              ],
              [t('delivery.waiting'), toWebhooks(deliveries.waiting)],
              [t('webhooks.dead'), toWebhooks(deliveries.dead)],
            ]}
          />
        )}
      </Read>
    </Section>
  );
}
