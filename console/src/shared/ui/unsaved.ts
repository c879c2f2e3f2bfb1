import { createContext, useContext, useEffect, useId, useSyncExternalStore } from 'react';

/** The parameters of the address that show the forms inside (`ShownForm`): they go away with its value. Outside, they stay as long as the page. */
export const ShownBy = createContext<readonly string[]>([]);

/** The forms of the page whose changes are not saved, each with the parameters of the address that show it. */
const forms = new Map<string, readonly string[]>();
const listeners = new Set<() => void>();

function note(change: () => void): void {
  change();
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Notes while a form has changes that are not saved: a person is asked before they are lost (`app/leave-question.tsx`). */
export function useUnsaved(isUnsaved: boolean): void {
  const form = useId();
  const parameters = useContext(ShownBy);
  useEffect(() => {
    if (!isUnsaved) return undefined;
    note(() => forms.set(form, parameters));
    return () => note(() => forms.delete(form));
  }, [form, isUnsaved, parameters]);
}

/** Whether a form of the page has changes that are not saved. */
export function useIsUnsaved(): boolean {
  return useSyncExternalStore(listen, () => forms.size > 0);
}

/** Whether a form with such changes goes away when these parameters of the address change. */
export function isLostWith(changed: (parameter: string) => boolean): boolean {
  return [...forms.values()].some((parameters) => parameters.some(changed));
}
