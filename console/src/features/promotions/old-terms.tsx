import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { t, type TextKey } from '../../shared/text/text';
import { useAddress } from '../../shared/ui/address';
import { type FormValues } from '../../shared/ui/form-field';
import { Time } from '../../shared/ui/values';
import { Warning } from '../../shared/ui/warning';
import { areOthersNewer } from './others-newer';
import { readingPromotions } from './all-promotions';
import { type Backtest } from './backtest-state';
import { promotionValues } from './promotion-fields';
import { readingBacktest } from './reading-backtest';
import { readingPromotion } from './reading-promotion';
import { termsMark } from './tested-terms';

/** Says of a result below the form that it is of other terms than the form has now, or of other promotions beside it. */
export function OldTerms({
  backtest,
  promotion,
  values,
  runAgain,
}: {
  readonly backtest: string;
  /** Id of the promotion of the form; undefined: it is not saved yet. */
  readonly promotion: string | undefined;
  readonly values: FormValues;
  /** The button that tries the terms of now on the orders of a back-test. */
  readonly runAgain: (of: Backtest) => ReactNode;
}): ReactNode {
  const { data: run } = useQuery(readingBacktest(backtest));
  const [{ backtest: begun, tested }] = useAddress();
  const { data: saved } = useQuery({ ...readingPromotion(promotion ?? ''), enabled: promotion !== undefined });
  const { data: all = [] } = useQuery(readingPromotions);
  if (run === undefined) return null;
  const at = run.result.created_at;
  const isMarked = begun === backtest && tested !== undefined;
  // Without a mark of its terms it was begun before the page was opened, with the terms that were saved then.
  const isSavedSince = saved !== undefined && saved.record.updated_at > at;
  const isChanged = saved !== undefined && termsMark(promotionValues(saved.record)) !== termsMark(values);
  const isOther = isMarked ? tested !== termsMark(values) : isChanged;
  const why = whyOld({
    isOther,
    isSavedSince: !isMarked && isSavedSince,
    areOthers: areOthersNewer(run.result, all, promotion),
  });
  if (why === undefined) {
    if (isMarked) return null;
    return (
      <Text size="sm" c="dimmed">
        {t('backtest.last-run')}
      </Text>
    );
  }
  return (
    <Warning title={t(why.title)}>
      <Group gap="sm">
        <Text size="sm" component="div">
          {t('backtest.old.of')} <Time value={at} />. {t(why.text)}
        </Text>
        {runAgain(run.result)}
      </Group>
    </Warning>
  );
}

/** The reason for which a result may not be that of today; undefined: it is. */
function whyOld({
  isOther,
  isSavedSince,
  areOthers,
}: Readonly<Record<'isOther' | 'isSavedSince' | 'areOthers', boolean>>): { title: TextKey; text: TextKey } | undefined {
  if (isOther) return { title: 'backtest.old', text: 'backtest.old.changed' };
  if (areOthers) return { title: 'backtest.old.others.title', text: 'backtest.old.others' };
  return isSavedSince ? { title: 'backtest.old.maybe', text: 'backtest.old.saved' } : undefined;
}
