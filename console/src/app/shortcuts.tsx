import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { loadWhenReachable } from '../shared/api/connection';
import { type Feature } from '../shared/feature';

/** Asks for the list of shortcuts. */
export const SHORTCUTS_EVENT = 'storekeeper:shortcuts';
/** After `g`, the letter of a page is waited for so long. */
const SECOND_KEY_MS = 1_500;

const ShortcutList = lazy(() => loadWhenReachable(() => import('./shortcut-list')));

/** The keys of every page: `/` finds, `g` and a letter goes, `?` lists them. */
export function Shortcuts({ features }: { readonly features: readonly Feature[] }): ReactNode {
  const [isOpen, { open, close }] = useDisclosure(false);
  const navigate = useNavigate();
  const leader = useRef(-Infinity);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (isForAnother(event)) return;
      const isSecond = event.timeStamp - leader.current < SECOND_KEY_MS;
      leader.current = event.key === 'g' && !isSecond ? event.timeStamp : -Infinity;
      const feature = isSecond ? features.find(({ key }) => key === event.key) : undefined;
      if (feature !== undefined) void navigate({ to: feature.path });
      else if (event.key === '/') focusSearch();
      else if (event.key === '?') open();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    document.addEventListener(SHORTCUTS_EVENT, open);
    return () => {
      document.removeEventListener('keydown', press);
      document.removeEventListener(SHORTCUTS_EVENT, open);
    };
  }, [features, navigate, open]);
  if (!isOpen) return null;
  return (
    <Suspense>
      <ShortcutList features={features} close={close} />
    </Suspense>
  );
}

/** Whether the browser, or the field that is typed in, has the key. */
function isForAnother({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || isTyping(target);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/** The search of the page, or the one in its head. */
function focusSearch(): void {
  const field =
    document.querySelector<HTMLInputElement>('[data-search]') ??
    document.querySelector<HTMLInputElement>('[data-finder]');
  field?.focus();
  field?.select();
}
