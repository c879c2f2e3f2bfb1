import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { t } from '../../shared/text/text';
import { useAddress } from '../../shared/ui/address';
import { type FormValues } from '../../shared/ui/form-field';
import { Time } from '../../shared/ui/values';
import { Warning } from '../../shared/ui/warning';
import { promotionValues } from './promotion-fields';
import { readingBacktest } from './reading-backtest';
import { readingPromotion } from './reading-promotion';
import { termsMark } from './tested-terms';

/** Says of a result below the form that it is of other terms than the form has now. */
export function OldTerms({
  backtest,
  promotion,
  values,
  again,
}: {
  readonly backtest: string;
  /** Id of the promotion of the form; undefined: it is not saved yet. */
  readonly promotion: string | undefined;
  readonly values: FormValues;
  /** The button that tries the terms of now. */
  readonly again: ReactNode;
}): ReactNode {
  const { data: run } = useQuery(readingBacktest(backtest));
  const [{ backtest: begun, tested }] = useAddress();
  const { data: saved } = useQuery({ ...readingPromotion(promotion ?? ''), enabled: promotion !== undefined });
  if (run === undefined) return null;
  const at = run.result.created_at;
  const isMarked = begun === backtest && tested !== undefined;
  // Without a mark of its terms it was begun before the page was opened, with the terms that were saved then.
  const isSavedSince = saved !== undefined && saved.record.updated_at > at;
  const isChanged = saved !== undefined && termsMark(promotionValues(saved.record)) !== termsMark(values);
  if (isMarked ? tested === termsMark(values) : !isSavedSince && !isChanged) {
    if (isMarked) return null;
    return (
      <Text size="sm" c="dimmed">
        {t('backtest.last-run')}
      </Text>
    );
  }
  return (
    <Warning title={t('backtest.old')}>
      <Group gap="sm">
        <Text size="sm" component="div">
          {t('backtest.old.of')} <Time value={at} />.{' '}
          {t(isMarked || isChanged ? 'backtest.old.changed' : 'backtest.old.saved')}
        </Text>
        {again}
      </Group>
    </Warning>
  );
}
