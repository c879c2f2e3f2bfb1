import { type ReactNode } from 'react';
import { ShelfList } from './shelf-list';

/** The list of brands. */
export function Page(): ReactNode {
  return <ShelfList kind="brands" />;
}
