import { Button, Text } from '@mantine/core';
import { type ReactNode } from 'react';
import { t } from '../../shared/text/text';

/** Gives the promotion of the form a group, which the one that always applies also gets when the form is saved. */
export function BetterOffer({ title, onClick }: { readonly title: string; readonly onClick: () => void }): ReactNode {
  return (
    <div>
      <Button variant="default" size="compact-sm" onClick={onClick}>
        {t('offers.better')}
      </Button>
      <Text size="xs" c="dimmed" mt={4}>
        {t('offers.better.help', { title })}
      </Text>
    </div>
  );
}
