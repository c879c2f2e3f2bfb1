import { type components } from '@storekeeper/client';
import { store } from '../../shared/api/store';

type StoreEvent = components['schemas']['EventRecord'];

/** Values of one filter that the API takes. */
const MOST = 50;

let asked = new Map<string, Promise<StoreEvent | null>>();
let request: Promise<ReadonlyMap<string, StoreEvent>> | undefined;

/** Reads an event together with those that other rows ask for at the same time. Null: it is no longer kept. */
export function eventTogether(id: string): Promise<StoreEvent | null> {
  const known = asked.get(id);
  if (known !== undefined) return known;
  request ??= Promise.resolve().then(readAsked);
  const event = request.then((events) => events.get(id) ?? null);
  asked.set(id, event);
  return event;
}

async function readAsked(): Promise<ReadonlyMap<string, StoreEvent>> {
  const ids = [...asked.keys()];
  asked = new Map();
  request = undefined;
  const pages = Array.from({ length: Math.ceil(ids.length / MOST) }, (_, page) =>
    readEvents(ids.slice(page * MOST, (page + 1) * MOST)),
  );
  return new Map((await Promise.all(pages)).flat().map((event) => [event.id, event]));
}

async function readEvents(ids: readonly string[]): Promise<readonly StoreEvent[]> {
  // `id=a&id=b`: the ids have no common separator, as words have.
  const { data } = await store.GET('/v1/events', {
    params: { query: { id: ids as unknown as string, limit: MOST } },
    querySerializer: { array: { style: 'form', explode: true } },
  });
  return data.result;
}
