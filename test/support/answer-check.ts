import Ajv, { type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { type OpenAPIObject } from '@nestjs/swagger';

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

/** Holds answers against an OpenAPI document, so that the document cannot say what the store does not do. */
export class AnswerCheck {
  private readonly ajv: Ajv;
  private readonly compiled = new Map<string, ValidateFunction>();
  private readonly shared: Readonly<Record<string, unknown>>;
  private readonly paths: { template: string; pattern: RegExp; operations: Operations }[];

  constructor(document: OpenAPIObject) {
    this.ajv = new Ajv({ strict: false, allErrors: true });
    addFormats(this.ajv);
    this.ajv.addSchema({ $id: 'doc', components: document.components });
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
      this.validate('#/components/schemas/Error', { $ref: 'doc#/components/schemas/Error' }, body, `${method} ${path}`);
      return;
    }
    const where = `${method} ${found.template} ${status}`;
    const answer = found.operations[method.toLowerCase()]?.responses[String(status)];
    if (answer === undefined) throw new Error(`${where} is not documented`);
    const shared = this.shared[answer.$ref?.split('/').at(-1) ?? ''] as DocumentedAnswer | undefined;
    const schema = (shared ?? answer).content?.['application/json']?.schema;
    if (schema === undefined) throw new Error(`${where} has no documented body`);
    this.validate(where, JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"doc#/')) as Schema, body, where);
  }

  private validate(key: string, schema: Schema, body: unknown, where: string): void {
    let validate = this.compiled.get(key);
    if (validate === undefined) {
      validate = this.ajv.compile(schema);
      this.compiled.set(key, validate);
    }
    if (!validate(body)) {
      throw new Error(
        `${where} answers what is not documented: ${this.ajv.errorsText(validate.errors)}\n${JSON.stringify(body)}`,
      );
    }
  }
}
