import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { reading, store } from '../../shared/api/store';
import { useMoneyOf } from '../../shared/api/use-money';
import { region } from '../../shared/text/locale';
import { t } from '../../shared/text/text';
import { DayChart } from '../../shared/ui/day-chart';
import { Figure } from '../../shared/ui/figure';
import { Read, Section } from '../../shared/ui/page';
import { Time } from '../../shared/ui/values';

const EVERY_MS = 60_000;

/** Orders and revenue today and over 30 days. */
export function Sales(): ReactNode {
  const sales = useQuery({
    ...reading(['statistics', 'store', '30days'], (signal) =>
      store.GET('/v1/statistics/store', { params: { query: { timeframe: '30days' } }, signal }),
    ),
    refetchInterval: EVERY_MS,
  });
  const moneyOf = useMoneyOf();
  return (
    <Section title={t('home.sales')}>
      <Read of={sales} lines={8}>
        {({ result: { days, orders, total, revenue, as_of, currency_code } }) => {
          const today = days.at(-1);
          const money = (amount: number): string => moneyOf(amount, currency_code);
          return (
            <>
              <div className="figures">
                <Figure title={t('home.orders-today')} value={String(today?.orders ?? 0)} />
                <Figure title={t('home.total-today')} value={money(today?.total ?? 0)} />
                <Figure title={t('home.revenue-today')} value={money(today?.revenue ?? 0)} />
                <Figure title={t('home.orders-30')} value={orders.toLocaleString(region())} />
                <Figure title={t('home.total-30')} value={money(total)} />
                <Figure title={t('home.revenue-30')} value={money(revenue)} />
              </div>
              <DayChart
                label={t('home.chart', { orders, revenue: money(revenue) })}
                days={days.map(({ day, total: sum, revenue: taken }) => ({ day, total: sum, revenue: taken }))}
                series={[
                  { name: 'total', label: t('home.total'), color: '--busy' },
                  { name: 'revenue', label: t('home.revenue'), color: '--warning' },
                ]}
                format={money}
              />
              <Text size="xs" c="dimmed">
                {t('home.utc-days')} {as_of !== null && <Time value={as_of} />}
              </Text>
            </>
          );
        }}
      </Read>
    </Section>
  );
}
