import { Alert } from '@mantine/core';
import { type ReactNode } from 'react';

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
