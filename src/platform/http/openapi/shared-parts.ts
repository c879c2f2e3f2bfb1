import { type OpenAPIObject } from '@nestjs/swagger';
import { grouped } from '../../../kernel/grouped';
import { type OpenParameter, pascal } from './list-parameters';
import { operationsOf } from './openapi-operations';
import { type Placed } from './openapi-parameters';

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
  const answers = operationsOf(document).flatMap(({ operation: { responses } }) =>
    Object.entries(responses).flatMap(([status, answer]) => {
      const name = status.startsWith('2') ? answerName(status, answer as Answer) : undefined;
      return name === undefined || answer === undefined ? [] : [{ name, status, answer, responses }];
    }),
  );
  for (const [name, [first, ...others]] of grouped(answers, (one) => one.name)) {
    const equal = others.filter(({ answer }) => same(first?.answer, answer));
    if (first === undefined || equal.length === 0) continue;
    shared[name] = first.answer;
    for (const { responses, status } of [first, ...equal])
      responses[status] = { $ref: `#/components/responses/${name}` };
  }
}

/** Moves the bodies of requests into the components, where an operation and its alias have the same. */
export function shareBodies(document: OpenAPIObject, components: Components): void {
  const written = operationsOf(document).filter(({ operation }) => operation.requestBody !== undefined);
  for (const group of grouped(written, ({ operation }) => JSON.stringify(operation.requestBody)).values()) {
    const { operation: first } = group.find(({ operation }) => operation.deprecated !== true) ?? group[0] ?? {};
    if (first?.requestBody === undefined || group.length === 1) continue;
    const name = `${pascal(String(first.operationId))}Body`;
    components.requestBodies = { ...components.requestBodies, [name]: first.requestBody };
    for (const { operation } of group) operation.requestBody = { $ref: `#/components/requestBodies/${name}` };
  }
}

/**
 * Makes one parameter of those that several lists have alike: `Title` of `BrandTitle` and the others, `FromFilter` where
 * another parameter is called `From`.
 */
export function shareParameters(document: OpenAPIObject, components: Components): void {
  const parameters = components.parameters as Record<string, OpenParameter>;
  const renamed = new Map<string, string>();
  const groups = grouped(Object.entries(parameters), ([, parameter]) => JSON.stringify(parameter));
  // If two kinds have one name, the one that more lists have takes it.
  for (const group of [...groups.values()].sort((a, b) => b.length - a.length)) {
    const [, parameter] = group[0] ?? [];
    if (parameter === undefined || group.length === 1) continue;
    const field = pascal(parameter.name);
    const name = parameters[field] === undefined ? field : `${field}Filter`;
    if (parameters[name] !== undefined) continue;
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

/** Moves the parameters that all operations of a path have to the path, and drops lists of none. */
export function placeParameters(document: OpenAPIObject): void {
  for (const [path, item] of Object.entries(document.paths)) {
    const operations = operationsOf({ ...document, paths: { [path]: item } }).map(({ operation }) => operation);
    const [first, ...others] = operations;
    const common = (first?.parameters ?? []).filter(
      (parameter) =>
        others.length > 0 && others.every((other) => other.parameters?.some((one) => same(one, parameter))),
    );
    for (const operation of operations) takeOut(operation, common);
    if (common.length > 0) document.paths[path] = { parameters: common, ...item };
  }
}

function takeOut(operation: Placed['operation'], common: readonly object[]): void {
  const own = operation.parameters?.filter((parameter) => !common.some((one) => same(one, parameter)));
  if (own === undefined || own.length === 0) delete operation.parameters;
  else operation.parameters = own;
}
