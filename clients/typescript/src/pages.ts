import type { Client } from 'openapi-fetch';
import type { paths } from './schema.js';

/** Records of a page, unless the caller says otherwise: as many as the store gives. */
const LIMIT = 100;

interface Query {
  readonly limit?: number;
  readonly offset?: number;
  readonly after?: number;
}
interface Init {
  readonly params?: { readonly query?: Query };
}
interface Page {
  readonly result: readonly unknown[];
  readonly pagination: { readonly total: number };
}
/** A page of the feed of events. */
interface FeedPage {
  readonly result: readonly unknown[];
  readonly last: number;
  readonly has_more: boolean;
}
type Read<P> = (path: string, init: Init) => Promise<{ readonly data?: P }>;

/**
 * Every record of a list, from `offset` on, a page at a time: the next page is read when the last one has been taken. With
 * `after` every event of the feed from that position to its end.
 */
export function pagesOf(requests: Client<paths>, path: string, init: Init = {}): AsyncGenerator<unknown, void> {
  const after = init.params?.query?.after;
  return after === undefined ? listOf(requests, path, init) : feedOf(requests, path, init, after);
}

async function* listOf(requests: Client<paths>, path: string, init: Init): AsyncGenerator<unknown, void> {
  const read = requests.GET as unknown as Read<Page>;
  const query = init.params?.query ?? {};
  const limit = query.limit ?? LIMIT;
  for (let offset = query.offset ?? 0; ; offset += limit) {
    const { data } = await read(path, { ...init, params: { ...init.params, query: { ...query, limit, offset } } });
    const { result, pagination } = data ?? { result: [], pagination: { total: 0 } };
    yield* result;
    if (offset + limit >= pagination.total || result.length === 0) return;
  }
}

async function* feedOf(
  requests: Client<paths>,
  path: string,
  init: Init,
  start: number,
): AsyncGenerator<unknown, void> {
  const read = requests.GET as unknown as Read<FeedPage>;
  for (let after = start; ;) {
    const { data } = await read(path, { ...init, params: { ...init.params, query: { ...init.params?.query, after } } });
    const { result, last, has_more: hasMore } = data ?? { result: [], last: after, has_more: false };
    yield* result;
    if (!hasMore) return;
    after = last;
  }
}
