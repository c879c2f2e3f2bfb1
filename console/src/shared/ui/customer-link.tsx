import { type ReactNode } from 'react';
import { useMay } from '../api/session';
import { PageLink } from './page';
import { Missing } from './values';

/** The name of a customer, where there is one: a link to its page where the token may read it. */
export function CustomerLink({ id, name }: { readonly id: string | null; readonly name: string }): ReactNode {
  const mayRead = useMay()('customers:read');
  if (name === '') return <Missing />;
  return mayRead && id !== null ? <PageLink to={`/customers/${id}`}>{name}</PageLink> : name;
}
