import { Get, Param, RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { type Single } from '../envelope';
import { AnswersFields } from '../openapi/answers';
import { type ScopeSubject } from '../../../kernel/scopes';
import { ForStorefronts, SCOPE_SUBJECT, Scoped, STOREFRONT_RULE, type StorefrontRule } from '../principal';
import { describedFields } from './described-fields';
import { AsForm } from './form.interceptor';

type Handler = (...args: unknown[]) => Promise<Single<Record<string, unknown>>>;

/** A resource that can be made, as its controller declares it. */
interface Resource {
  /** Name of the class without `Controller`. */
  readonly noun: string;
  /** Path of the controller. */
  readonly path: string;
  readonly dto: Type;
  /** Name of the handler that gets one, and its path: `:order_id`. */
  readonly one: string;
  readonly onePath: string;
}

const PARAMETERS = 'design:paramtypes';
const ADDED = 'storekeeper:has-field-routes';

/**
 * Adds `GET …/fields` and `GET …/{id}/fields` to the controllers of all resources that can be made: those that make, list and get
 * records (storefront.md 7). The fields are those of the body that makes one, and the values those of the handler that gets one: it
 * also decides who may see it.
 */
export function addFieldRoutes(controllers: readonly Type[]): void {
  for (const controller of controllers) {
    if (Reflect.hasOwnMetadata(ADDED, controller)) continue;
    Reflect.defineMetadata(ADDED, true, controller);
    const resource = resourceOf(controller);
    if (resource !== undefined) addTo(controller, resource);
  }
}

/** The scope subject of the controller, which the added handlers get too. */
function subjectOf(controller: Type): ScopeSubject {
  return Reflect.getMetadata(SCOPE_SUBJECT, controller) as ScopeSubject;
}

function handlersOf(controller: Type): [string, object][] {
  const prototype = controller.prototype as Record<string, unknown>;
  const names = Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor');
  return names.flatMap((name): [string, object][] => {
    const value = prototype[name];
    return typeof value === 'function' ? [[name, value]] : [];
  });
}

function handlerAt(controller: Type, method: RequestMethod, path: RegExp): [string, string] | undefined {
  for (const [name, handler] of handlersOf(controller)) {
    const at: unknown = Reflect.getMetadata(PATH_METADATA, handler);
    if (Reflect.getMetadata(METHOD_METADATA, handler) !== method || typeof at !== 'string') continue;
    if (path.test(at)) return [name, at];
  }
  return undefined;
}

function resourceOf(controller: Type): Resource | undefined {
  const paths = Reflect.getMetadata(PATH_METADATA, controller) as string | readonly string[] | undefined;
  // A second path is another spelling of the first.
  const [path] = [paths ?? []].flat();
  const make = handlerAt(controller, RequestMethod.POST, /^\/?$/);
  const list = handlerAt(controller, RequestMethod.GET, /^\/?$/);
  const one = handlerAt(controller, RequestMethod.GET, /^:\w+$/);
  if (path === undefined || make === undefined || list === undefined || one === undefined) return undefined;
  const types = Reflect.getMetadata(PARAMETERS, controller.prototype as object, make[0]) as readonly Type[];
  const dto = types.find((type) => describedFields(type).length > 0);
  const noun = controller.name.replace(/Controller$/, '');
  return dto && { noun, path, dto, one: one[0], onePath: one[1] };
}

/** Routes are matched in the order of their methods: these come first, so that `fields` is never read as an id. */
function addTo(controller: Type, resource: Resource): void {
  const { dto, noun } = resource;
  const prototype = controller.prototype as Record<string, Handler>;
  const present = handlersOf(controller).map(
    ([name]) => [name, Object.getOwnPropertyDescriptor(prototype, name)] as const,
  );
  for (const [name] of present) Reflect.deleteProperty(prototype, name);
  const fields = describedFields(dto);
  add(prototype, 'fields', async () => ({ status: true, result: {} }), [
    Get('fields'),
    AsForm(fields),
    ForStorefronts(),
    Scoped(subjectOf(controller)),
    AnswersFields({ name: `get${noun}Fields`, summary: `Get the fields of ${wordsOf(noun)}` }),
  ]);
  const parameters = [...resource.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  Reflect.defineMetadata(
    PARAMETERS,
    parameters.map(() => String),
    prototype,
    'fields',
  );
  for (const [at, name] of parameters.entries()) Param(name)(prototype, 'fields', at);
  for (const [name, descriptor] of present) if (descriptor) Object.defineProperty(prototype, name, descriptor);
  addValues(controller, resource, fields);
}

function addValues(
  controller: Type,
  { noun, one, onePath }: Resource,
  fields: ReturnType<typeof describedFields>,
): void {
  const prototype = controller.prototype as Record<string, Handler>;
  const get = prototype[one];
  if (get === undefined) return;
  const rule = (Reflect.getMetadata(STOREFRONT_RULE, get) ?? Reflect.getMetadata(STOREFRONT_RULE, controller)) as
    StorefrontRule | undefined;
  function fieldValues(this: unknown, ...args: unknown[]): Promise<Single<Record<string, unknown>>> {
    return (get as Handler).apply(this, args);
  }
  add(prototype, 'fieldValues', fieldValues, [
    Get(`${onePath}/fields`),
    AsForm(fields),
    ...(rule === undefined ? [] : [ForStorefronts(rule)]),
    Scoped(subjectOf(controller)),
    AnswersFields({
      name: `get${noun}FieldValues`,
      summary: `Get the fields of ${wordsOf(noun)}, with the values of one`,
    }),
  ]);
  Reflect.defineMetadata(PARAMETERS, Reflect.getMetadata(PARAMETERS, prototype, one), prototype, 'fieldValues');
  const args: unknown = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, one);
  Reflect.defineMetadata(ROUTE_ARGS_METADATA, args, controller, 'fieldValues');
}

function add(prototype: Record<string, Handler>, name: string, handler: Handler, decorators: MethodDecorator[]): void {
  // The document finds the parameters of a handler by the name of the function.
  Object.defineProperty(handler, 'name', { value: name });
  const descriptor = { value: handler, writable: true, configurable: true, enumerable: false };
  Object.defineProperty(prototype, name, descriptor);
  for (const decorate of decorators) decorate(prototype, name, descriptor);
}

/** `CustomerGroups` as `customer groups`. */
function wordsOf(noun: string): string {
  return noun.replace(/(?!^)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
}
