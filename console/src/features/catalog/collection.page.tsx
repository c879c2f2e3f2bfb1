import { type ReactNode } from 'react';
import { ShelfPage } from './shelf-page';

/** One collection. */
export function Page(): ReactNode {
  return <ShelfPage kind="collections" />;
}
