import { type ReactNode } from 'react';
import { useAddress } from './address';
import { ShownBy } from './unsaved';

/**
 * Shows the form that a parameter of the address names. Another value shows another form in its place: a person is asked before changes
 * that are not saved go away with the first one.
 */
export function ShownForm({
  by,
  children,
}: {
  /** The parameter, then those that belong to the form too. Give it the same array each time. */
  readonly by: readonly [string, ...string[]];
  /** Takes the value of the parameter, and `close`, for a form that was saved or cancelled: it asks nothing. */
  readonly children: (shown: string | undefined, close: () => void) => ReactNode;
}): ReactNode {
  const [address, change] = useAddress();
  const close = (): void => change(Object.fromEntries(by.map((parameter) => [parameter, undefined])), true);
  return <ShownBy value={by}>{children(address[by[0]], close)}</ShownBy>;
}
