import { type components } from '@storekeeper/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { whenBack } from '../../shared/api/connection';
import { judge, reading, store } from '../../shared/api/store';
import { type AddressValues } from '../../shared/ui/address';
import { EVENT_OBJECTS, type EventObject } from '../../shared/ui/object-page';

/** An event of the store. */
export type StoreEvent = components['schemas']['EventRecord'];

/** Events on the page: a bound for the browser's memory. Older ones are found by filters. */
const MOST = 200;
const FIRST = 50;

/** The filters of the page's address. */
interface EventFilters {
  readonly object: EventObject[];
  readonly type: FilterType[];
  readonly objectId: string;
}
type FilterType = components['schemas']['EventType'];

/** The types are as they were typed: the store says which ones it does not know. */
function filtersOf(object: string, type: string, objectId: string): EventFilters {
  const objects = object.split(',');
  const types = type.split(',').map((word) => word.trim());
  return {
    object: EVENT_OBJECTS.filter((known) => objects.includes(known)),
    type: types.filter((word): word is FilterType => word !== ''),
    objectId,
  };
}

function readingPast(filters: EventFilters) {
  const { object, type, objectId } = filters;
  const query = {
    limit: FIRST,
    ...(object.length > 0 ? { object } : {}),
    ...(type.length > 0 ? { type } : {}),
    ...(objectId === '' ? {} : { object_id: objectId }),
  };
  return reading(['/v1/events', query], (signal) => store.GET('/v1/events', { params: { query }, signal }));
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
  const { object = '', type = '', object_id: objectId = '' } = address;
  const filters = useMemo(() => filtersOf(object, type, objectId), [object, type, objectId]);
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
  // Always read again: what came by the stream before is in no cache.
  const past = useQuery({ ...readingPast(filters), staleTime: 0 });
  const own = live.filters === filters ? live : undefined;
  return { past, error: own?.error, events: merged(own?.events ?? [], past.data?.result ?? []) };
}

/** Events that came while the page was open with these filters. */
interface Followed {
  readonly filters: EventFilters;
  readonly events: readonly StoreEvent[];
  readonly error: unknown;
}

/** Both lists in one, without those that are in both; the newest first. */
function merged(live: readonly StoreEvent[], past: readonly StoreEvent[]): readonly StoreEvent[] {
  const ids = new Set(live.map(({ id }) => id));
  return [...live, ...past.filter(({ id }) => !ids.has(id))].slice(0, MOST);
}
