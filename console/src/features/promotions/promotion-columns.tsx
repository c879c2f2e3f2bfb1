import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { reading, store } from '../../shared/api/store';
import { dayText } from '../../shared/format/times';
import { region } from '../../shared/text/locale';
import { t, word } from '../../shared/text/text';
import { type ListColumn } from '../../shared/ui/list-table';
import { Code, Mark } from '../../shared/ui/values';
import { type Promotion, promotionTone } from './promotion-state';

type Money = (amount: number) => string;

/** The columns of the list; the revenue is that of orders. */
export function promotionColumns(money: Money, mayReadOrders: boolean): readonly ListColumn<Promotion>[] {
  const revenue: ListColumn<Promotion> = {
    id: 'revenue',
    title: t('promotions.revenue'),
    isNumber: true,
    cell: ({ id }) => <Revenue id={id} money={money} />,
  };
  return [
    { id: 'title', title: t('promotions.name'), cell: ({ title }) => title },
    { id: 'state', title: t('promotions.state'), cell: (it) => <StateMark promotion={it} /> },
    {
      id: 'action',
      title: t('promotions.action'),
      cell: ({ action }) => word('promotion-action', action.data.key, action.value),
    },
    { id: 'code', title: t('promotions.code'), cell: (it) => <OwnCode promotion={it} /> },
    { id: 'to', title: t('promotions.to'), cell: ({ to }) => <span className="unbroken">{dayText(to)}</span> },
    { id: 'uses', title: t('promotions.uses'), isNumber: true, cell: usesText },
    { id: 'given', title: t('promotions.given'), isNumber: true, cell: ({ discounted }) => money(discounted) },
    ...(mayReadOrders ? [revenue] : []),
  ];
}

/** The state of a promotion in one word. */
export function StateMark({ promotion: { state } }: { readonly promotion: Promotion }): ReactNode {
  return <Mark tone={promotionTone(state)}>{word('promotion-state', state)}</Mark>;
}

function usesText({ uses, max_uses }: Promotion): string {
  const text = uses.toLocaleString(region());
  return max_uses > 0 ? `${text} / ${max_uses.toLocaleString(region())}` : text;
}

/** The code of a promotion, or the number of its codes. */
function OwnCode({ promotion: { id, audience, discount_code } }: { readonly promotion: Promotion }): ReactNode {
  return audience === 'codes' ? <PoolSize id={id} /> : <Code value={discount_code} />;
}

/** The number of codes of a promotion. Its own request, so that a long list does not wait for it. */
function PoolSize({ id }: { readonly id: string }): ReactNode {
  const { data } = useQuery(
    reading(['/v1/promotions/cart/{promotion_id}/codes', id, 'total'], (signal) =>
      store.GET('/v1/promotions/cart/{promotion_id}/codes', {
        params: { path: { promotion_id: id }, query: { limit: 1 } },
        signal,
      }),
    ),
  );
  return data === undefined ? '…' : t('promotions.codes', { count: data.pagination.total });
}

/** The revenue of the last 30 days. Its own request, so that a long list does not wait for it. */
function Revenue({ id, money }: { readonly id: string; readonly money: Money }): ReactNode {
  const { data } = useQuery(
    reading(['/v1/promotions/cart', id, 'results'], (signal) =>
      store.GET('/v1/promotions/cart/{promotion_id}/results', { params: { path: { promotion_id: id } }, signal }),
    ),
  );
  return data === undefined ? '…' : money(data.result.revenue.after);
}
