import { type ReactNode } from 'react';
import { ShelfPage } from './shelf-page';

/** One brand. */
export function Page(): ReactNode {
  return <ShelfPage kind="brands" />;
}
