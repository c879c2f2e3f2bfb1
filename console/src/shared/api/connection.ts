import { StoreError } from '@storekeeper/client';
import { useSyncExternalStore } from 'react';
import { OutsideStore } from './outside-store';

/** Interval between probes of a store that cannot be reached. */
const PROBE_MS = 2_000;
/** A probe that takes longer has failed. */
const PROBE_PATIENCE_MS = 5_000;
/** A proxy in front of the store, or the store while it stops or has lost its database. */
const AWAY = new Set([502, 503, 504]);

/** Whether an error says that the store could not be reached. */
export function isAway(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof StoreError && AWAY.has(error.status));
}

const isReachable = new OutsideStore(true);
const onReturn = new Set<() => void>();

/** Whether the store answers: false after a request that found nobody, true again after a probe of `/health/ready`. */
export function useIsReachable(): boolean {
  return useSyncExternalStore(isReachable.subscribe, isReachable.get);
}

/** Calls back whenever the store has come back. @returns ends it */
export function whenBack(listener: () => void): () => void {
  onReturn.add(listener);
  return () => onReturn.delete(listener);
}

/** `fetch` that notes whether the store could be reached. */
export async function watchedFetch(...request: Parameters<typeof fetch>): Promise<Response> {
  try {
    const response = await fetch(...request);
    if (AWAY.has(response.status)) noteAway();
    return response;
  } catch (error) {
    // An abort is the page's own doing.
    if (error instanceof TypeError) noteAway();
    throw error;
  }
}

/**
 * Loads code of the console. When it does not come, this waits until the store answers again and tries once more: then the file is
 * of an older build, and the error is for the caller.
 */
export async function loadWhenReachable<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    await new Promise<void>((resolve) => {
      const stop = whenBack(() => {
        stop();
        resolve();
      });
      noteAway();
    });
    return load();
  }
}

function noteAway(): void {
  if (!isReachable.get()) return;
  isReachable.set(false);
  setTimeout(() => void probe(), PROBE_MS);
}

async function probe(): Promise<void> {
  const isReady = await fetch('/health/ready', { signal: AbortSignal.timeout(PROBE_PATIENCE_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isReady) {
    setTimeout(() => void probe(), PROBE_MS);
    return;
  }
  isReachable.set(true);
  for (const listener of onReturn) listener();
}
