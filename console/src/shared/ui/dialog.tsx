import { MantineThemeProvider, Modal } from '@mantine/core';
import { type ReactNode } from 'react';
import { t } from '../text/text';

/** Lists of fields lie below the header of a page, and above a dialog that they are in (200). */
const INSIDE = { components: { Combobox: { defaultProps: { zIndex: 300 } } } };

/** A dialog above the page. */
export function Dialog({
  opened,
  close,
  title,
  children,
}: {
  readonly opened: boolean;
  readonly close: () => void;
  readonly title: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <Modal opened={opened} onClose={close} title={title} closeButtonProps={{ 'aria-label': t('action.close') }}>
      <MantineThemeProvider theme={INSIDE}>{children}</MantineThemeProvider>
    </Modal>
  );
}
