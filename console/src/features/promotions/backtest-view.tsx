import { Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { store } from '../../shared/api/store';
import { useMay } from '../../shared/api/session';
import { t, word } from '../../shared/text/text';
import { ConfirmButton } from '../../shared/ui/confirm';
import { Read } from '../../shared/ui/page';
import { useChange } from '../../shared/ui/use-change';
import { Mark, Time } from '../../shared/ui/values';
import { againstText, besideText } from './backtest-comparison';
import { BacktestResult } from './backtest-result';
import { type Backtest, backtestTone, isUnderWay } from './backtest-state';
import { readingBacktest } from './reading-backtest';
import { TestedPromotions } from './tested-promotions';

const EVERY_MS = 1_000;

/** A back-test: how far it is, and in the end what it found. */
export function BacktestView({ id }: { readonly id: string }): ReactNode {
  const backtest = useQuery({
    ...readingBacktest(id),
    refetchInterval: ({ state: { data } }) => (data !== undefined && !isUnderWay(data.result.state) ? false : EVERY_MS),
  });
  return (
    <Read of={backtest}>
      {({ result }) => (
        <Stack gap="sm">
          <Group gap="sm">
            <Mark tone={backtestTone(result.state)}>{word('backtest-state', result.state)}</Mark>
            <Text size="sm" fw={600} component="div" data-compared>
              <TestedPromotions of={result} /> · {besideText(result)}
            </Text>
            <Text size="sm">{againstText(result)}</Text>
            <Text size="sm" c="dimmed">
              <Time value={result.from} /> – <Time value={result.to} />
            </Text>
          </Group>
          {isUnderWay(result.state) && <UnderWay backtest={result} />}
          {result.error !== null && <Text c="red">{result.error}</Text>}
          {result.result !== null && <BacktestResult of={result} result={result.result} />}
        </Stack>
      )}
    </Read>
  );
}

function UnderWay({
  backtest: {
    id,
    progress: { looked_at, total },
  },
}: {
  readonly backtest: Backtest;
}): ReactNode {
  const may = useMay();
  const cancel = useChange(
    () => store.DELETE('/v1/promotions/backtests/{backtest_id}', { params: { path: { backtest_id: id } } }),
    t('backtest.cancelled'),
  );
  const percent = total === null || total === 0 ? 0 : (looked_at / total) * 100;
  return (
    <Stack gap="xs">
      <Progress value={percent} animated aria-label={t('backtest.progress')} />
      <Group justify="space-between">
        <Text size="sm" role="status">
          {total === null ? t('backtest.waiting') : t('backtest.looked-at', { done: looked_at, total })}
        </Text>
        {may('promotions:write') && (
          <ConfirmButton label={t('backtest.cancel')} question={t('backtest.cancel.question')} change={cancel} />
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {t('backtest.leave')}
      </Text>
    </Stack>
  );
}
