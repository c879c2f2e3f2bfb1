import createFetchClient, {
  type Client,
  type ClientPathsWithMethod,
  type FetchResponse,
  type MaybeOptionalInit,
} from 'openapi-fetch';
import type { HttpMethod, PathsWithMethod } from 'openapi-typescript-helpers';
import { failureOf } from './failures.js';
import { pagesOf } from './pages.js';
import type { paths } from './schema.js';
import { type FeedEvent, type Subscription, subscribe, type SubscribeOptions } from './subscribe.js';
import { type Credentials, Tokens } from './tokens.js';
import { type RetryOptions, Transport } from './transport.js';

/** Address of the store and credentials. */
export type ClientOptions = Credentials &
  RetryOptions & {
    /** Such as `https://shop.example.com`. */
    readonly url: string;
    /** Default: the platform's. */
    readonly fetch?: typeof fetch;
    /** Headers of every request, such as `X-Currency`. */
    readonly headers?: Readonly<Record<string, string>>;
  };

type Requests = Client<paths>;
type Lists = ClientPathsWithMethod<Requests, 'get'>;
type BodyOf<Path extends Lists> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } };
}
  ? Body
  : never;
type ItemsOf<Path extends Lists> = Extract<BodyOf<Path>, { result: unknown[]; pagination: unknown }>['result'][number];
/** Selects events of the feed, from a position on. */
export interface FeedOptions extends Omit<MaybeOptionalInit<paths['/v1/events'], 'get'>, 'params'> {
  readonly params: {
    readonly query: Pick<FeedQuery, 'type' | 'object' | 'object_id' | 'limit'> & { readonly after: number };
  };
}
type FeedQuery = NonNullable<paths['/v1/events']['get']['parameters']['query']>;
/** Paths that return pages. */
export type ListPath = { [Path in Lists]: [ItemsOf<Path>] extends [never] ? never : Path }[Lists];
/** A record of a list. */
export type ItemOf<Path extends ListPath> = ItemsOf<Path>;

/** A response with a status of 2xx: every other one is thrown. */
export interface Answer<Data> {
  readonly data: Data;
  readonly response: Response;
}
type DataOf<Path extends keyof paths, M extends HttpMethod, Init> =
  paths[Path] extends Record<M, infer Operation>
    ? Operation extends Record<string | number, unknown>
      ? NonNullable<FetchResponse<Operation, Init, `${string}/${string}`>['data']>
      : never
    : never;
/** A method of {@link StoreClient}: a path of the API, and its parameters and body where it has any that are required. */
export type Send<M extends HttpMethod> = <
  Path extends PathsWithMethod<paths, M>,
  Init extends MaybeOptionalInit<paths[Path], M>,
>(
  path: Path,
  ...init: InitOf<Init>
) => Promise<Answer<DataOf<Path, M, Init>>>;
type InitOf<Init> = object extends Init ? [(Init & Record<string, unknown>)?] : [Init & Record<string, unknown>];

/**
 * A store. `GET`, `POST`, `PUT`, `PATCH` and `DELETE` take a path of the API and what it needs, and return `data`.
 * @throws StoreError on every response that is not 2xx
 */
export interface StoreClient {
  readonly GET: Send<'get'>;
  readonly POST: Send<'post'>;
  readonly PUT: Send<'put'>;
  readonly PATCH: Send<'patch'>;
  readonly DELETE: Send<'delete'>;
  /** Every event after a position, oldest first, to the end of the feed. {@link subscribe} waits for the next ones too. */
  list(path: '/v1/events', options: FeedOptions): AsyncGenerator<FeedEvent, void, undefined>;
  /** Every record of a list, page after page. */
  list<Path extends ListPath>(
    path: Path,
    options?: MaybeOptionalInit<paths[Path], 'get'>,
  ): AsyncGenerator<ItemOf<Path>, void, undefined>;
  /** Events from a position on, as they happen. Goes on by itself after a break; end it with the signal. */
  subscribe(options?: SubscribeOptions): Subscription;
}

/** Makes the client of a store. Nothing is sent before the first request. @throws TypeError when the url is not absolute http(s) */
export function createClient(options: ClientOptions): StoreClient {
  const url = addressOf(options.url);
  const send = options.fetch ?? ((...request: Parameters<typeof fetch>) => fetch(...request));
  const transport = new Transport(new Tokens(url, options, send), send, options);
  const requests = createFetchClient<paths>({
    baseUrl: url,
    headers: options.headers ?? {},
    fetch: transport.fetch,
    // The store reads lists as `status=paid,refunded`.
    querySerializer: { array: { style: 'form', explode: false } },
  });
  requests.use({
    async onResponse({ response }) {
      if (response.ok) return undefined;
      const body: unknown = await response.json().catch(() => undefined);
      throw failureOf(response, body);
    },
  });
  const list = ((path: never, init?: never) => pagesOf(requests, path, init)) as StoreClient['list'];
  return {
    // The same methods: their type is narrower because the middleware throws what is not 2xx.
    ...({
      GET: requests.GET,
      POST: requests.POST,
      PUT: requests.PUT,
      PATCH: requests.PATCH,
      DELETE: requests.DELETE,
    } as unknown as Pick<StoreClient, 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'>),
    list,
    subscribe: (wanted = {}) => subscribe(url, transport.fetch, wanted),
  };
}

/** Returns the address of a store without a slash at its end. In `localhost:3000` the scheme would be `localhost:`. */
function addressOf(url: string): string {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw new TypeError('url must be an absolute http or https URL, such as https://shop.example.com');
  return new URL(url).href.replace(/\/$/, '');
}
