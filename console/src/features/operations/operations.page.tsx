import { type components } from '@storekeeper/client';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useMay } from '../../shared/api/session';
import { reading, store } from '../../shared/api/store';
import { clockText, durationText } from '../../shared/format/times';
import { region } from '../../shared/text/locale';
import { t, type TextKey, word } from '../../shared/text/text';
import { DayChart } from '../../shared/ui/day-chart';
import { ErrorPanel } from '../../shared/ui/error-panel';
import { Page as Frame, PageLink, Read, Section } from '../../shared/ui/page';
import { Facts, Mark } from '../../shared/ui/values';
import { Consumers, Jobs, Retention, Workers } from './operations-tables';

type Operations = components['schemas']['OperationsRecord'];

/** The page is as old as this at most. */
const EVERY_MS = 5_000;

/** Deliveries, workers, the feed, retention and the database, from the database: true on every engine. */
export function Page(): ReactNode {
  const operations = useQuery({
    ...reading(['/v1/operations'], (signal) => store.GET('/v1/operations', { signal })),
    refetchInterval: EVERY_MS,
  });
  return (
    <Frame title={t('operations.title')}>
      {operations.data !== undefined && <ErrorPanel error={operations.error} />}
      <Read of={operations} lines={12}>
        {({ result }) => (
          <>
            <div className="columns">
              <Deliveries of={result} />
              <Systems of={result} />
            </div>
            <LastHour of={result.last_hour} />
            <div className="columns">
              <Workers of={result.workers} />
              <Consumers of={result.consumers} />
            </div>
            <Jobs of={result.jobs} />
            <Retention of={result.retention} />
          </>
        )}
      </Read>
    </Frame>
  );
}

/** @param none in place of an age */
const ageText = (seconds: number | null, none: TextKey): string =>
  seconds === null ? t(none) : durationText(seconds * 1000);

function Deliveries({ of: { deliveries, webhooks } }: { readonly of: Operations }): ReactNode {
  // Counting stops there: more is shown as more.
  const count = (value: number): string =>
    `${value.toLocaleString(region())}${value >= deliveries.counted_to ? '+' : ''}`;
  return (
    <Section title={t('operations.deliveries')} help={t('operations.deliveries.help')}>
      <Facts
        of={[
          [t('delivery.due'), <ToWebhooks key="due" count={deliveries.due} text={count(deliveries.due)} />],
          [t('operations.oldest-due'), ageText(deliveries.oldest_age, 'operations.none-due')],
          [t('operations.under-way'), count(deliveries.under_way)],
          [
            t('delivery.waiting'),
            <ToWebhooks key="waiting" count={deliveries.waiting} text={count(deliveries.waiting)} />,
          ],
          [
            t('webhooks.dead'),
            <Mark key="dead" tone={deliveries.dead > 0 ? 'bad' : 'good'}>
              <ToWebhooks count={deliveries.dead} text={count(deliveries.dead)} />
            </Mark>,
          ],
          [t('operations.webhooks-enabled'), webhooks.enabled],
          [
            t('operations.webhooks-disabled'),
            <ToWebhooks
              key="disabled"
              count={webhooks.disabled}
              text={t('operations.disabled', { count: webhooks.disabled, store: webhooks.disabled_by_store })}
              search={{ enabled: '0' }}
            />,
          ],
        ]}
      />
    </Section>
  );
}

/** A figure that leads to the webhooks, which tell it apart. */
function ToWebhooks({
  count,
  text,
  search,
}: {
  readonly count: number;
  readonly text: string;
  readonly search?: Readonly<Record<string, string>>;
}): ReactNode {
  const mayRead = useMay()('webhooks:read');
  if (count === 0 || !mayRead) return text;
  return (
    <PageLink to="/webhooks" {...(search && { search })} className="link underlined">
      {text}
    </PageLink>
  );
}

function Systems({ of: { database, queue, sequencer } }: { readonly of: Operations }): ReactNode {
  const missing = database.migrations_missing;
  return (
    <Section title={t('operations.systems')} help={t('operations.systems.help')}>
      <Facts
        of={[
          [t('operations.database'), `${database.engine} ${database.version}`],
          [
            t('operations.migrations'),
            <Mark key="migrations" tone={missing > 0 ? 'bad' : 'good'}>
              {missing > 0 ? t('operations.migrations-missing', { count: missing }) : t('operations.migrations-done')}
            </Mark>,
          ],
          [
            t('operations.queue'),
            <span key="queue">
              {word('queue-kind', queue.kind)}{' '}
              <Mark tone={queue.state === 'up' ? 'good' : 'bad'}>{t(`operations.queue.${queue.state}`)}</Mark>
            </span>,
          ],
          [t('operations.position'), sequencer.position.toLocaleString(region())],
          [t('operations.waiting'), sequencer.waiting.toLocaleString(region())],
          [t('operations.oldest'), ageText(sequencer.oldest_age, 'operations.nothing-waits')],
        ]}
      />
    </Section>
  );
}

const SERIES = [
  { name: 'delivered', label: t('operations.delivered'), color: '--good' },
  { name: 'failed', label: t('operations.failed'), color: '--bad' },
] as const;
const countText = (value: number): string => value.toLocaleString(region());
const rateText = (value: number): string =>
  value.toLocaleString(region(), { minimumFractionDigits: 2, maximumFractionDigits: 2 });

function LastHour({ of: hour }: { readonly of: Operations['last_hour'] }): ReactNode {
  const { delivered, failed, throughput, failure_rate: rate, slots } = hour;
  // Drawn anew only when a figure has changed, not with each reading.
  const key = JSON.stringify(slots);
  const points = useMemo(
    () =>
      (JSON.parse(key) as typeof slots).map((slot) => ({
        day: slot.from,
        delivered: slot.delivered,
        failed: slot.failed,
      })),
    [key],
  );
  return (
    <Section title={t('operations.last-hour')} help={t('operations.last-hour.help')}>
      <Facts
        of={[
          [t('operations.delivered'), countText(delivered)],
          [t('operations.failed'), countText(failed)],
          [t('operations.throughput'), t('operations.per-second', { rate: rateText(throughput) })],
          [
            t('operations.failure-rate'),
            rate === null ? null : rate.toLocaleString(region(), { style: 'percent', maximumFractionDigits: 1 }),
          ],
        ]}
      />
      <DayChart
        label={t('operations.chart', { delivered, failed })}
        days={points}
        series={SERIES}
        format={countText}
        point={clockText}
      />
    </Section>
  );
}
