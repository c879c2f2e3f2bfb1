import { useEffect, useId, useSyncExternalStore } from 'react';

/** The forms of the page whose changes are not saved, each with the parameter of the address that shows it. */
const forms = new Map<string, string | undefined>();
const listeners = new Set<() => void>();

function note(change: () => void): void {
  change();
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Notes while a form has changes that are not saved: a person is asked before the page is left (`app/leave-question.tsx`).
 * @param parameter of the address: the form is there while it keeps its value. Left out: while the page is.
 */
export function useUnsaved(isUnsaved: boolean, parameter?: string): void {
  const form = useId();
  useEffect(() => {
    if (!isUnsaved) return undefined;
    note(() => forms.set(form, parameter));
    return () => note(() => forms.delete(form));
  }, [form, isUnsaved, parameter]);
}

/** Whether a form of the page has changes that are not saved. */
export function useIsUnsaved(): boolean {
  return useSyncExternalStore(listen, () => forms.size > 0);
}

/** Whether a form with such changes goes away when these parameters of the address change. */
export function isLostWith(changed: (parameter: string) => boolean): boolean {
  return [...forms.values()].some((parameter) => parameter !== undefined && changed(parameter));
}
