import { type ReactNode } from 'react';
import { ShelfPage } from './shelf-page';

/** One category. */
export function Page(): ReactNode {
  return <ShelfPage kind="categories" />;
}
