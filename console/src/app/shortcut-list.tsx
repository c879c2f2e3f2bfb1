import { Modal, Table } from '@mantine/core';
import { type ReactNode } from 'react';
import { type Feature } from '../shared/feature';
import { t } from '../shared/text/text';

/** Every key and what it does. */
export default function ShortcutList({
  features,
  close,
}: {
  readonly features: readonly Feature[];
  readonly close: () => void;
}): ReactNode {
  return (
    <Modal opened onClose={close} title={t('shortcuts.title')} closeButtonProps={{ 'aria-label': t('action.close') }}>
      <Table>
        <Table.Tbody>
          <Shortcut keys="/" title={t('shortcuts.find')} />
          <Shortcut keys="?" title={t('shortcuts.title')} />
          {features.map(({ key, title, path }) => (
            <Shortcut key={path} keys={`g ${key}`} title={t(title)} />
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}

function Shortcut({ keys, title }: { readonly keys: string; readonly title: string }): ReactNode {
  return (
    <Table.Tr>
      <Table.Td>{title}</Table.Td>
      <Table.Td ta="right">
        <kbd>{keys}</kbd>
      </Table.Td>
    </Table.Tr>
  );
}
