import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** The parameters of the page's address: flat texts, readable and shareable. */
export type AddressValues = Readonly<Record<string, string>>;

/** Reads `a=1&b=x,y`. */
export function readAddress(text: string): AddressValues {
  return Object.fromEntries(new URLSearchParams(text));
}

/** Writes parameters; an empty one is left out. */
export function writeAddress(values: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text.replaceAll('%2C', ',')}`;
}

/** A part of the page's path, such as `orderId` of `/orders/$orderId`. */
export function useParameter(name: string): string {
  const values: AddressValues = useParams({ strict: false });
  return values[name] ?? '';
}

type Patch = Readonly<Record<string, string | undefined>>;

/**
 * The parameters of this page, and how to change some of them. All that a page shows by choice is in its address.
 * With `isDone` no one is asked about a form that goes away: it was saved or cancelled.
 */
export function useAddress(): readonly [AddressValues, (patch: Patch, isDone?: boolean) => void] {
  const values: AddressValues = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = useCallback(
    (patch: Patch, isDone = false) => {
      // Only another page of a list begins at its top.
      const resetScroll = 'page' in patch;
      const search = (now: object): object => ({ ...now, ...patch });
      void navigate({ to: '.', search, replace: true, resetScroll, ignoreBlocker: isDone });
    },
    [navigate],
  );
  return [values, change];
}
