import { hasFurtherFields } from './record-schemas';
import { type INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { VERSION } from '../../version';
import { addBodyExamples, dropDocumentedExamples } from './body-examples';
import { type DocumentedEvent } from './documented-event';
import { addEventSchemas } from './event-schemas';
import { type OpenParameter } from './list-parameters';
import { type DocumentedBodies, WEBHOOK_ANSWERS, WEBHOOK_HEADERS, webhookOperations } from './openapi-webhooks';
import { ANSWER_HEADERS, FAILURE_ANSWERS, SHARED_PARAMETERS, SHARED_SCHEMAS } from './openapi-components';
import { BEARER, completeOperations, OAUTH2, operationsOf } from './openapi-operations';
import { ParameterComponents } from './openapi-parameters';
import { inOpenApi31, type OpenSchema, type Schemas, schemasBelow, shareTitled } from './shared-schemas';

type Components = NonNullable<OpenAPIObject['components']>;

const DESCRIPTION = `A self-hosted store back end over HTTP that implements the Moltin v1 API.

**Access.** Create an API client with \`npm run store -- client:create --name shop\`. Get a token with
\`POST /oauth/access_token\` and send it as \`Authorization: Bearer <token>\`. Each operation names the scope it needs.

**Requests.** Send bodies as \`application/json\`, \`application/x-www-form-urlencoded\` or \`multipart/form-data\` (without
files). In forms, send nested fields as \`bill_to[city]=Bath\` or as JSON text, and booleans as \`1\` and \`0\`. An empty field
is unset. A PUT changes only the fields you send. Unknown fields are ignored. Ids have up to 19 digits, those of webhooks and events are UUIDs: keep them as text.

**Responses.** Each has the headers \`API-Version\` and \`X-Request-Id\`. A record is \`{ "status": true, "result": { … } }\`, a list adds \`pagination\`, a removal returns a
\`message\`. An error is \`{ "status": false, "error": "…" }\`, with \`errors\` by field if fields are not valid. Programs read
the header \`Error-Code\`. A Choice or a related record is \`{ "value": "label", "data": { … } }\`. Times are UTC,
\`YYYY-MM-DD HH:MM:SS\`.

**Lists.** \`limit\` (1 to 100) and \`offset\` select a page, \`sort\` and \`order\` sort it. Every other parameter is an
exact-match filter.

**Retries and conflicts.** A POST with an \`Idempotency-Key\` runs once, however often you send it. Every record has an
\`ETag\`. Send it as \`If-Match\` with PUT and DELETE to change only that version.`;

/** The server of the committed document; a store that serves it names itself: clients put the path behind it as it is. */
export const DEFAULT_SERVER = 'http://127.0.0.1:3000';

/** The descriptions of the document's tags by name, in the order of its pages. */
export type TagDescriptions = Readonly<Record<string, string>>;

/** Enums by their names whose words are known once all modules are registered. */
export type OpenWords = Readonly<Record<string, readonly string[]>>;

/** Fills the enums that {@link openEnum} left open. @throws Error when no field has such an enum */
function fillEnums(words: OpenWords, schemas: Schemas): void {
  for (const [name, values] of Object.entries(words)) {
    const schema = schemas[name];
    if (schema === undefined) throw new Error(`No field of the document is a ${name}`);
    schema.enum = [...values];
  }
}

/**
 * Closes everything that is answered or sent in an event: what is there and not documented is a fault. Bodies stay open
 * (wire.md 1), and say so where what is not documented is kept (carts.md 12).
 */
function closeAnswers(document: OpenAPIObject, schemas: Schemas): void {
  for (const [name, schema] of Object.entries(schemas)) {
    if (hasFurtherFields(name)) schema['additionalProperties'] = true;
  }
  const answers = operationsOf(document).map(({ operation }) => operation.responses);
  for (const name of schemasBelow([answers, document.webhooks], schemas)) {
    const schema = schemas[name];
    if (schema?.properties !== undefined) schema['additionalProperties'] ??= false;
  }
}

/** The words, events and bodies that modules have registered. */
export interface Registered {
  readonly words: OpenWords;
  readonly events: readonly DocumentedEvent[];
  /** The bodies of webhooks. */
  readonly bodies: DocumentedBodies;
}

/** Names what operations share once: schemas with a title, parameters; and says null as OpenAPI 3.1 does. */
function shareComponents(
  document: OpenAPIObject,
  components: Components,
  schemas: Schemas,
  { words, events, bodies }: Registered,
): void {
  for (const name of Object.keys(schemas)) schemas[name] = shareTitled(schemas[name], schemas) as OpenSchema;
  document.paths = shareTitled(document.paths, schemas) as OpenAPIObject['paths'];
  fillEnums(words, schemas);
  const parameters = structuredClone({ ...SHARED_PARAMETERS, ...WEBHOOK_HEADERS }) as Record<string, OpenParameter>;
  const shared = new ParameterComponents(parameters, schemas);
  for (const placed of operationsOf(document)) {
    shared.complete(placed);
    addBodyExamples(placed.operation, schemas);
  }
  dropDocumentedExamples(schemas);
  addEventSchemas(events, schemas);
  document.webhooks = webhookOperations(events, bodies, schemas);
  closeAnswers(document, schemas);
  components.schemas = inOpenApi31(schemas) as Components['schemas'];
  components.parameters = inOpenApi31(parameters) as Components['parameters'];
  document.paths = inOpenApi31(document.paths) as OpenAPIObject['paths'];
}

function usedTags(document: OpenAPIObject): Set<string> {
  const operations = Object.values(document.paths).flatMap((item) => [item.get, item.post, item.put, item.delete]);
  return new Set(operations.flatMap((operation) => operation?.tags ?? []));
}

/** The OpenAPI document of the whole interface, made from the code. */
export function openApiDocument(app: INestApplication, tags: TagDescriptions, registered: Registered): OpenAPIObject {
  const info = new DocumentBuilder()
    .setTitle('storekeeper')
    .setDescription(DESCRIPTION)
    .setVersion(VERSION)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer(DEFAULT_SERVER, 'The store that serves this page')
    .addOAuth2(OAUTH2, 'oauth2')
    .addSecurity('bearer', BEARER)
    .addSecurityRequirements('oauth2')
    .addSecurityRequirements('bearer')
    .build();
  const document = SwaggerModule.createDocument(app, info, {
    operationIdFactory: (controller, handler) => `${controller}.${handler}`,
    extraModels: registered.events.map(({ record }) => record),
  });
  // Nest writes 3.0: in its own 3.1, a schema with null beside it could not be told from the same without.
  document.openapi = '3.1.0';
  // Documents share the objects of the decorators, so change copies only.
  document.paths = structuredClone(document.paths);
  const schemas = structuredClone({ ...document.components?.schemas, ...SHARED_SCHEMAS }) as unknown as Schemas;
  const components: Components = {
    ...document.components,
    responses: structuredClone({ ...FAILURE_ANSWERS, ...WEBHOOK_ANSWERS }),
    headers: structuredClone(ANSWER_HEADERS),
  };
  completeOperations(document, schemas);
  shareComponents(document, components, schemas, registered);
  document.components = components;
  const used = usedTags(document);
  document.tags = Object.entries(tags)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }));
  return document;
}
