import { formatOf, MEDIA_TYPES } from '../../src/modules/webhooks/domain/webhook-formats';
import { type ValidateFunction } from 'ajv';
import Ajv from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { type OpenAPIObject } from '@nestjs/swagger';
import { ANY_FAILURES } from '../../src/platform/http/openapi/openapi-components';
import { formEvent, type FormSchema, type FormSchemas, valueOf } from './form-event';

type Schema = Record<string, unknown>;
interface DocumentedAnswer {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { schema: Schema }>>;
}
type Operations = Readonly<
  Record<string, { readonly responses: Readonly<Record<string, DocumentedAnswer>> } | undefined>
>;

function matcher(template: string): RegExp {
  return new RegExp(`^${template.replace(/\{[^/]+\}/g, '[^/]+')}$`);
}

/** The types of events are told by the constants of their schemas, which Ajv reads in place of the mapping. */
function withoutMappings(components: unknown): unknown {
  const drop = (key: string, value: unknown): unknown => (key === 'mapping' ? undefined : value);
  return JSON.parse(JSON.stringify(components, drop));
}

/** Holds answers and events against an OpenAPI document, so that the document cannot say what the store does not do. */
export class AnswerCheck {
  private readonly ajv: Ajv;
  private readonly compiled = new Map<string, ValidateFunction>();
  private readonly shared: Readonly<Record<string, unknown>>;
  private readonly schemas: FormSchemas;
  /** References to the schemas of events, by type. */
  private readonly events: Readonly<Record<string, string>>;
  private readonly paths: { template: string; pattern: RegExp; operations: Operations }[];

  constructor(document: OpenAPIObject) {
    // The discriminator makes a fault in an event one message, not one for every type of event.
    this.ajv = new Ajv({ strict: false, allErrors: true, discriminator: true });
    addFormats(this.ajv);
    this.ajv.addSchema({ $id: 'doc', components: withoutMappings(document.components) });
    this.schemas = document.components?.schemas ?? {};
    const { discriminator } = this.schemas['StoreEvent'] as { discriminator: { mapping: Record<string, string> } };
    this.events = discriminator.mapping;
    this.shared = document.components?.responses ?? {};
    // Templates with fewer parameters come first: `/search` is not an id.
    this.paths = Object.entries(document.paths)
      .map(([template, operations]) => ({ template, pattern: matcher(template), operations: operations as Operations }))
      .sort((a, b) => a.template.split('{').length - b.template.split('{').length);
  }

  /** @throws Error that says where an answer differs from what is documented for its path, method and status */
  check(method: string, path: string, status: number, body: unknown): void {
    const found = this.paths.find(({ pattern, operations }) => pattern.test(path) && operations[method.toLowerCase()]);
    if (found === undefined) {
      this.validate(
        '#/components/schemas/ErrorBody',
        { $ref: '#/components/schemas/ErrorBody' },
        body,
        `${method} ${path}`,
      );
      return;
    }
    const where = `${method} ${found.template} ${status}`;
    const answer = this.answerOf(found.operations, method, status);
    if (answer === undefined) throw new Error(`${where} is not documented`);
    const schema = answer.content?.['application/json']?.schema;
    if (schema === undefined) throw new Error(`${where} has no documented body`);
    this.validate(where, schema, body, where);
  }

  private answerOf(operations: Operations, method: string, status: number): DocumentedAnswer | undefined {
    const { responses = {} } = operations[method.toLowerCase()] ?? {};
    const answer = responses[String(status)] ?? (status in ANY_FAILURES ? responses['default'] : undefined);
    const shared = this.shared[answer?.$ref?.split('/').at(-1) ?? ''] as DocumentedAnswer | undefined;
    return shared ?? answer;
  }

  /** @throws Error that says where an event differs from what is documented for its type */
  checkEvent(event: unknown): void {
    const { type } = event as { readonly type: string };
    this.validate(type, { $ref: `doc${this.eventSchema(type).$ref}`, unevaluatedProperties: false }, event, type);
  }

  /** As {@link checkEvent}, of the body of a webhook. @param contentType of its request */
  checkBody(contentType: string, body: string): void {
    if (contentType === MEDIA_TYPES.form) {
      const event = formEvent(body);
      this.checkEvent(valueOf(this.eventSchema(String(event['type'])), event, this.schemas));
      return;
    }
    const events = contentType === MEDIA_TYPES.json ? (JSON.parse(body) as unknown[]).length : 1;
    if (events !== 1) throw new Error(`a body has ${events} events`);
    this.checkEvent(formatOf(contentType)?.read(body));
  }

  private eventSchema(type: string): FormSchema {
    const $ref = this.events[type];
    if ($ref === undefined) throw new Error(`the event type ${type} is not documented`);
    return { $ref };
  }

  private validate(key: string, schema: Schema, body: unknown, where: string): void {
    let validate = this.compiled.get(key);
    if (validate === undefined) {
      validate = this.ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"doc#/')) as Schema);
      this.compiled.set(key, validate);
    }
    if (!validate(body)) {
      throw new Error(
        `${where} answers what is not documented: ${this.ajv.errorsText(validate.errors)}\n${JSON.stringify(body)}`,
      );
    }
  }
}
