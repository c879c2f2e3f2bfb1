import { type ReactNode } from 'react';
import { ShelfList } from './shelf-list';

/** The list of collections. */
export function Page(): ReactNode {
  return <ShelfList kind="collections" />;
}
