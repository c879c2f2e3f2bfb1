import { type ReactNode, useSyncExternalStore } from 'react';
import { OutsideStore } from '../api/outside-store';

/** A sentence is read in this time. */
const SHOWN_MS = 5_000;

interface Toast {
  readonly id: number;
  readonly message: string;
}

const toasts = new OutsideStore<readonly Toast[]>([]);
let last = 0;

/** Says for some seconds what was done. */
export function toast(message: string): void {
  last += 1;
  const own = { id: last, message };
  toasts.set([...toasts.get(), own]);
  setTimeout(() => toasts.set(toasts.get().filter((it) => it !== own)), SHOWN_MS);
}

/** Shows the toasts, once a page. */
export function Toasts(): ReactNode {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.get);
  return (
    <div className="toasts" role="status">
      {shown.map(({ id, message }) => (
        <div key={id}>{message}</div>
      ))}
    </div>
  );
}
