import { Modal } from '@mantine/core';
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
      <table className="table">
        <tbody>
          <Shortcut keys="/" title={t('shortcuts.find')} />
          <Shortcut keys="?" title={t('shortcuts.title')} />
          {features.map(({ key, title, path }) => (
            <Shortcut key={path} keys={`g ${key}`} title={t(title)} />
          ))}
        </tbody>
      </table>
    </Modal>
  );
}

function Shortcut({ keys, title }: { readonly keys: string; readonly title: string }): ReactNode {
  return (
    <tr>
      <td>{title}</td>
      <td data-number>
        <kbd>{keys}</kbd>
      </td>
    </tr>
  );
}
