import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { reading, store } from '../../shared/api/store';
import { useMoneyOf } from '../../shared/api/use-money';
import { region } from '../../shared/text/locale';
import { t } from '../../shared/text/text';
import { Empty, Read, Section } from '../../shared/ui/page';
import { Facts } from '../../shared/ui/values';

/** The number and the money of a customer's orders, by currency. */
export function CustomerMoney({ customer }: { readonly customer: string }): ReactNode {
  const moneyOf = useMoneyOf();
  const totals = useQuery(
    reading(['/v1/orders', 'totals', { customer }], (signal) =>
      store.GET('/v1/orders/totals', { params: { query: { customer } }, signal }),
    ),
  );
  return (
    <Section title={t('customers.money')}>
      <Read of={totals}>
        {({ result: { count, totals: all } }) => {
          if (all === null) return <Empty title={t('list.too-many-to-sum', { count })} />;
          if (all.length === 0) return <Empty title={t('customers.no-orders')} />;
          return (
            <Stack>
              {all.map(({ currency_code, orders, cancelled, total, captured, refunded, due, owed }) => {
                const money = (amount: number): string => moneyOf(amount, currency_code);
                return (
                  <Facts
                    key={currency_code}
                    of={[
                      [t('customers.orders'), orders.toLocaleString(region())],
                      [t('customers.cancelled'), cancelled.toLocaleString(region())],
                      [t('customers.total'), money(total)],
                      [t('orders.captured'), money(captured)],
                      [t('orders.refunded'), money(-refunded)],
                      [t('orders.due'), money(due)],
                      [t('orders.owed'), money(owed)],
                    ]}
                  />
                );
              })}
            </Stack>
          );
        }}
      </Read>
    </Section>
  );
}
