import { type components } from '@storekeeper/client';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode } from 'react';
import { reading, store } from '../../shared/api/store';
import { useMoneyOf } from '../../shared/api/use-money';
import { region } from '../../shared/text/locale';
import { dayStart, localTime, readTime } from '../../shared/format/times';
import { t } from '../../shared/text/text';
import { DayChart } from '../../shared/ui/day-chart';
import { Figure } from '../../shared/ui/figure';
import { ORDER_STATUSES } from '../../shared/ui/order-status';
import { Read, Section } from '../../shared/ui/page';

type Sold = Pick<
  components['schemas']['StoreStatisticsRecord'],
  'days' | 'orders' | 'total' | 'revenue' | 'as_of' | 'time_zone'
>;
type Shown = ComponentProps<typeof Figure>;

/** Statuses of the orders that are counted. */
const COUNTED = ORDER_STATUSES.filter((status) => !['cancelled', 'failed', 'declined'].includes(status)).join(',');

/** The figures of today and of all days; each leads to the list of what it counts. */
function figuresOf(sold: Sold, moneyText: (amount: number) => string): readonly Shown[] {
  const { days, orders, total, revenue, as_of: asOf, time_zone: zone } = sold;
  const today = days.at(-1);
  // Lists take days of UTC, and times.
  const since = (day = ''): Record<string, string> => ({
    'created_at[from]': zone === 'UTC' ? day : dayStart(day, zone),
  });
  const placed = (day?: string) => ({ to: '/orders', search: { ...since(day), status: COUNTED } });
  const moved = (day?: string) => ({ to: '/payments', search: { ...since(day), status: 'succeeded' } });
  const [ofOrders, ofTotal, ofRevenue] = [t('home.orders.note'), t('home.total.note'), t('home.revenue.note')];
  const [first, last] = [days[0]?.day, today?.day];
  /** The value of a figure that begins with a day. */
  const value = (day: string | undefined, text: string): string =>
    isCounting(asOf, zone, day) ? t('home.counting') : text;
  const [ordersToday, totalToday, revenueToday] = [today?.orders ?? 0, today?.total ?? 0, today?.revenue ?? 0];
  return [
    { title: t('home.orders-today'), value: value(last, String(ordersToday)), note: ofOrders, ...placed(last) },
    { title: t('home.total-today'), value: value(last, moneyText(totalToday)), note: ofTotal, ...placed(last) },
    { title: t('home.revenue-today'), value: value(last, moneyText(revenueToday)), note: ofRevenue, ...moved(last) },
    {
      title: t('home.orders-30'),
      value: value(first, orders.toLocaleString(region())),
      note: ofOrders,
      ...placed(first),
    },
    { title: t('home.total-30'), value: value(first, moneyText(total)), note: ofTotal, ...placed(first) },
    { title: t('home.revenue-30'), value: value(first, moneyText(revenue)), note: ofRevenue, ...moved(first) },
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
        {({ result: { currency_code, ...sold } }) => {
          const { days, orders, revenue, as_of, time_zone } = sold;
          const money = (amount: number): string => moneyOf(amount, currency_code);
          return (
            <>
              <div className="figures">
                {figuresOf(sold, money).map((figure) => (
                  <Figure key={figure.title} {...figure} />
                ))}
              </div>
              {!isCounting(as_of, time_zone, days[0]?.day) && (
                <DayChart
                  label={t('home.chart', { orders, revenue: money(revenue) })}
                  days={days.map(({ day, total: sum, revenue: taken }) => ({ day, total: sum, revenue: taken }))}
                  series={[
                    { name: 'total', label: t('home.total'), color: '--busy' },
                    { name: 'revenue', label: t('home.revenue'), color: '--warning' },
                  ]}
                  format={money}
                />
              )}
              <Text size="xs" c="dimmed">
                {t('home.days', { zone: time_zone })} <CountedTo at={as_of} />
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

/** When a record is complete until, where that is some time ago. */
function countedTo(asOf: string): Date | undefined {
  const time = readTime(asOf);
  return time === undefined || Date.now() - time.getTime() < YOUNG_MS ? undefined : time;
}

/** Whether nothing of what began with a day is counted yet, so that its sums say nothing: 0 would be wrong. */
function isCounting(asOf: string | null, zone: string, day = ''): boolean {
  return asOf === null || (day !== '' && asOf < dayStart(day, zone) && countedTo(asOf) !== undefined);
}

/** Says up to when the orders are counted, once that is some time ago; null: they are still counted for the first time. */
function CountedTo({ at }: { readonly at: string | null }): ReactNode {
  if (at === null) return t('home.counted-none');
  const time = countedTo(at);
  return time === undefined ? null : t('home.counted', { time: localTime(time) });
}
