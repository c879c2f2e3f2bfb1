import { type ItemOf } from '@storekeeper/client';
import { type ReactNode } from 'react';
import { t, word } from '../../shared/text/text';
import { List } from '../../shared/ui/list-page';
import { type ListFilter } from '../../shared/ui/list-query';
import { type ListColumn } from '../../shared/ui/list-table';
import { Empty, Page as Frame } from '../../shared/ui/page';
import { Mark, Time } from '../../shared/ui/values';
import { againstText, besideText } from './backtest-comparison';
import { BACKTEST_STATES, backtestTone } from './backtest-state';
import { TestedPromotions } from './tested-promotions';

type Listed = ItemOf<'/v1/promotions/backtests'>;

const EVERY_MS = 5_000;
const FILTERS: readonly ListFilter[] = [
  {
    name: 'state',
    label: t('promotions.state'),
    kind: 'choice',
    options: BACKTEST_STATES.map((value) => ({ value, label: word('backtest-state', value) })),
  },
];
const COLUMNS: readonly ListColumn<Listed>[] = [
  { id: 'created', title: t('backtest.created'), cell: ({ created_at }) => <Time value={created_at} /> },
  { id: 'promotions', title: t('backtest.promotions'), cell: (it) => <TestedPromotions of={it} /> },
  {
    id: 'state',
    title: t('promotions.state'),
    cell: ({ state }) => <Mark tone={backtestTone(state)}>{word('backtest-state', state)}</Mark>,
  },
  { id: 'from', title: t('backtest.from'), cell: ({ from }) => <Time value={from} /> },
  { id: 'to', title: t('backtest.to'), cell: ({ to }) => <Time value={to} /> },
  { id: 'mode', title: t('backtest.mode'), cell: besideText },
  { id: 'baseline', title: t('backtest.compared'), cell: againstText },
];

/** The back-tests of the last 30 days. */
export function Page(): ReactNode {
  return (
    <Frame title={t('backtest.list')} under={{ title: t('promotions.title'), path: '/promotions' }}>
      <List
        path="/v1/promotions/backtests"
        columns={COLUMNS}
        filters={FILTERS}
        sort={{ sort: 'created_at', order: 'desc' }}
        pageOf={({ id }) => `/promotions/backtests/${id}`}
        every={EVERY_MS}
        empty={<Empty title={t('backtest.list.none')} next={t('backtest.list.none.next')} />}
      />
    </Frame>
  );
}
