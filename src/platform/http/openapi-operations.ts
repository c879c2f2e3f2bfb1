import { type OpenAPIObject } from '@nestjs/swagger';
import { failureReference, headersOf } from './openapi-components';
import { operationName } from './operation-name';
import { DOCUMENTED_ACTION, DOCUMENTED_SUBJECT } from './principal';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Schema = Readonly<Record<string, unknown>> & { readonly properties?: Readonly<Record<string, Schema>> };

const METHODS = ['get', 'post', 'put', 'delete'] as const;
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** One operation of the document, with what its place says about it. */
interface Placed {
  readonly path: string;
  readonly method: (typeof METHODS)[number];
  readonly operation: Operation;
}

/** Whether the call changes nothing: it needs the scope `read`. */
function isRead({ method, operation }: Placed): boolean {
  const action = (operation as unknown as Record<string, unknown>)[DOCUMENTED_ACTION];
  return action === undefined ? method === 'get' : action === 'read';
}

/** The statuses a call may fail with, beside those its handler documents itself. */
function failuresOf({ method, path }: Placed): number[] {
  if (path.startsWith('/health/')) return [400, 503];
  if (path.startsWith('/oauth/')) return [400, 401, 413, 415, 422, 429, 500, 503];
  const record = path.includes('{') ? [404] : [];
  const write = method === 'get' ? [] : [409];
  return [400, 401, 403, ...record, ...write, 413, 415, 422, 429, 500, 503];
}

function addAnswers(placed: Placed): void {
  const { responses } = placed.operation;
  for (const [status, answer] of Object.entries(responses)) {
    if (answer === undefined || '$ref' in answer || !status.startsWith('2')) continue;
    const isRecord = /"result":\{"\$ref"/.test(JSON.stringify(answer));
    const isRepeatable = placed.method === 'post' && placed.path.startsWith('/v1/');
    const names = [
      ...(isRecord ? (['ETag'] as const) : []),
      ...(isRepeatable ? (['Idempotency-Replayed'] as const) : []),
    ];
    answer.headers = { ...headersOf(...names), ...answer.headers };
  }
  for (const status of failuresOf(placed)) responses[status] ??= failureReference(status);
}

function addHeaders({ method, path, operation }: Placed): void {
  if (!path.startsWith('/v1/')) return;
  const parameters = (operation.parameters ??= []);
  // Without an example: the pages would fill it in, and so repeat a call or refuse a change.
  const header = (name: string, description: string): void => {
    parameters.push({ name, in: 'header', required: false, description, schema: { type: 'string', maxLength: 255 } });
  };
  if (method === 'post') {
    header('Idempotency-Key', 'A repeat with the same key gets the first answer again, for 24 hours.');
  }
  if (method === 'put' || method === 'delete') {
    header('If-Match', 'ETag of the state to change; 409 when it is stale.');
  }
}

/** `order_id`: Id of the order. Parameters of other names are described where they are declared. */
function describeParameters({ operation }: Placed): void {
  for (const parameter of operation.parameters ?? []) {
    if ('$ref' in parameter || parameter.in !== 'path') continue;
    const words = meaningOf(parameter.name);
    if (words !== undefined) parameter.description ??= words;
  }
}

function meaningOf(parameter: string): string | undefined {
  if (parameter === 'slug') return 'Slug of the record.';
  if (parameter === 'identifier') return 'Identifier of the line, as the record that holds it names it.';
  const noun = /^(\w+)_id$/.exec(parameter)?.[1];
  return noun === undefined ? undefined : `Id of the ${noun.replaceAll('_', ' ')}.`;
}

/** Puts the scope into words and into `x-scope`. */
function describeScope(placed: Placed): void {
  const {
    [DOCUMENTED_SUBJECT]: subject,
    [DOCUMENTED_ACTION]: _action,
    ...rest
  } = placed.operation as Operation & Record<`x-${string}`, unknown>;
  const operation = placed.operation as unknown as Record<string, unknown>;
  const scope = typeof subject === 'string' ? `${subject}:${isRead(placed) ? 'read' : 'write'}` : undefined;
  delete operation[DOCUMENTED_SUBJECT];
  delete operation[DOCUMENTED_ACTION];
  if (scope === undefined) return;
  operation['x-scope'] = scope;
  operation['description'] = [rest.description, `Scope: \`${scope}\`.`].filter(Boolean).join('\n\n');
}

/** Lists and objects go into forms as JSON text (interface.md, Conventions); a body of a DELETE may be left out. */
function completeBody({ method, operation }: Placed, schemas: Readonly<Record<string, Schema>>): void {
  const body = operation.requestBody;
  if (body === undefined || '$ref' in body) return;
  if (method === 'delete') body.required = false;
  for (const media of FORMS.map((type) => body.content[type])) {
    const nested = nestedFields(schemas, media?.schema as Schema | undefined);
    if (media === undefined || nested.length === 0) continue;
    media.encoding = Object.fromEntries(nested.map((field) => [field, { contentType: 'application/json' }]));
  }
}

/** The fields of a body that are lists or objects and nothing else. */
function nestedFields(schemas: Readonly<Record<string, Schema>>, body: Schema | undefined): string[] {
  const name = /[^/]+$/.exec(String(body?.['$ref']))?.[0] ?? '';
  const fields = Object.entries(schemas[name]?.properties ?? {});
  return fields.filter(([, { type }]) => type === 'array' || type === 'object').map(([field]) => field);
}

/** Adds to every operation what can be told from its place: name, scope, headers, failures, encodings. */
export function completeOperations(document: OpenAPIObject): void {
  const schemas = (document.components?.schemas ?? {}) as unknown as Readonly<Record<string, Schema>>;
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (operation === undefined) continue;
      const placed: Placed = { path, method, operation };
      const [controller = '', handler = ''] = operation.operationId?.split('.') ?? [];
      operation.operationId = operationName(controller, handler, isRead(placed));
      describeScope(placed);
      describeParameters(placed);
      addHeaders(placed);
      completeBody(placed, schemas);
      addAnswers(placed);
    }
  }
}
