import { Stack, Text } from '@mantine/core';
import { type ReactNode } from 'react';
import { t } from '../../shared/text/text';
import { Warning } from '../../shared/ui/warning';
import { type Backtest } from './backtest-state';
import { ChangedOrders } from './changed-orders';

/** Warns of orders that cost more although the test gives a discount, and says of the worst ones why. */
export function PayMore({
  result: { pay_more: count, dearer },
  money,
}: {
  readonly result: NonNullable<Backtest['result']>;
  readonly money: (amount: number) => string;
}): ReactNode {
  if (count === null || count === 0) return null;
  return (
    <Warning title={t('backtest.dearer', { count })}>
      <Stack gap="xs">
        <Text size="sm">{t('backtest.dearer.why')}</Text>
        {dearer !== null && (
          <>
            {dearer.length < count && <Text size="sm">{t('backtest.dearer.most', { count: dearer.length })}</Text>}
            <ChangedOrders orders={dearer} money={money} />
          </>
        )}
      </Stack>
    </Warning>
  );
}
