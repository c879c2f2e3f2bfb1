import { type OpenAPIObject } from '@nestjs/swagger';
import { grouped } from '../../../kernel/grouped';
import { type OpenParameter, pascal } from './list-parameters';
import { operationsOf } from './openapi-operations';

const PARAMETERS = '#/components/parameters/';

type Components = NonNullable<OpenAPIObject['components']>;

interface Answer {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: { readonly $ref?: string } }>>;
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** `OrderResponse` with status 200 to `Order`, with 201 to `OrderCreated`; undefined: the body is no component. */
function answerName(status: string, answer: Answer): string | undefined {
  const $ref = answer.content?.['application/json']?.schema?.$ref;
  const noun = $ref
    ?.split('/')
    .at(-1)
    ?.replace(/Response$/, '');
  return noun === undefined ? undefined : `${noun}${status === '201' ? 'Created' : ''}`;
}

/** Moves responses that succeed into the components, where several operations have the same. */
export function shareAnswers(document: OpenAPIObject, components: Components): void {
  const shared = (components.responses ??= {});
  for (const { operation } of operationsOf(document)) {
    for (const [status, answer] of Object.entries(operation.responses)) {
      const name = status.startsWith('2') ? answerName(status, answer as Answer) : undefined;
      if (name === undefined || answer === undefined) continue;
      const known = (shared[name] ??= answer);
      if (same(known, answer)) operation.responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
}

/** Makes one parameter of those that are the same in all lists: `TitleFilter` of `BrandTitleFilter` and the others. */
export function shareParameters(document: OpenAPIObject, components: Components): void {
  const parameters = components.parameters as Record<string, OpenParameter>;
  const renamed = new Map<string, string>();
  const named = Object.entries(parameters);
  for (const group of grouped(named, ([, { name, in: where }]) => `${where} ${name}`).values()) {
    const [, parameter] = group[0] ?? [];
    if (parameter === undefined || group.length === 1 || !group.every(([, other]) => same(parameter, other))) continue;
    const name = `${pascal(parameter.name)}Filter`;
    for (const [old] of group) {
      Reflect.deleteProperty(parameters, old);
      renamed.set(`${PARAMETERS}${old}`, `${PARAMETERS}${name}`);
    }
    parameters[name] = parameter;
  }
  referToRenamed(document, renamed);
}

function referToRenamed(document: OpenAPIObject, renamed: ReadonlyMap<string, string>): void {
  for (const { operation } of operationsOf(document)) {
    operation.parameters = operation.parameters?.map((parameter) => {
      const $ref = '$ref' in parameter ? renamed.get(parameter.$ref) : undefined;
      return $ref === undefined ? parameter : { $ref };
    });
  }
}
