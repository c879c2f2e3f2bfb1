import { isDeepStrictEqual } from 'node:util';
import { type OpenAPIObject } from '@nestjs/swagger';
import { DOCUMENTED_LIST, type listedBy, listParameters, type OpenParameter, pascal } from './list-parameters';
import { type Schemas } from './shared-schemas';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

/** One operation of the document, with what its place says about it. */
export interface Placed {
  readonly path: string;
  readonly method: 'get' | 'post' | 'put' | 'delete';
  readonly operation: Operation;
}

/** `order_id`: Id of the order. Parameters of other names are described where they are declared. */
function meaningOf(parameter: string): string | undefined {
  if (parameter === 'code') return 'The whole code, in any spelling that stands for the same.';
  if (parameter === 'slug') return 'Slug of the record.';
  if (parameter === 'identifier') return 'Identifier of the item: its key in the record that contains it.';
  const noun = /^(\w+)_id$/.exec(parameter)?.[1];
  return noun === undefined ? undefined : `Id of the ${noun.replaceAll('_', ' ')}.`;
}

/** Names of the shared parameters that an operation takes by its method. */
function sharedBy({ path, method }: Placed, isList: boolean): string[] {
  if (isList) return ['Limit', 'Offset'];
  if (!path.startsWith('/v1/')) return [];
  if (method === 'post') return ['IdempotencyKey'];
  return method === 'put' || method === 'delete' ? ['IfMatch'] : [];
}

/** The components of parameters, filled as operations refer to them. */
export class ParameterComponents {
  constructor(
    private readonly components: Record<string, OpenParameter>,
    private readonly schemas: Schemas,
  ) {}

  /** Makes references of what an operation declares, and adds what its place says: headers, a page, sort and filters. */
  complete(placed: Placed): void {
    const { operation } = placed;
    const declared = (operation.parameters ?? []) as OpenParameter[];
    const own = declared.map((parameter) => {
      const description = parameter.description ?? (parameter.in === 'path' ? meaningOf(parameter.name) : undefined);
      return this.refer(pascal(parameter.name), { ...parameter, ...(description && { description }) });
    });
    const list = this.listOf(operation, new Set(declared.map(({ name }) => name)));
    const shared = sharedBy(placed, list?.isPaged === true).map((name) => this.reference(name));
    const parameters = [...own, ...shared, ...(list?.parameters ?? [])];
    if (parameters.length > 0) operation.parameters = parameters;
  }

  /** Undefined: the operation is no list. */
  private listOf(
    operation: Operation,
    given: ReadonlySet<string>,
  ): { isPaged: boolean; parameters: { $ref: string }[] } | undefined {
    const extended = operation as unknown as Record<string, unknown>;
    const list = extended[DOCUMENTED_LIST] as ReturnType<typeof listedBy> | undefined;
    delete extended[DOCUMENTED_LIST];
    if (list === undefined) return undefined;
    const named = Object.entries(listParameters(list, this.schemas, given));
    const [sort, ...filters] = named.map(([name, parameter]) => this.refer(name, parameter));
    if (list.isSummed === true) return { isPaged: false, parameters: filters };
    return { isPaged: true, parameters: sort === undefined ? [] : [sort, this.reference('Order'), ...filters] };
  }

  private refer(name: string, parameter: OpenParameter): { $ref: string } {
    const known = this.components[name];
    if (known !== undefined && !isDeepStrictEqual(known, parameter)) {
      throw new Error(`Two parameters of the document are called ${name}`);
    }
    this.components[name] = parameter;
    return this.reference(name);
  }

  private reference(name: string): { $ref: string } {
    return { $ref: `#/components/parameters/${name}` };
  }
}
