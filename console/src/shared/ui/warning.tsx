import { Alert } from '@mantine/core';
import { type ReactNode } from 'react';
import { t } from '../text/text';

/** Orange as a text is too pale on white. */
const TITLE = { label: { color: 'var(--mantine-color-text)' } };

/** Says loudly that something is not as a person may think. */
export function Warning({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <Alert color="orange" variant="outline" title={title} styles={TITLE}>
      {children}
    </Alert>
  );
}

/** The warnings of a response: what a change leads to. They are the store's own sentences. */
export function Warnings({ of }: { readonly of: readonly string[] }): ReactNode {
  if (of.length === 0) return null;
  return (
    <Warning title={t('settings.warnings')}>
      {of.map((warning) => (
        <div key={warning}>{warning}</div>
      ))}
    </Warning>
  );
}
