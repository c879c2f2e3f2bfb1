import { useEffect, useId, useSyncExternalStore } from 'react';

/** The forms of the page whose changes are not saved. */
const forms = new Set<string>();
const listeners = new Set<() => void>();

function note(change: () => void): void {
  change();
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Notes while a form has changes that are not saved: a person is asked before the page is left (`app/leave-question.tsx`). */
export function useUnsaved(isUnsaved: boolean): void {
  const form = useId();
  useEffect(() => {
    if (!isUnsaved) return undefined;
    note(() => forms.add(form));
    return () => note(() => forms.delete(form));
  }, [form, isUnsaved]);
}

/** Whether a form of the page has changes that are not saved. */
export function useIsUnsaved(): boolean {
  return useSyncExternalStore(listen, () => forms.size > 0);
}
