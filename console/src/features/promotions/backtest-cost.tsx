import { Text } from '@mantine/core';
import { type ReactNode } from 'react';
import { t } from '../../shared/text/text';
import { type Backtest } from './backtest-state';
import { costLines, type ThenAndTest } from './cost-lines';

type Money = (amount: number) => string;

/** Says what the tested promotions would have cost: their discount, the discount of others, and what customers pay in all. */
export function BacktestCost({
  result,
  before,
  money,
}: {
  readonly result: NonNullable<Backtest['result']>;
  /** Title of what it is compared with. */
  readonly before: string;
  readonly money: Money;
}): ReactNode {
  const { tested, others, paid } = costLines(result);
  const [only] = result.promotions.length === 1 ? result.promotions : [];
  const title = only === undefined ? undefined : only.title || t('preview.untitled');
  const net = paid.test - paid.then;
  const sentence = net === 0 ? 'same' : net < 0 ? 'less' : 'more';
  return (
    <>
      <Text size="sm" mb={6} data-net>
        {t(`backtest.cost.${sentence}`, { amount: money(Math.abs(net)) })}
      </Text>
      <table className="table list">
        <thead>
          <tr>
            <td />
            <th data-number>{before}</th>
            <th data-number>{t('backtest.test')}</th>
            <th data-number>{t('backtest.cost.change')}</th>
          </tr>
        </thead>
        <tbody>
          <Line
            title={title === undefined ? t('backtest.cost.tested-all') : t('backtest.cost.tested', { title })}
            of={tested}
            before={before}
            money={money}
          />
          {others !== null && <Line title={t('backtest.cost.others')} of={others} before={before} money={money} />}
          <Line title={t('backtest.cost.paid')} of={paid} before={before} money={money} />
        </tbody>
      </table>
    </>
  );
}

function Line({
  title,
  of: { then, test },
  before,
  money,
}: {
  readonly title: string;
  readonly of: ThenAndTest;
  readonly before: string;
  readonly money: Money;
}): ReactNode {
  const change = test - then;
  return (
    <tr>
      <th scope="row" className="wraps" dir="auto">
        {title}
      </th>
      <td data-number data-label={before}>
        {money(then)}
      </td>
      <td data-number data-label={t('backtest.test')}>
        {money(test)}
      </td>
      <td data-number data-label={t('backtest.cost.change')}>
        {change > 0 && '+'}
        {money(change)}
      </td>
    </tr>
  );
}
