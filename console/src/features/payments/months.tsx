import { Button, Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { t } from '../../shared/text/text';
import { useAddress } from '../../shared/ui/address';
import { monthOf } from './month';

/** Two months to choose, beside the days of the filters. */
export function Months(): ReactNode {
  const [, change] = useAddress();
  const [now] = useState(() => new Date());
  return (
    <Group gap="xs">
      {(['this', 'last'] as const).map((which) => {
        const { from, to } = monthOf(now, which === 'this' ? 0 : -1);
        return (
          <Button
            key={which}
            size="compact-sm"
            variant="default"
            onClick={() => change({ 'created_at[from]': from, 'created_at[to]': to, page: undefined })}
          >
            {t(`payments.${which}-month`)}
          </Button>
        );
      })}
    </Group>
  );
}
