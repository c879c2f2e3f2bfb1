import { type ReactNode } from 'react';
import { type Scope, useMay } from '../shared/api/session';
import { t } from '../shared/text/text';
import { Empty, Page } from '../shared/ui/page';

/** Shows a page to tokens that may read it, and says to others which scope they lack. */
export function ForScope({
  scope,
  title,
  children,
}: {
  readonly scope: Scope | undefined;
  readonly title: string;
  readonly children: ReactNode;
}): ReactNode {
  const may = useMay();
  if (scope === undefined || may(scope)) return children;
  return (
    <Page title={title}>
      <Empty title={t('shell.forbidden')} next={t('shell.forbidden.text', { scope })} />
    </Page>
  );
}
