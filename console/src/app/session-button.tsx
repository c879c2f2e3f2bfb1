import { Button } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { loadWhenReachable } from '../shared/api/connection';
import { useSession } from '../shared/api/session';
import { t } from '../shared/text/text';
import { AccountName } from './account-name';

const SessionMenu = lazy(() => loadWhenReachable(() => import('./session-menu')));

/** Names who is signed in, and opens the menu. Its code is loaded when it is first opened. */
export function SessionButton(): ReactNode {
  const session = useSession();
  const [isAsked, setAsked] = useState(false);
  const name = session.kind === 'in' ? session.name : '';
  const button = (
    <Button
      variant="default"
      size="xs"
      className="session"
      aria-label={t('shell.account', { name })}
      aria-haspopup="menu"
      onClick={() => setAsked(true)}
    >
      <AccountName of={name} />
    </Button>
  );
  if (!isAsked) return button;
  return (
    <Suspense fallback={button}>
      <SessionMenu name={name} />
    </Suspense>
  );
}
