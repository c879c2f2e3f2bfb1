import { type ReactNode } from 'react';

/** The name of who is signed in; on a narrow page a picture of a person alone. */
export function AccountName({ of: name }: { readonly of: string }): ReactNode {
  return (
    <>
      <svg width="16" height="16" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
        <circle cx="8" cy="5" r="3.2" />
        <path d="M1.5 15c.6-3.6 3.2-5.4 6.5-5.4s5.9 1.8 6.5 5.4z" />
      </svg>
      <span className="session-name">{name}</span>
    </>
  );
}
