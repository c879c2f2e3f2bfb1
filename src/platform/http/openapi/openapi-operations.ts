import { type OpenAPIObject } from '@nestjs/swagger';
import { SCOPES } from '../../../kernel/scopes';
import { DOCUMENTED_ACTION, DOCUMENTED_STOREFRONT, DOCUMENTED_SUBJECT } from '../principal';
import { DOCUMENTED_LIST, type listedBy } from './list-parameters';
import { type ANSWER_HEADERS, failureReference, headersOf } from './openapi-components';
import { type Placed } from './openapi-parameters';
import { operationName } from './operation-name';
import { type Schemas } from './shared-schemas';

const METHODS = ['get', 'post', 'put', 'delete'] as const;
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** Security scheme: client credentials at the store's own token endpoint (wire.md 5). */
export const OAUTH2 = {
  type: 'oauth2',
  description: 'Client id and secret for an access token, which is sent as `Authorization: Bearer <token>`.',
  flows: {
    clientCredentials: {
      tokenUrl: '/oauth/access_token',
      scopes: Object.fromEntries(
        SCOPES.map((scope) => {
          const [subject = '', action] = scope.split(':');
          return [scope, `${action === 'read' ? 'Read' : 'Create, change and remove'} ${subject}`];
        }),
      ),
    },
  },
} as const;

/** The same, for those who have a token already, e.g. from `store token`. */
export const BEARER = { type: 'http', scheme: 'bearer', description: 'An access token that you have.' } as const;

/** Whether the request changes nothing: it needs the scope `read`. */
function isRead({ method, operation }: Placed): boolean {
  const action = (operation as unknown as Record<string, unknown>)[DOCUMENTED_ACTION];
  return action === undefined ? method === 'get' : action === 'read';
}

/** Paths that read on from a position of the event log. */
const FEEDS = new Set(['/v1/events', '/v1/events/stream']);

/** The statuses a request may fail with, beside those of any request and those its handler documents itself. */
function failuresOf({ method, path }: Placed): number[] {
  if (path.startsWith('/health/')) return [];
  if (path.startsWith('/files/')) return [404];
  if (path.startsWith('/oauth/')) return [422];
  const record = path.includes('{') ? [404] : [];
  const write = method === 'get' ? [] : [409];
  const gone = FEEDS.has(path) ? [410] : [];
  return [...record, ...write, ...gone, 422];
}

/** Names of the headers of successful responses that only some of the operations send. */
function ownHeadersOf({ method, path, operation }: Placed): (keyof typeof ANSWER_HEADERS)[] {
  // Without a token the key has no effect: it belongs to the caller.
  if (method === 'post' && path.startsWith('/v1/') && operation.security?.length !== 0) return ['Idempotency-Replayed'];
  const list = (operation as unknown as Record<string, unknown>)[DOCUMENTED_LIST] as
    ReturnType<typeof listedBy> | undefined;
  const reports = list?.filters !== undefined && (list.isStrict !== true || path.endsWith('/search'));
  return reports ? ['Unknown-Filters'] : [];
}

function addAnswers(placed: Placed): void {
  const { responses } = placed.operation;
  for (const [status, answer] of Object.entries(responses)) {
    if (answer === undefined || '$ref' in answer || !status.startsWith('2')) continue;
    const isRecord = /"result":\{"\$ref"/.test(JSON.stringify(answer));
    // Headers of every response are said once: in the description of the document, with failures and with requests.
    const headers = { ...(isRecord && headersOf('ETag')), ...headersOf(...ownHeadersOf(placed)), ...answer.headers };
    if (Object.keys(headers).length > 0) answer.headers = headers;
  }
  addFailures(placed);
}

const FAILURE = { $ref: '#/components/responses/Failure' };

function addFailures(placed: Placed): void {
  const { responses } = placed.operation;
  for (const status of failuresOf(placed)) responses[status] ??= failureReference(status);
  responses['default'] ??= FAILURE;
  // Linters want a failure of the caller by its status.
  if (placed.path.startsWith('/health/')) responses['400'] ??= FAILURE;
}

/** Puts the scope into words and into what the operation asks of a token. */
function describeScope(placed: Placed): void {
  const operation = placed.operation as unknown as Record<string, unknown>;
  const subject = operation[DOCUMENTED_SUBJECT];
  const scope = typeof subject === 'string' ? `${subject}:${isRead(placed) ? 'read' : 'write'}` : undefined;
  const openTo = operation[DOCUMENTED_STOREFRONT];
  const isOpen = openTo === 'all' || (openTo === 'reads' && placed.method === 'get');
  delete operation[DOCUMENTED_STOREFRONT];
  delete operation[DOCUMENTED_SUBJECT];
  delete operation[DOCUMENTED_ACTION];
  if (scope === undefined) return;
  operation['security'] = [{ oauth2: [scope] }, { bearer: [] }];
  const who = `Scope: \`${scope}\`.${isOpen ? ' Open to public clients.' : ''}`;
  operation['description'] = [operation['description'], who].filter(Boolean).join('\n\n');
}

/** Lists and objects go into forms as JSON text (interface.md, Conventions); a body of a DELETE may be left out. */
function completeBody({ method, operation }: Placed, schemas: Schemas): void {
  const body = operation.requestBody;
  if (body === undefined || '$ref' in body) return;
  if (method === 'delete') body.required = false;
  for (const media of FORMS.map((type) => body.content[type])) {
    const nested = nestedFields(schemas, media?.schema as { $ref?: string } | undefined);
    if (media === undefined || nested.length === 0) continue;
    media.encoding = Object.fromEntries(nested.map((field) => [field, { contentType: 'application/json' }]));
  }
}

/** The fields of a body that are lists or objects and nothing else. */
function nestedFields(schemas: Schemas, body: { $ref?: string } | undefined): string[] {
  const name = String(body?.$ref).split('/').at(-1) ?? '';
  const fields = Object.entries(schemas[name]?.properties ?? {});
  return fields.filter(([, { type }]) => type === 'array' || type === 'object').map(([field]) => field);
}

/** Names an operation; one that repeats another at a second path of its controller is an alias, and deprecated. */
function nameOperation({ operation, path }: Placed, pathsByName: Map<string, string>): void {
  const [controller = '', handler] = operation.operationId?.split('.') ?? [];
  const name = handler === undefined ? controller : operationName(controller, handler);
  const first = pathsByName.get(name);
  operation.operationId = first === undefined ? name : `${name}Alias`;
  pathsByName.set(name, first ?? path);
  if (first === undefined) return;
  operation.deprecated = true;
  operation.description = `Alias: use \`${first}\`.`;
}

/** Every operation of a document. */
export function operationsOf(document: OpenAPIObject): Placed[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [{ path, method, operation }];
    }),
  );
}

/** Adds to every operation what can be told from its place: name, scope, failures, encodings. */
export function completeOperations(document: OpenAPIObject, schemas: Schemas): void {
  const pathsByName = new Map<string, string>();
  for (const placed of operationsOf(document)) {
    nameOperation(placed, pathsByName);
    describeScope(placed);
    completeBody(placed, schemas);
    addAnswers(placed);
  }
}
