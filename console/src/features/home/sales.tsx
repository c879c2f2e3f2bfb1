import { type components } from '@storekeeper/client';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode } from 'react';
import { reading, store } from '../../shared/api/store';
import { useMoneyOf } from '../../shared/api/use-money';
import { region } from '../../shared/text/locale';
import { localTime, readTime } from '../../shared/format/times';
import { t } from '../../shared/text/text';
import { DayChart } from '../../shared/ui/day-chart';
import { Figure } from '../../shared/ui/figure';
import { ORDER_STATUSES } from '../../shared/ui/order-status';
import { Read, Section } from '../../shared/ui/page';

type Sold = Pick<components['schemas']['StoreStatisticsRecord'], 'days' | 'orders' | 'total' | 'revenue'>;
type Shown = ComponentProps<typeof Figure>;

/** Statuses of the orders that are counted. */
const COUNTED = ORDER_STATUSES.filter((status) => !['cancelled', 'failed', 'declined'].includes(status)).join(',');

/** The figures of today and of all days; each leads to the list of what it counts. */
function figuresOf({ days, orders, total, revenue }: Sold, money: (amount: number) => string): readonly Shown[] {
  const today = days.at(-1);
  const since = (day = ''): Record<string, string> => ({ 'created_at[from]': day });
  const placed = (day?: string) => ({ to: '/orders', search: { ...since(day), status: COUNTED } });
  const moved = (day?: string) => ({ to: '/payments', search: { ...since(day), status: 'succeeded' } });
  const [ofOrders, ofTotal, ofRevenue] = [t('home.orders.note'), t('home.total.note'), t('home.revenue.note')];
  const [first, last] = [days[0]?.day, today?.day];
  return [
    { title: t('home.orders-today'), value: String(today?.orders ?? 0), note: ofOrders, ...placed(last) },
    { title: t('home.total-today'), value: money(today?.total ?? 0), note: ofTotal, ...placed(last) },
    { title: t('home.revenue-today'), value: money(today?.revenue ?? 0), note: ofRevenue, ...moved(last) },
    { title: t('home.orders-30'), value: orders.toLocaleString(region()), note: ofOrders, ...placed(first) },
    { title: t('home.total-30'), value: money(total), note: ofTotal, ...placed(first) },
    { title: t('home.revenue-30'), value: money(revenue), note: ofRevenue, ...moved(first) },
  ];
}

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
          const money = (amount: number): string => moneyOf(amount, currency_code);
          return (
            <>
              <div className="figures">
                {figuresOf({ days, orders, total, revenue }, money).map((figure) => (
                  <Figure key={figure.title} {...figure} />
                ))}
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
                {t('home.days')} <CountedTo at={as_of} />
              </Text>
            </>
          );
        }}
      </Read>
    </Section>
  );
}

/** Figures that are younger say nothing: newer orders follow within this time. */
const YOUNG_MS = 90_000;

/** Says up to when the orders are counted, once that is some time ago; null: they are still counted for the first time. */
function CountedTo({ at }: { readonly at: string | null }): ReactNode {
  if (at === null) return t('home.counted-none');
  const time = readTime(at);
  return time === undefined || Date.now() - time.getTime() < YOUNG_MS
    ? null
    : t('home.counted', { time: localTime(time) });
}
