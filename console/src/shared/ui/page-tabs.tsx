import { Link } from '@tanstack/react-router';
import { type ReactNode } from 'react';

/** The pages of a subject beside each other. */
export function PageTabs({
  label,
  pages,
  shown,
}: {
  readonly label: string;
  /** The path that is shown where the address is another one: the first of a subject is also that of the subject. */
  readonly shown?: string;
  readonly pages: readonly { readonly title: string; readonly path: string }[];
}): ReactNode {
  return (
    <nav aria-label={label} className="page-tabs">
      {pages.map(({ title, path }) => (
        <Link
          key={path}
          to={path}
          className="page-tab"
          activeOptions={{ exact: true, includeSearch: false }}
          {...(path === shown ? { 'aria-current': 'page' } : {})}
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}
