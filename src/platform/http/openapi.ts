import { type INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { API_VERSION } from './configure-app';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

const METHODS = ['get', 'post', 'put', 'delete'] as const;

const DIRECTION = (type: object) => ({ oneOf: [type, { type: 'boolean', enum: [false] }] });
const DIRECTIONS = (type: object) => ({
  type: 'object',
  additionalProperties: false,
  required: ['first', 'previous', 'next', 'last'],
  properties: { first: DIRECTION(type), previous: DIRECTION(type), next: DIRECTION(type), last: DIRECTION(type) },
});

const PAGINATION = {
  type: 'object',
  additionalProperties: false,
  required: ['total', 'current', 'limit', 'offset', 'from', 'to', 'offsets', 'links'],
  properties: {
    total: { type: 'integer', minimum: 0, description: 'Records that could be answered.' },
    current: { type: 'integer', minimum: 0, description: 'Records answered here.' },
    limit: { type: 'integer', minimum: 1, maximum: 100 },
    offset: { type: 'integer', minimum: 0 },
    from: { type: 'integer', minimum: 1, description: 'Ordinal of the first record answered.' },
    to: { type: 'integer', minimum: 0, description: 'Ordinal of the last record answered.' },
    offsets: DIRECTIONS({ type: 'integer', minimum: 0 }),
    links: DIRECTIONS({ type: 'string', format: 'uri' }),
  },
};

const ERROR = {
  type: 'object',
  additionalProperties: false,
  required: ['status', 'error'],
  properties: {
    status: { type: 'boolean', enum: [false] },
    error: { type: 'string', description: 'What is wrong, for people. The stable code is in the header Error-Code.' },
    errors: {
      type: 'object',
      description: 'Messages by the dotted path of the field they are about.',
      additionalProperties: { type: 'array', items: { type: 'string' }, minItems: 1 },
    },
  },
  example: { status: false, error: 'title is required', errors: { title: ['title is required'] } },
};

/** What each status means, where a call can answer it. */
const ERROR_ANSWERS: Readonly<Record<string, string>> = {
  '400': 'The body or the address is malformed.',
  '401': 'No valid access token.',
  '403': 'The token lacks the scope, which the message names.',
  '404': 'No such record.',
  '409': 'A stale If-Match, or an Idempotency-Key used before.',
  '413': 'The body is too large.',
  '415': 'The type of the body is not supported.',
  '422': 'A field is wrong; `errors` names it.',
  '429': 'Too many requests; Retry-After tells when to try again.',
  '500': 'A fault of the store; the message holds the request id.',
  '503': 'The store is restarting or has no database; Retry-After tells when to try again.',
};

function statusesOf(method: string, path: string): string[] {
  if (path.startsWith('/health/')) return ['503'];
  const access = path.startsWith('/oauth/') ? ['401', '429'] : ['401', '403', '429'];
  const record = path.includes('{') ? ['404'] : [];
  const write = method === 'get' ? [] : ['409'];
  return ['400', ...access, ...record, ...write, '413', '415', '422', '500', '503'];
}

function addErrors(method: string, path: string, operation: Operation): void {
  for (const status of statusesOf(method, path)) {
    operation.responses[status] ??= {
      description: ERROR_ANSWERS[status] ?? '',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    };
  }
}

function addHeaders(method: string, path: string, operation: Operation): void {
  if (!path.startsWith('/v1/')) return;
  const parameters = (operation.parameters ??= []);
  const header = (name: string, description: string): void => {
    parameters.push({ name, in: 'header', required: false, description, schema: { type: 'string', maxLength: 255 } });
  };
  if (method === 'post') header('Idempotency-Key', 'A repeat with the same key gets the first answer again.');
  if (method === 'put' || method === 'delete') header('If-Match', 'ETag of the state to change; 409 when it is stale.');
}

/** A controller with two paths has each of its operations twice; names of operations are unique. */
function nameOnce(operation: Operation, names: Map<string, number>): void {
  const name = operation.operationId ?? '';
  const count = (names.get(name) ?? 0) + 1;
  names.set(name, count);
  if (count > 1) operation.operationId = `${name}_${count}`;
}

/** Closes every record: what is answered and not documented is a fault. */
function closeRecords(document: OpenAPIObject): void {
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
    if (name.endsWith('Record') && !('$ref' in schema)) schema.additionalProperties ??= false;
  }
}

/** The OpenAPI document of the whole interface, made from the code. */
export function openApiDocument(app: INestApplication): OpenAPIObject {
  const info = new DocumentBuilder()
    .setTitle('storekeeper')
    .setDescription(
      'A self-hosted store back end: orders, carts, promotions and webhooks. Bodies may be forms or JSON.',
    )
    .setVersion(API_VERSION)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('http://127.0.0.1:3000', 'The embedded default')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'From POST /oauth/access_token.' }, 'token')
    .addSecurityRequirements('token')
    .build();
  const document = SwaggerModule.createDocument(app, info, {
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}_${method}`,
  });
  Object.assign((document.components ??= {}), {
    schemas: { ...document.components.schemas, Pagination: PAGINATION, Error: ERROR },
  });
  const names = new Map<string, number>();
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (operation === undefined) continue;
      nameOnce(operation, names);
      addErrors(method, path, operation);
      addHeaders(method, path, operation);
    }
  }
  closeRecords(document);
  return document;
}

/** Serves the document at `/openapi.json` and its pages at `/docs`. */
export function serveOpenApi(app: INestApplication, document: OpenAPIObject): void {
  SwaggerModule.setup('docs', app, document, {
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
    customSiteTitle: 'storekeeper API',
    swaggerOptions: { persistAuthorization: true, docExpansion: 'none', filter: true },
  });
}
