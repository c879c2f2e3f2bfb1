import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { region } from '../../shared/text/locale';
import { t } from '../../shared/text/text';
import { DayChart } from '../../shared/ui/day-chart';
import { PageLink, Read, Section } from '../../shared/ui/page';
import { Figure } from '../../shared/ui/figure';
import { type Promotion } from './promotion-state';
import { readingResults } from './reading-promotion';
import { useMoney } from '../../shared/api/use-money';

/** Shows the discounts of a promotion: in all, and by day over 30 days. */
export function PromotionResults({
  promotion: { id, uses, discounted },
}: {
  readonly promotion: Promotion;
}): ReactNode {
  const results = useQuery(readingResults(id));
  const money = useMoney();
  const days = useMemo(
    () =>
      (results.data?.result.intervals ?? []).map(({ from, discount, revenue }) => ({
        day: from,
        discount,
        revenue: revenue.after,
      })),
    [results.data],
  );
  if (uses === 0) return null;
  return (
    <Section
      title={t('results.title')}
      actions={
        <PageLink to="/orders" search={{ promotion: id }} size="sm">
          {t('results.orders')}
        </PageLink>
      }
    >
      <Read of={results} lines={6}>
        {({ result: { revenue, average_order, customers, time_zone } }) => (
          <>
            <div className="figures">
              <Figure title={t('promotions.uses')} value={uses.toLocaleString(region())} />
              <Figure title={t('promotions.given')} value={money(discounted)} />
              <Figure title={t('results.revenue')} value={money(revenue.after)} />
              <Figure title={t('results.average')} value={money(average_order.with)} />
              <Figure title={t('results.average-without')} value={money(average_order.without)} />
              <Figure title={t('results.new')} value={customers.new.toLocaleString(region())} />
            </div>
            <DayChart
              label={t('results.chart')}
              days={days}
              series={[
                { name: 'revenue', label: t('results.revenue-day'), color: '--busy' },
                { name: 'discount', label: t('promotions.given'), color: '--warning' },
              ]}
              format={money}
            />
            <Text size="xs" c="dimmed">
              {t('results.period', { zone: time_zone })}
            </Text>
          </>
        )}
      </Read>
    </Section>
  );
}
