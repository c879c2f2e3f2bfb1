import { Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { reading, store } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { filtersOf, type ListQuery } from '../../shared/ui/list-query';
import { Read } from '../../shared/ui/page';
import { exact, type MoneyTotal, sumsOf } from './ledger';

type MoneyOf = (amount: number, code: string) => string;

/** The exact sums of all transactions that match, by currency. */
export function LedgerTotals({ query, moneyOf }: { readonly query: ListQuery; readonly moneyOf: MoneyOf }): ReactNode {
  const filters = filtersOf(query);
  const totals = useQuery({
    ...reading(['/v1/transactions', 'totals', filters], (signal) =>
      store.GET('/v1/transactions/totals', { params: { query: filters }, signal }),
    ),
    placeholderData: keepPreviousData,
  });
  return (
    <Read of={totals} lines={2}>
      {({ result: { count, totals: all } }) => {
        if (all === null) return <Text size="sm">{t('list.too-many-to-sum', { count })}</Text>;
        return (
          <div role="group" aria-label={t('payments.totals')} className="ledger-sums">
            {all.map((total) => (
              <Sums key={total.currency_code} total={total} count={count} moneyOf={moneyOf} />
            ))}
          </div>
        );
      }}
    </Read>
  );
}

interface SumsProps {
  readonly total: MoneyTotal;
  readonly count: number;
  readonly moneyOf: MoneyOf;
}

function Sums({ total, count, moneyOf }: SumsProps): ReactNode {
  const { currency_code, untaxed } = total;
  const money = (amount: number): string => moneyOf(amount, currency_code);
  return (
    <div>
      <table className="table sums">
        <caption>{t('payments.sums', { count, currency: currency_code })}</caption>
        <thead>
          <tr>
            <td />
            <th data-number>{t('payments.amount')}</th>
            <th data-number>{t('payments.tax')}</th>
            {untaxed === 0 && <th data-number>{t('payments.net')}</th>}
          </tr>
        </thead>
        <tbody>
          {sumsOf(total).map(({ name, amount, tax }) => (
            <tr key={name}>
              <th scope="row">{t(`payments.sum.${name}`)}</th>
              <td data-number>{money(amount)}</td>
              <td data-number>{money(tax)}</td>
              {untaxed === 0 && <td data-number>{money(exact(amount - tax))}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {untaxed > 0 && (
        <Text size="xs" c="dimmed">
          {t('payments.untaxed', { count: untaxed })}
        </Text>
      )}
    </div>
  );
}
