import { Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { reading, store } from '../../shared/api/store';
import { daysUntil } from '../../shared/format/days';
import { dayText, inDaysText } from '../../shared/format/times';
import { t } from '../../shared/text/text';
import { Empty, PageLink, Read, Section } from '../../shared/ui/page';
import { Mark } from '../../shared/ui/values';

/** A promotion that ends sooner is marked. */
const SOON_DAYS = 3;
/** Until a later end no one counts the days. */
const COUNTED_DAYS = 30;
const SHOWN = 8;

/** Promotions that apply now, those that end first before the others. */
export function RunningPromotions(): ReactNode {
  const live = useQuery(
    reading(['/v1/promotions/cart', 'live'], (signal) =>
      store.GET('/v1/promotions/cart', { params: { query: { status: '1', sort: 'to', order: 'asc' } }, signal }),
    ),
  );
  return (
    <Section title={t('home.promotions')}>
      <Read of={live}>
        {({ result }) => {
          const running = result.filter(({ state }) => state === 'live');
          if (running.length === 0) return <Empty title={t('home.no-promotions')} />;
          return (
            <Stack gap={6}>
              {running.slice(0, SHOWN).map(({ id, title, to }) => (
                <Group key={id} justify="space-between" wrap="nowrap">
                  <PageLink to={`/promotions/${id}`}>{title}</PageLink>
                  <EndOf to={to} />
                </Group>
              ))}
              {running.length > SHOWN && (
                <PageLink to="/promotions">{t('home.all', { count: running.length })}</PageLink>
              )}
            </Stack>
          );
        }}
      </Read>
    </Section>
  );
}

function EndOf({ to }: { readonly to: string }): ReactNode {
  const left = Math.max(0, daysUntil(to));
  if (left > COUNTED_DAYS) return <Mark tone="plain">{t('home.ends-on', { day: dayText(to) })}</Mark>;
  return <Mark tone={left < SOON_DAYS ? 'warning' : 'plain'}>{t('home.ends', { when: inDaysText(left) })}</Mark>;
}
