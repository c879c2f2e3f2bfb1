import { whenBack } from '../shared/api/connection';
import { resumeSession, signIn, SignInRefused } from '../shared/api/session';
import { OutsideStore } from '../shared/api/outside-store';

/** Reason why the one-time link of this page was rejected. */
export const linkRefusal = new OutsideStore<string | undefined>(undefined);

/**
 * Signs in by the one-time link of the address, or by the cookie of an earlier page. The code leaves the address first: it is no
 * part of what is bookmarked.
 */
export async function begin(): Promise<void> {
  const code = codeOfLink();
  if (code !== null) {
    history.replaceState(null, '', location.pathname + location.search);
    linkRefusal.set(undefined);
    try {
      await signIn({ code });
      return;
    } catch (error) {
      if (error instanceof SignInRefused) linkRefusal.set(error.message);
    }
  }
  await resume();
}

/** Signs in by a link that is opened in a tab which shows the console: only the end of its address changes. */
export function beginByLinks(): void {
  addEventListener('hashchange', () => {
    if (codeOfLink() !== null) void begin();
  });
}

const codeOfLink = (): string | null => new URLSearchParams(location.hash.slice(1)).get('code');

/** Resumes the session, as soon as the store can be reached. */
async function resume(): Promise<void> {
  try {
    await resumeSession();
  } catch {
    const stop = whenBack(() => {
      stop();
      void resume();
    });
  }
}
