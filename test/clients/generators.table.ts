/** A generator of clients, and the programs that its client is tried with. */
export interface Generator {
  readonly name: string;
  /** Its command line, which makes the client `client.ts`, or the folder `client`, of a document, in its own folder. */
  readonly command: (document: string) => readonly [program: string, ...parameters: string[]];
  /** Its settings, where they have to be a file. */
  readonly settings?: (document: string) => readonly [name: string, text: string];
  /**
   * A module with the types `OrderBody` and those of {@link TYPES}, and with `flow`: it reads the currency, creates an order, finds it
   * again, and returns what is `seen` of both, with the reason why another order was refused.
   */
  readonly program: string;
}

/** The types that every client has by these names. */
const TYPES = ['FeedEventRecord', 'OrderRecord', 'OrderStatus', 'Rule', 'StoreEvent'];
const typesOf = (of: (name: string) => string): string =>
  TYPES.map((name) => `export type ${name} = ${of(name)};\n`).join('');

/** Keys that are numbers may be sent as numbers. */
const PRODUCT = `{ sku: 'MUG', title: 'Mug', slug: 'mug', price: 10, tax_band: '890123456789012345', status: 1, requires_shipping: '0' }`;
export const ORDER = `{ subtotal: 10, total: 12, currency_code: 'GBP', exchange_rate: 1 }`;
const QUERY = `{ status: ['unpaid'], currency_code: ['GBP'], sort: 'created_at', order: 'desc', limit: 10 }`;
const EVENTS = `{ type: ['order.*', '*.deleted', 'brand.created'] }`;
const STREAM = `{ type: 'order.*,*.deleted' }`;
const INCLUDE = `{ include: ['items', 'payments'] }`;

/** The start of a flow: the body of an order in the currency that the store has. */
const bodies = (currency: string): string => `
  const order = { ...${ORDER}, currency: ${currency} } satisfies OrderBody;
  const impossible = { ...order, currency: '1' } satisfies OrderBody;`;

export const GENERATORS_TRIED: readonly Generator[] = [
  {
    name: 'openapi-typescript',
    command: (document) => ['openapi-typescript', document, '-o', 'client.ts'],
    program: `import createClient from 'openapi-fetch';
import type { components, operations, paths } from './client';
${typesOf((name) => `components['schemas']['${name}']`)}
export type OrderBody = operations['createOrder']['requestBody']['content']['application/json'];
export const product: operations['createProduct']['requestBody']['content']['application/json'] = ${PRODUCT};
export const events: operations['listEvents']['parameters']['query'] = ${EVENTS};
export const stream: operations['streamEvents']['parameters']['query'] = ${STREAM};
export const included: operations['listOrders']['parameters']['query'] = ${INCLUDE};
export async function flow(baseUrl: string, token: string): Promise<string[]> {
  const store = createClient<paths>({ baseUrl, headers: { Authorization: 'Bearer ' + token } });
  const currencies = await store.GET('/v1/currencies');${bodies(`currencies.data?.result[0]?.id ?? ''`)}
  const made = await store.POST('/v1/orders', { body: order });
  const page = await store.GET('/v1/orders', { params: { query: ${QUERY} } });
  const refused = await store.POST('/v1/orders', { body: impossible });
  if (made.data === undefined || page.data === undefined) throw new Error('refused');
  return seen(made.data.result, page.data.result, refused.error?.error ?? '');
}
`,
  },
  {
    name: 'openapi-ts',
    command: (document) => ['openapi-ts', '-i', document, '-o', 'client'],
    program: `import * as api from './client';
import { client } from './client/client.gen';
${typesOf((name) => `api.${name}`)}
export type OrderBody = api.CreateOrderDto;
export async function types(): Promise<void> {
  await api.createProduct({ body: ${PRODUCT} });
  await api.listEvents({ query: ${EVENTS} });
  await api.streamEvents({ query: ${STREAM} });
  await api.listOrders({ query: ${INCLUDE} });
}
export async function flow(_: string, token: string): Promise<string[]> {
  client.setConfig({ auth: token });
  const currencies = await api.listCurrencies({ throwOnError: true });${bodies(`currencies.data.result[0]?.id ?? ''`)}
  const made = await api.createOrder({ body: order, throwOnError: true });
  const page = await api.listOrders({ query: ${QUERY}, throwOnError: true });
  const refused = await api.createOrder({ body: impossible });
  return seen(made.data.result, page.data.result, refused.error?.error ?? '');
}
`,
  },
  {
    name: 'orval',
    command: () => ['orval', '--config', 'orval.config.cjs'],
    settings: (document) => [
      'orval.config.cjs',
      `module.exports = { store: { input: ${JSON.stringify(document)}, output: {
  target: 'client.ts', client: 'fetch', baseUrl: { getBaseUrlFromSpecification: true },
} } };
`,
    ],
    program: `import * as api from './client';
${typesOf((name) => `api.${name}`)}
export type OrderBody = api.CreateOrderDto;
export async function types(): Promise<void> {
  await api.createProduct(${PRODUCT});
  await api.listEvents(${EVENTS});
  await api.streamEvents(${STREAM});
  await api.listOrders(${INCLUDE});
}
export async function flow(_: string, token: string): Promise<string[]> {
  const options = { headers: { Authorization: 'Bearer ' + token } };
  const currencies = await api.listCurrencies({}, options);
  if (currencies.status !== 200) throw new Error('refused');${bodies(`currencies.data.result[0]?.id ?? ''`)}
  const made = await api.createOrder(order, options);
  const page = await api.listOrders(${QUERY}, options);
  const refused = await api.createOrder(impossible, options);
  if (made.status !== 201 || page.status !== 200 || refused.status !== 422) throw new Error('refused');
  return seen(made.data.result, page.data.result, refused.data.error);
}
`,
  },
  {
    name: 'oazapfts',
    command: (document) => ['oazapfts', document, 'client.ts'],
    program: `import { HttpError, ok } from '@oazapfts/runtime';
import * as api from './client';
${typesOf((name) => `api.${name}`)}
export type OrderBody = api.CreateOrderDto;
export async function types(): Promise<void> {
  await api.createProduct(${PRODUCT});
  await api.listEvents({ $type: ['order.*', '*.deleted', 'brand.created'] });
  await api.streamEvents({ $type: 'order.*,*.deleted' });
  await api.listOrders(${INCLUDE});
}
export async function flow(_: string, token: string): Promise<string[]> {
  api.defaults.headers = { Authorization: 'Bearer ' + token };
  const currencies = await ok(api.listCurrencies());${bodies(`currencies.result[0]?.id ?? ''`)}
  const made = await ok(api.createOrder(order));
  const page = await ok(api.listOrders({ status: ['unpaid'], currencyCode: ['GBP'], sort: 'created_at', order: 'desc' }));
  const refused = await ok(api.createOrder(impossible)).catch((error: unknown) => (error as HttpError).data as api.ErrorBody);
  return seen(made.result, page.result, 'error' in refused ? refused.error : '');
}
`,
  },
  {
    name: 'openapi-zod-client',
    command: (document) => ['openapi-zod-client', document, ...['-o', 'client.ts', '--export-schemas']],
    program: `import type { z } from 'zod';
import { createApiClient, schemas } from './client';
${typesOf((name) => `z.infer<typeof schemas.${name}>`)}
export type OrderBody = z.input<typeof schemas.CreateOrderDto>;
export const product: z.input<typeof schemas.CreateProductDto> = ${PRODUCT};
export async function flow(base: string, token: string): Promise<string[]> {
  const axiosConfig = { adapter: 'fetch', headers: { Authorization: 'Bearer ' + token } };
  const store = createApiClient(base, { axiosConfig });
  const currencies = await store.listCurrencies();${bodies(`currencies.result[0]?.id ?? ''`)}
  const made = await store.createOrder(order);
  const page = await store.listOrders({ queries: ${QUERY}, paramsSerializer: { indexes: null } });
  const refused = await store.createOrder(impossible).catch((error) => error.response.data as z.infer<typeof schemas.ErrorBody>);
  return seen(made.result, page.result, 'error' in refused ? refused.error : '');
}
`,
  },
  {
    name: 'typed-openapi',
    command: (document) => ['typed-openapi', document, '-o', 'client.ts'],
    program: `import { createApiClient, type Schemas } from './client';
${typesOf((name) => `Schemas.${name}`)}
export type OrderBody = Schemas.CreateOrderDto;
export async function flow(base: string, token: string): Promise<string[]> {
  const headers = { Authorization: 'Bearer ' + token, 'Content-Type': 'application/json' };
  const store = createApiClient({
    fetch: ({ method, url, urlSearchParams, parameters }) => {
      url.search = String(urlSearchParams ?? '');
      const body = parameters?.body === undefined ? null : JSON.stringify(parameters.body);
      return fetch(url, { method: method.toUpperCase(), headers, body });
    },
  }, base);
  const currencies = await store.get('/v1/currencies', { query: {} });${bodies(`currencies.result[0]?.id ?? ''`)}
  const made = await store.post('/v1/orders', { header: {}, body: order });
  const page = await store.get('/v1/orders', { query: ${QUERY} });
  const refused = await store.post('/v1/orders', { header: {}, body: impossible, withResponse: true });
  return seen(made.result, page.result, refused.status === 422 ? refused.data.error : '');
}
`,
  },
  {
    name: 'swagger-typescript-api',
    command: (document) => [
      'swagger-typescript-api',
      'generate',
      ...['-p', document, '-o', '.', '-n', 'client.ts', '--enum-style=union'],
    ],
    program: `import * as api from './client';
${typesOf((name) => `api.${name}`)}
export type OrderBody = api.CreateOrderDto;
export async function flow(_: string, token: string): Promise<string[]> {
  const { v1 } = new api.Api({ securityWorker: () => ({ headers: { Authorization: 'Bearer ' + token } }) });
  const currencies = await v1.listCurrencies();${bodies(`currencies.data.result[0]?.id ?? ''`)}
  const made = await v1.createOrder(order);
  const page = await v1.listOrders(${QUERY});
  const refused = await v1.createOrder(impossible).catch((answer: { error: api.ErrorBody }) => answer);
  return seen(made.data.result, page.data.result, refused.error?.error ?? '');
}
`,
  },
];
