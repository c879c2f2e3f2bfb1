import { List, Text } from '@mantine/core';
import { type ReactNode } from 'react';
import { t } from '../../shared/text/text';
import { PageLink } from '../../shared/ui/page';
import { type Backtest } from './backtest-state';

type Result = NonNullable<Backtest['result']>;

/** Orders that a back-test changes, each with its discount and total before and after, and why. */
export function ChangedOrders({
  orders,
  money,
}: {
  readonly orders: Result['largest'];
  readonly money: (amount: number) => string;
}): ReactNode {
  if (orders.length === 0) return <Text size="sm">{t('backtest.unchanged')}</Text>;
  return (
    <table className="table list">
      <thead>
        <tr>
          <th>{t('backtest.order')}</th>
          <th data-number>{t('backtest.discount')}</th>
          <th data-number>{t('backtest.total')}</th>
          <th>{t('backtest.why')}</th>
        </tr>
      </thead>
      <tbody>
        {orders.map(({ order, before, after, reasons }) => (
          <tr key={order}>
            <td>
              <PageLink to={`/orders/${order}`} className="link unbroken">
                {order}
              </PageLink>
            </td>
            <td data-number data-label={t('backtest.discount')}>
              {money(before.discount)} → {money(after.discount)}
            </td>
            <td data-number data-label={t('backtest.total')}>
              {money(before.total)} → {money(after.total)}
            </td>
            <td data-label={t('backtest.why')}>
              <List size="sm" listStyleType="none" spacing={2}>
                {reasons.map((reason) => (
                  <List.Item key={reason}>{reason}</List.Item>
                ))}
              </List>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
