import { useParams } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { t } from '../../shared/text/text';
import { Page as Frame, Section } from '../../shared/ui/page';
import { BacktestView } from './backtest-view';

/** One back-test. */
export function Page(): ReactNode {
  const { backtestId = '' }: { readonly backtestId?: string } = useParams({ strict: false });
  return (
    <Frame title={t('backtest.title')} under={{ title: t('backtest.list'), path: '/promotions/backtests' }}>
      <Section title={t('backtest.result')}>
        <BacktestView id={backtestId} />
      </Section>
    </Frame>
  );
}
