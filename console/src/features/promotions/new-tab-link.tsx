import { Link } from '@tanstack/react-router';
import { type ReactNode } from 'react';

/** A link that opens a tab of its own: what was typed here stays. */
export function NewTabLink({ to, children }: { readonly to: string; readonly children: ReactNode }): ReactNode {
  return (
    <Link className="link underlined" to={to} target="_blank">
      {children}
    </Link>
  );
}
