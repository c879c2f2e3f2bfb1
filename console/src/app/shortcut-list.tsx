import { type ReactNode } from 'react';
import { type Feature } from '../shared/feature';
import { t } from '../shared/text/text';
import { Dialog } from '../shared/ui/dialog';

/** Every key and what it does. */
export default function ShortcutList({
  features,
  close,
}: {
  readonly features: readonly Feature[];
  readonly close: () => void;
}): ReactNode {
  return (
    <Dialog opened close={close} title={t('shortcuts.title')}>
      <table className="table">
        <tbody>
          <Shortcut keys="/" title={t('shortcuts.find')} />
          <Shortcut keys="?" title={t('shortcuts.title')} />
          {features.map(({ key, title, path }) => (
            <Shortcut key={path} keys={`g ${key}`} title={t(title)} />
          ))}
        </tbody>
      </table>
    </Dialog>
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
