import { type INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { API_VERSION } from './configure-app';
import { ANSWER_HEADERS, FAILURE_ANSWERS, SHARED_SCHEMAS } from './openapi-components';
import { completeOperations } from './openapi-operations';

const DESCRIPTION = `A self-hosted store back end over HTTP.

**Access.** Get a token with \`POST /oauth/access_token\` and send it as \`Authorization: Bearer <token>\`. API clients are
made with \`npm run store -- client:create --name shop\`. Each call names the scope it needs.

**Requests.** A body may be \`application/x-www-form-urlencoded\`, \`multipart/form-data\` (no files) or
\`application/json\`. In forms, nested fields go as \`bill_to[city]=Bath\` or as JSON text, yes and no as \`1\` and \`0\`. A field
sent empty is unset; in a PUT, what is left out stays as it is. Unknown fields are ignored.

**Answers.** One record is \`{ "status": true, "result": { … } }\`; a list adds \`pagination\`; a removal has a
\`message\`. A failure is \`{ "status": false, "error": "…" }\`, with \`errors\` by field where fields are at fault; programs read
the header \`Error-Code\`. A Choice or a related record is \`{ "value": "label", "data": { … } }\`. Times are UTC,
\`YYYY-MM-DD HH:MM:SS\`.

**Lists.** \`limit\` (1 to 100) and \`offset\` cut pages, \`sort\` and \`order\` arrange them, any other parameter is an
exact-match filter.

**Repeats and races.** A POST with an \`Idempotency-Key\` is carried out once, however often it is sent. Every record has an
\`ETag\`; PUT and DELETE honour \`If-Match\`.`;

/** What a tag of the document is about, by its name; the order is that of the pages. */
export type TagDescriptions = Readonly<Record<string, string>>;

interface OpenSchema {
  [keyword: string]: unknown;
  type?: string;
  nullable?: boolean;
  enum?: unknown[];
  oneOf?: OpenSchema[];
}

/** Null as OpenAPI 3.0.3 wants it: among the values of an enum too, and beside a type, not beside `oneOf`. */
function admitNulls(part: unknown): void {
  if (part === null || typeof part !== 'object') return;
  const schema = part as OpenSchema;
  const plain = schema.oneOf?.find((one) => one.type !== undefined && one.enum === undefined);
  if (schema.nullable === true && plain !== undefined) {
    plain.nullable = true;
    delete schema.nullable;
  }
  if (schema.nullable === true && schema.enum !== undefined && !schema.enum.includes(null)) schema.enum.push(null);
  Object.values(schema).forEach(admitNulls);
}

/** Closes everything that is answered: what is there and not documented is a fault. Bodies stay open (wire.md 1). */
function closeAnswers(document: OpenAPIObject): void {
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
    if (!name.endsWith('Dto') && !('$ref' in schema) && schema.properties) schema.additionalProperties ??= false;
  }
}

function usedTags(document: OpenAPIObject): Set<string> {
  const operations = Object.values(document.paths).flatMap((item) => [item.get, item.post, item.put, item.delete]);
  return new Set(operations.flatMap((operation) => operation?.tags ?? []));
}

/** The OpenAPI document of the whole interface, made from the code. */
export function openApiDocument(app: INestApplication, tags: TagDescriptions): OpenAPIObject {
  const info = new DocumentBuilder()
    .setOpenAPIVersion('3.0.3')
    .setTitle('storekeeper')
    .setDescription(DESCRIPTION)
    .setVersion(API_VERSION)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/', 'The store that serves this page')
    .addServer('http://127.0.0.1:3000', 'The embedded default')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'From `POST /oauth/access_token`.' }, 'token')
    .addSecurityRequirements('token')
    .build();
  const document = SwaggerModule.createDocument(app, info, {
    operationIdFactory: (controller, handler) => `${controller}.${handler}`,
  });
  const { schemas, ...components } = document.components ?? {};
  document.components = {
    ...components,
    // What decorators keep is shared by documents; what is made of it here is not.
    schemas: structuredClone({ ...schemas, ...SHARED_SCHEMAS }),
    responses: structuredClone(FAILURE_ANSWERS),
    headers: structuredClone(ANSWER_HEADERS),
  };
  completeOperations(document);
  closeAnswers(document);
  admitNulls(document.components.schemas);
  const used = usedTags(document);
  document.tags = Object.entries(tags)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }));
  return document;
}

/** Serves the document at `/openapi.json` and `/openapi.yaml`, and its pages at `/docs`. */
export function serveOpenApi(app: INestApplication, document: OpenAPIObject): void {
  SwaggerModule.setup('docs', app, document, {
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
    customSiteTitle: 'storekeeper API',
    swaggerOptions: { persistAuthorization: true, docExpansion: 'none', filter: true },
  });
}
