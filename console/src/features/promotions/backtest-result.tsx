import { List, Stack, Title } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { region } from '../../shared/text/locale';
import { t } from '../../shared/text/text';
import { DayChart } from '../../shared/ui/day-chart';
import { Empty } from '../../shared/ui/page';
import { BacktestCost } from './backtest-cost';
import { type Backtest } from './backtest-state';
import { ChangedOrders } from './changed-orders';
import { changedOrders } from './cost-lines';
import { PayMore } from './pay-more';
import { Figure } from '../../shared/ui/figure';
import { Histogram } from './histogram';
import { useMoney } from '../../shared/api/use-money';

type Result = NonNullable<Backtest['result']>;

/** Shows the findings of a back-test: in all, by day, by size of the discount, and the orders that change most. */
export function BacktestResult({
  of: { from, to, baseline },
  result,
}: {
  readonly of: Pick<Backtest, 'from' | 'to' | 'baseline'>;
  readonly result: Result;
}): ReactNode {
  const money = useMoney();
  const { orders, touched, pay_less, pay_more, pay_same, histogram, largest, assumptions } = result;
  const days = useMemo(() => everyDay(result.days, from, to), [result.days, from, to]);
  if (orders === 0) return <Empty title={t('backtest.none')} next={t('backtest.none.next')} />;
  const before = t(baseline === 'live' ? 'backtest.without' : 'backtest.then');
  const count = (orders: number): string => orders.toLocaleString(region());
  return (
    <Stack gap="md">
      <div className="figures">
        <Figure title={t('backtest.orders')} value={count(orders)} />
        <Figure title={t('backtest.touched')} value={count(changedOrders(result) ?? touched)} />
        {pay_less !== null && <Figure title={t('backtest.pay-less')} value={count(pay_less)} />}
        {pay_more !== null && <Figure title={t('backtest.pay-more')} value={count(pay_more)} />}
        {pay_same !== null && <Figure title={t('backtest.pay-same')} value={count(pay_same)} />}
      </div>
      <PayMore result={result} money={money} />
      <Part title={t('backtest.cost')}>
        <BacktestCost result={result} before={before} money={money} />
      </Part>
      <Part title={t('backtest.promotions')}>
        <Promotions promotions={result.promotions} money={money} />
      </Part>
      <Part title={t('backtest.days')}>
        <DayChart
          label={t('backtest.days')}
          days={days}
          series={[
            { name: 'then', label: before, color: '--plain' },
            { name: 'test', label: t('backtest.test'), color: '--busy' },
          ]}
          format={money}
        />
      </Part>
      <Part title={t('backtest.histogram')}>
        <Histogram bins={histogram} before={before} money={money} />
      </Part>
      <Part title={t('backtest.largest')}>
        <ChangedOrders orders={largest} money={money} />
      </Part>
      <Part title={t('backtest.assumptions')}>
        <List size="sm">
          {assumptions.map((text) => (
            <List.Item key={text}>{text}</List.Item>
          ))}
        </List>
      </Part>
    </Stack>
  );
}

const DAY_MS = 86_400_000;

/** The discounts of each day, with the days on which nobody ordered: at most the 366 of a back-test. */
function everyDay(found: Result['days'], from: string, to: string) {
  const byDay = new Map(found.map(({ day, discount }) => [day, discount]));
  const first = Date.parse(`${from.slice(0, 10)}T00:00:00Z`);
  const last = Date.parse(`${to.slice(0, 10)}T00:00:00Z`);
  return Array.from({ length: Math.floor((last - first) / DAY_MS) + 1 }, (_, at) => {
    const day = new Date(first + at * DAY_MS).toISOString().slice(0, 10);
    const discount = byDay.get(day);
    return { day, then: discount?.then ?? 0, test: discount?.test ?? 0 };
  });
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <div>
      <Title order={3} size="h5" mb={6}>
        {title}
      </Title>
      {children}
    </div>
  );
}

/** The tested promotions, and how many orders each would have applied to. */
function Promotions({
  promotions,
  money,
}: {
  readonly promotions: Result['promotions'];
  readonly money: (amount: number) => string;
}): ReactNode {
  return (
    <table className="table list">
      <thead>
        <tr>
          <th>{t('backtest.promotion')}</th>
          <th data-number>{t('backtest.promotion.orders')}</th>
          <th data-number>{t('backtest.discount')}</th>
          <th data-number>{t('backtest.promotion.average')}</th>
          <th data-number>{t('backtest.promotion.most')}</th>
        </tr>
      </thead>
      <tbody>
        {promotions.map(({ id, title, orders, discount, average, largest }) => (
          <tr key={id}>
            <td dir="auto">{title || t('preview.untitled')}</td>
            <td data-number data-label={t('backtest.promotion.orders')}>
              {orders.toLocaleString(region())}
            </td>
            <td data-number data-label={t('backtest.discount')}>
              {money(discount)}
            </td>
            <td data-number data-label={t('backtest.promotion.average')}>
              {money(average)}
            </td>
            <td data-number data-label={t('backtest.promotion.most')}>
              {money(largest)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
