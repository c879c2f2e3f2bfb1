import { Button, Group, Modal, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode } from 'react';
import { t } from '../text/text';
import { ErrorPanel } from './error-panel';

interface Change {
  readonly mutateAsync: (input: void) => Promise<unknown>;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly reset: () => void;
}

/** A button whose change cannot be undone: it asks first, and keeps the question open when the store refuses. */
export function ConfirmButton({
  label,
  question,
  change,
  isDangerous = true,
  isMain = false,
  disabled = false,
}: {
  readonly label: string;
  readonly question: ReactNode;
  readonly change: Change;
  readonly isDangerous?: boolean;
  /** It is what its form is for. */
  readonly isMain?: boolean;
  readonly disabled?: boolean;
}): ReactNode {
  const [isOpen, { open, close }] = useDisclosure(false);
  const carryOut = async (): Promise<void> => {
    await change.mutateAsync().then(close, () => undefined);
  };
  return (
    <>
      <Button
        variant={isMain ? 'filled' : 'default'}
        size="sm"
        disabled={disabled}
        onClick={() => {
          change.reset();
          open();
        }}
      >
        {label}
      </Button>
      <Modal opened={isOpen} onClose={close} title={label} closeButtonProps={{ 'aria-label': t('action.close') }}>
        <Stack>
          <div>{question}</div>
          <ErrorPanel error={change.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('action.cancel')}
            </Button>
            <Button
              {...(isDangerous ? { color: 'red.9' } : {})}
              loading={change.isPending}
              onClick={() => void carryOut()}
            >
              {label}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
