import { Button, Group, Stack } from '@mantine/core';
import { type ReactNode } from 'react';
import { t } from '../shared/text/text';
import { Dialog } from '../shared/ui/dialog';

/** Asks whether to leave a page whose changes are not saved. */
export default function LeaveQuestion({
  stay,
  leave,
}: {
  readonly stay: () => void;
  readonly leave: () => void;
}): ReactNode {
  return (
    <Dialog opened close={stay} title={t('leave.title')}>
      <Stack>
        <div>{t('leave.text')}</div>
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={stay}>
            {t('leave.stay')}
          </Button>
          <Button color="red.9" onClick={leave}>
            {t('leave.leave')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
