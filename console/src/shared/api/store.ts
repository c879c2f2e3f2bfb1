import { type Answer, createClient, isStoreFailure, StoreError } from '@storekeeper/client';
import { focusManager, QueryCache, QueryClient, MutationCache, queryOptions } from '@tanstack/react-query';
import { watchedFetch, whenBack } from './connection';
import { locale } from '../text/locale';
import { accessToken, dropSession, whenSignedOut } from './session';

/** The store that serves this page: the only way to its API. */
export const store = createClient({
  url: location.origin,
  token: accessToken,
  fetch: watchedFetch,
  // A person waits: once more at once, and the page says what is wrong.
  retries: 1,
  mostWaitMs: 1_000,
  headers: { 'accept-language': locale() },
});

/** Takes a refused token for the end of the session. */
export function judge(error: unknown): void {
  if (error instanceof StoreError && error.status === 401) dropSession();
}

/** Another tab of this browser says here that it has changed the store. */
const changes = new BroadcastChannel('storekeeper-changes');

/** The records that pages have read. One is asked for again when its page is shown again. */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: judge }),
  mutationCache: new MutationCache({ onError: judge, onSuccess: () => changes.postMessage('changed') }),
  defaultOptions: { queries: { retry: false, staleTime: 5_000 }, mutations: { retry: false } },
});
whenBack(() => void queries.invalidateQueries());
changes.addEventListener('message', () => {
  // A hidden page reads again when a person comes back to it.
  const refetchType = focusManager.isFocused() ? 'active' : 'none';
  void queries.invalidateQueries({ refetchType });
});
// A window beside this one does not hide it: coming back from there is a focus only.
focusManager.setEventListener((handle) => {
  const comeBack = (): void => handle();
  const events = ['visibilitychange', 'focus'] as const;
  for (const event of events) globalThis.addEventListener(event, comeBack);
  return () => {
    for (const event of events) globalThis.removeEventListener(event, comeBack);
  };
});
// The next person may be another one.
whenSignedOut(() => queries.clear());

/** A read of the store for `useQuery`. The key begins with the subject; what it reads is cached by it. */
export function reading<Data>(key: readonly unknown[], read: (signal: AbortSignal) => Promise<Answer<Data>>) {
  return queryOptions({ queryKey: key, queryFn: async ({ signal }) => (await read(signal)).data });
}

/** A record with the tag of its version, which a change sends as `If-Match`. */
export interface Versioned<T> {
  readonly record: T;
  readonly tag: string | undefined;
}

/** A read of one record with its version. */
export function readingRecord<T>(
  key: readonly unknown[],
  read: (signal: AbortSignal) => Promise<Answer<{ readonly result: T }>>,
) {
  return queryOptions({
    queryKey: [...key, 'version'],
    queryFn: async ({ signal }): Promise<Versioned<T>> => {
      const { data, response } = await read(signal);
      return { record: data.result, tag: response.headers.get('etag') ?? undefined };
    },
  });
}

/** The query of {@link readingRecord}. */
export type RecordReading<T> = ReturnType<typeof readingRecord<T>>;

/** The headers of a change to one version of a record. */
export function ifMatch(tag: string | undefined): Record<string, string> {
  return tag === undefined ? {} : { 'If-Match': tag };
}

/** The headers of a POST that changes nothing: without a key of its own, the store does not keep its response for a repeat. */
export const NO_KEY = { 'Idempotency-Key': '' };

/** Whether a change was refused because another one came before it. */
export function isStale(error: unknown): boolean {
  return isStoreFailure(error) && error.code === 'record.stale';
}
