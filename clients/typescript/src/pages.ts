import type { Client } from 'openapi-fetch';
import type { paths } from './schema.js';

/** Records of a page, unless the caller says otherwise: as many as the store gives. */
const LIMIT = 100;

interface Query {
  readonly limit?: number;
  readonly offset?: number;
}
interface Init {
  readonly params?: { readonly query?: Query };
}
interface Page {
  readonly result: readonly unknown[];
  readonly pagination: { readonly total: number };
}
type Read = (path: string, init: Init) => Promise<{ readonly data?: Page }>;

/** Every record of a list, from `offset` on, a page at a time: the next page is read when the last one has been taken. */
export async function* pagesOf(requests: Client<paths>, path: string, init: Init = {}): AsyncGenerator<unknown, void> {
  const read = requests.GET as unknown as Read;
  const query = init.params?.query ?? {};
  const limit = query.limit ?? LIMIT;
  for (let offset = query.offset ?? 0; ; offset += limit) {
    const { data } = await read(path, { ...init, params: { ...init.params, query: { ...query, limit, offset } } });
    const { result, pagination } = data ?? { result: [], pagination: { total: 0 } };
    yield* result;
    if (offset + limit >= pagination.total || result.length === 0) return;
  }
}
