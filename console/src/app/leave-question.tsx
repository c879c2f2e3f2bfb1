import { Button, Group, Modal, Stack } from '@mantine/core';
import { type ReactNode } from 'react';
import { t } from '../shared/text/text';

/** Asks whether to leave a page whose changes are not saved. */
export default function LeaveQuestion({
  stay,
  leave,
}: {
  readonly stay: () => void;
  readonly leave: () => void;
}): ReactNode {
  return (
    <Modal opened onClose={stay} title={t('leave.title')} closeButtonProps={{ 'aria-label': t('action.close') }}>
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
    </Modal>
  );
}
