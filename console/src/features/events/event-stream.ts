import { type components } from '@storekeeper/client';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { whenBack } from '../../shared/api/connection';
import { judge, store } from '../../shared/api/store';
import { type AddressValues } from '../../shared/ui/address';
import { EVENT_OBJECTS, type EventObject } from '../../shared/ui/object-page';

/** An event of the store. */
export type StoreEvent = components['schemas']['EventRecord'];

/** Events that are kept of those that come while the page is open: a bound for the browser's memory. */
const MOST = 200;
/** Older events that are read at once. */
const PAGE = 50;

/** The filters of the page's address. */
interface EventFilters {
  readonly object: EventObject[];
  readonly type: FilterType[];
  readonly objectId: string;
  /** As the API writes times; empty: none. */
  readonly since: string;
  readonly until: string;
}
type FilterType = components['schemas']['EventType'];

/** The types are as they were typed: the store says which ones it does not know. */
function filtersOf({
  object = '',
  type = '',
  object_id: objectId = '',
  since = '',
  until = '',
}: AddressValues): EventFilters {
  const objects = object.split(',');
  const types = type.split(',').map((word) => word.trim());
  return {
    object: EVENT_OBJECTS.filter((known) => objects.includes(known)),
    type: types.filter((word): word is FilterType => word !== ''),
    objectId,
    since,
    until,
  };
}

/** The events that have happened, the newest first, by pages. */
function usePast({ object, type, objectId, since, until }: EventFilters) {
  const query = {
    limit: PAGE,
    ...(object.length > 0 ? { object } : {}),
    ...(type.length > 0 ? { type } : {}),
    ...(objectId === '' ? {} : { object_id: objectId }),
    ...(since === '' ? {} : { since }),
    ...(until === '' ? {} : { until }),
  };
  return useInfiniteQuery({
    queryKey: ['/v1/events', 'pages', query],
    queryFn: async ({ pageParam: offset, signal }) => {
      const { data } = await store.GET('/v1/events', { params: { query: { ...query, offset } }, signal });
      // Without `after` it is the list, which has a total.
      return 'pagination' in data ? data : { ...data, pagination: { total: data.result.length } };
    },
    initialPageParam: 0,
    getNextPageParam: ({ pagination: { total } }, pages) => {
      const read = pages.length * PAGE;
      return read < total ? read : undefined;
    },
    placeholderData: keepPreviousData,
    // Always read again: what came by the stream before is in no cache.
    staleTime: 0,
  });
}

function follow({ object, type, objectId }: EventFilters, signal: AbortSignal) {
  return store.subscribe({
    object: object.length > 0 ? object : undefined,
    type: type.length > 0 ? type : undefined,
    objectId: objectId === '' ? undefined : [objectId],
    signal,
  });
}

/**
 * The newest events that fit the filters of the address: those that have happened, and those that happen while the page is open.
 * @param isLive false: no more are added
 */
export function useEvents(address: AddressValues, isLive: boolean) {
  const { object, type, object_id: objectId, since, until } = address;
  const filters = useMemo(
    () => filtersOf(withoutMissing({ object, type, object_id: objectId, since, until })),
    [object, type, objectId, since, until],
  );
  // A time range with an end gets no new events.
  const live = useFollowed(filters, isLive && filters.until === '');
  const past = usePast(filters);
  const pages = past.data?.pages ?? [];
  const before = pages.flatMap(({ result }): readonly StoreEvent[] => result);
  const isFull = live.events.length >= MOST;
  const events = merged(live.events, isFull ? [] : before);
  const total = Math.max(events.length, (pages.at(-1)?.pagination.total ?? 0) + events.length - before.length);
  const showOlder = (): void => {
    // Between those that came and those that were read there may be some that neither has.
    if (isFull) live.forget();
    void (isFull ? past.refetch() : past.fetchNextPage());
  };
  return { past, error: live.error, events, total, showOlder: past.hasNextPage || isFull ? showOlder : undefined };
}

const withoutMissing = (values: Readonly<Record<string, string | undefined>>): AddressValues =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined));

/** The events that come while the page is open with these filters. */
function useFollowed(filters: EventFilters, isLive: boolean) {
  const [live, setLive] = useState<Followed>({ filters, events: [], error: undefined });
  // Another number begins the stream anew.
  const [round, setRound] = useState(0);
  useEffect(() => whenBack(() => setRound((now) => now + 1)), []);
  useEffect(() => {
    if (!isLive) return undefined;
    const end = new AbortController();
    const add = (event: StoreEvent): void =>
      setLive((now) => {
        const before = now.filters === filters ? now.events : [];
        return { filters, events: [event, ...before].slice(0, MOST), error: undefined };
      });
    const read = async (): Promise<void> => {
      for await (const event of follow(filters, end.signal)) add(event);
    };
    read().catch((error: unknown) => {
      if (end.signal.aborted) return;
      judge(error);
      setLive((now) => ({ filters, events: now.filters === filters ? now.events : [], error }));
    });
    return () => end.abort();
  }, [filters, isLive, round]);
  const own = live.filters === filters ? live : undefined;
  return {
    events: own?.events ?? [],
    error: own?.error,
    forget: () => setLive({ filters, events: [], error: undefined }),
  };
}

/** Events that came while the page was open with these filters. */
interface Followed {
  readonly filters: EventFilters;
  readonly events: readonly StoreEvent[];
  readonly error: unknown;
}

/** Both lists in one, each event once; the newest first. */
function merged(live: readonly StoreEvent[], past: readonly StoreEvent[]): readonly StoreEvent[] {
  return [...new Map([...live, ...past].map((event) => [event.id, event])).values()];
}
