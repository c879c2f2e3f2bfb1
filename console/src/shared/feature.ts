import { type ReactNode } from 'react';
import { type Scope } from './api/session';
import { type TextKey } from './text/text';

/** A page of a feature. Its code is loaded when it is first shown. */
interface PageDescription {
  /** Below `/console`, such as `/orders/$orderId`. */
  readonly path: string;
  readonly title: TextKey;
  /** Without it a token does not see the page. Default: the scope of the feature. */
  readonly scope?: Scope;
  readonly load: () => Promise<{ readonly Page: () => ReactNode }>;
}

/** A subject of the console: its place in the navigation, and its pages. Registered by one line in `app/registered-features.ts`. */
export interface Feature {
  readonly title: TextKey;
  /** Path of its first page. */
  readonly path: string;
  /** Scope that its first page reads with. A token without it does not see the feature; undefined: everybody does. */
  readonly scope?: Scope;
  /** Goes to it after `g`; one letter, of no other feature. */
  readonly key: string;
  /** Heading of the navigation that it stands under. */
  readonly group: 'shop' | 'development' | 'operation';
  readonly pages: readonly PageDescription[];
}
