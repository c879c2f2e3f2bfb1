import { type ResourceName } from '../support/small-world';

/** A request that is refused as a whole, or a read of what there is not. */
export interface HostileRequest {
  readonly title: string;
  readonly method?: string;
  /** `{orders}` stands for the path of a collection, `{order}` for the id of its record. */
  readonly path: string;
  readonly type?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status: number;
  /** The message; with `field`, what follows its name. */
  readonly error: string;
  readonly field?: string;
}

export const FORM = 'application/x-www-form-urlencoded';
export const JSON_TYPE = 'application/json';

const NOT_FOUND: Readonly<Record<ResourceName, string>> = {
  orders: 'No order found',
  items: 'No order item found',
  customers: 'No customer found',
  groups: 'No customer group found',
  addresses: 'No address found',
  currencies: 'No currency found',
  taxes: 'No tax band found',
  shipping: 'No shipping method found',
  products: 'No product found',
  brands: 'No brand found',
  categories: 'No category found',
  collections: 'No collection found',
  webhooks: 'No webhook found',
};

/** Ids as they stand in a path. */
const PATH_IDS = [
  '0', '-1', '1.0', '01', '1e3', '9223372036854775807', '9223372036854775808', '12345678901234567890', 'undefined',
  'null', 'NaN', '018f3c1e-7b5a-7c3d-9e2f-1a2b3c4d5e6f', '..%2F..%2Fetc%2Fpasswd', '%2e%2e%2fadmin', '%00', '1%00', '1%20',
  '%20', "1'%20OR%20'1'='1", '1;DROP%20TABLE%20orders', '%3Cscript%3E', '%EF%BC%91', '%D9%A1', '*', '__proto__',
  'constructor', '[object%20Object]', '1,2', '%F0%9F%8D%B5', 'x'.repeat(4000),
]; // prettier-ignore

const RESOURCES = Object.keys(NOT_FOUND) as ResourceName[];

/** Each id at each resource, the methods by turns. */
const UNKNOWN_IDS: readonly HostileRequest[] = PATH_IDS.flatMap((id, i) =>
  RESOURCES.map((resource, j) => {
    const turn = ['GET', 'PUT', 'DELETE'][(i + j) % 3];
    // An item is changed by its sku, not by its id.
    const method = turn === 'PUT' && resource === 'items' ? 'DELETE' : turn;
    const title = `${method} ${resource}/${id.slice(0, 40)}`;
    // A removal of several names the one that is not there. Items are removed one by one.
    const named = method === 'DELETE' && id === '1,2' && resource !== 'items' ? ' (id 1)' : '';
    return { title, method, path: `{${resource}}/${id}`, status: 404, error: `${NOT_FOUND[resource]}${named}` };
  }),
);

const BROKEN_PATHS: readonly HostileRequest[] = ['%', '%E0%A4%A', '%F0%9F', '%ff', '%zz', '%c0%af'].flatMap((id) =>
  [`/v1/orders/${id}`, `/v1/gateways/${id}`, `/v1/customers/${id}/addresses`].map((path) => ({
    title: `GET ${path}`,
    path,
    status: 400,
    error: 'The request holds an invalid percent-encoding',
  })),
);

const NOWHERE: readonly HostileRequest[] = [
  '/v1',
  '/v2/orders',
  '//v1//orders',
  '/v1/order',
  '/v1/orders/{order}/nothing',
  '/v1/orders/{order}/items/{item}/more',
  '/oauth',
  '/v1/oauth/access_token',
  '/.env',
  '/.git/config',
  '/docs/..%2fpackage.json',
  '/v1/orders;jsessionid=1',
].map((path) => ({ title: `GET ${path}`, path, status: 404, error: 'No such path' }));

const under = (path: string, field: string, error: string): HostileRequest => ({
  title: `GET ${path}`.slice(0, 90),
  path,
  status: 422,
  error,
  field,
});

const QUERIES: readonly HostileRequest[] = [
  ...['1e2', '0x10', '1.5', 'ten', '١', '1,000', '1; DROP TABLE orders', '--1'].flatMap((text) => [
    under(`{orders}?limit=${encodeURIComponent(text)}`, 'limit', 'must be a whole number'),
    under(`{products}?offset=${encodeURIComponent(text)}`, 'offset', 'must be a whole number'),
  ]),
  under('{orders}?limit=0', 'limit', 'must be 1 or more'),
  under('{orders}?limit=-1', 'limit', 'must be 1 or more'),
  under('{orders}?limit=101', 'limit', 'must be at most 100'),
  under(`{orders}?limit=${'9'.repeat(400)}`, 'limit', 'must be at most 100'),
  under('{orders}?offset=-1', 'offset', 'must be 0 or more'),
  under('{orders}?offset=9223372036854775808', 'offset', 'must be at most 1000000000'),
  under('{orders}?limit[]=1', 'limit', 'must be a whole number'),
  under('{orders}?limit[$gt]=1', 'limit', 'must be a whole number'),
  under('{brands}?order=down', 'order', 'must be one of asc, desc'),
  under('{brands}?order=asc;DROP', 'order', 'must be one of asc, desc'),
  under('{orders}/search?strict=maybe', 'strict', 'must be 1, 0, true or false'),
  under('{orders}/search?strict=constructor', 'strict', 'must be 1, 0, true or false'),
  under('{brands}?sort[a]=b', 'sort', 'must be text'),
  under(`{brands}?sort=${'a'.repeat(65)}`, 'sort', 'must be at most 64 characters'),
  under('{brands}?__proto__=1', '__proto__', 'is not allowed as a name'),
  under('{brands}?__proto__[a]=1', '__proto__', 'is not allowed as a name'),
  under('{brands}?a[constructor][prototype]=1', 'a.constructor', 'is not allowed as a name'),
  under('{brands}?title=%00', 'title', 'must not hold control characters or broken Unicode'),
  under('{brands}?title=1&title[a]=2', 'title', 'must be sent either as a value or in brackets, not both'),
  under(`{brands}?a${'[b]'.repeat(21)}=1`, 'a', 'must not be nested more than 20 levels deep'),
  ...['%', '%E0%A4%A', '%ED%A0%80', '%ff'].map((text) => ({
    title: `GET {brands}?title=${text}`,
    path: `{brands}?title=${text}`,
    status: 400,
    error: 'The request holds an invalid percent-encoding',
  })),
  {
    title: 'GET {brands} with 1001 filters',
    path: `{brands}?${Array.from({ length: 1001 }, (_, i) => `a${i}`).join('&')}`,
    status: 413,
    error: 'The request must not hold more than 1000 fields',
  },
];

const METHODS: readonly HostileRequest[] = [
  ...['PATCH', 'TRACE', 'PROPFIND', 'OPTIONS', 'PUT', 'DELETE'].map((method) => ({
    title: `${method} /v1/orders`,
    method,
    path: '/v1/orders',
    status: 405,
    error: 'This path takes GET, HEAD, POST',
  })),
  { title: 'GET /oauth/access_token', path: '/oauth/access_token', status: 405, error: 'This path takes POST' },
  ...['GET', 'PATCH', 'POST', 'constructor', '1', 'PUT;DELETE', 'PUT,DELETE'].map((name) => ({
    title: `POST ?_method=${name}`,
    method: 'POST',
    path: `/v1/orders/{order}?_method=${name}`,
    status: 422,
    error: 'must be PUT or DELETE',
    field: '_method',
  })),
  ...['?_method[]=DELETE', '?_method[a]=PUT'].map((query) => ({
    title: `POST ${query}`,
    method: 'POST',
    path: `/v1/orders/{order}${query}`,
    status: 422,
    error: 'must be PUT or DELETE',
    field: '_method',
  })),
  {
    title: 'POST with _method in the body, which is a field and unknown',
    method: 'POST',
    path: '/v1/orders/{order}',
    type: FORM,
    body: '_method=DELETE',
    status: 405,
    error: 'This path takes DELETE, GET, HEAD, PUT',
  },
  {
    title: 'POST with X-HTTP-Method-Override, which is not known here',
    method: 'POST',
    path: '/v1/orders/{order}',
    headers: { 'x-http-method-override': 'DELETE' },
    status: 405,
    error: 'This path takes DELETE, GET, HEAD, PUT',
  },
];

/** Requests refused by their address or method. */
export const HOSTILE_ADDRESSES: readonly HostileRequest[] = [
  ...UNKNOWN_IDS,
  ...BROKEN_PATHS,
  ...NOWHERE,
  ...QUERIES,
  ...METHODS,
];
