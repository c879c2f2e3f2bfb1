import { Button, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode } from 'react';
import { t } from '../text/text';
import { Dialog } from './dialog';
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
  isAnswered = true,
}: {
  readonly label: string;
  readonly question: ReactNode;
  readonly change: Change;
  readonly isDangerous?: boolean;
  /** It is what its form is for. */
  readonly isMain?: boolean;
  readonly disabled?: boolean;
  /** The fields of its question are filled in. */
  readonly isAnswered?: boolean;
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
      <Dialog opened={isOpen} close={close} title={label}>
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
              disabled={!isAnswered}
              onClick={() => void carryOut()}
            >
              {label}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  );
}
