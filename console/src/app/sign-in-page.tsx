import { type ReactNode, useEffect } from 'react';
import { useSession } from '../shared/api/session';
import { t } from '../shared/text/text';
import { SignInForm } from './sign-in-form';

/** The page of those who are not signed in. */
export default function SignInPage(): ReactNode {
  const session = useSession();
  useEffect(() => {
    document.title = `${t('sign-in.title')} · storekeeper`;
  }, []);
  return (
    <main>
      <SignInForm status={reasonOf(session)} />
    </main>
  );
}

function reasonOf(session: ReturnType<typeof useSession>): string | undefined {
  if (session.kind === 'in') return t('sign-in.ended');
  return session.kind === 'out' && session.why !== undefined ? t(`sign-in.${session.why}`) : undefined;
}
