import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { type ExecutionContext } from '@nestjs/common';
import { StoreError } from '../../../kernel/errors';
import { asJson } from '../body/field.shapes';
import { isDto, readDto } from '../fields/dto.pipe';

/** Key of a body among the arguments of a route: Nest's `RouteParamtypes.BODY`. */
const BODY_ARGUMENT = /^3:(\d+)$/;

/**
 * A body as text by what it means: in any order of its fields, as a form or as JSON, and each value as its field reads it, so
 * that `1.0` is the number `1` but another title than `1`. Fields that the route does not know count as they were sent.
 */
export function meaningOf(context: ExecutionContext, body: unknown): string {
  return JSON.stringify(meaning(body ?? {}, readBody(context, body)) ?? null);
}

/** The body as the route reads it; undefined: as it was sent, since the route refuses it or reads it itself. */
function readBody(context: ExecutionContext, body: unknown): unknown {
  const controller = context.getClass();
  const method = context.getHandler().name;
  const args: unknown = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method);
  const types: unknown = Reflect.getMetadata('design:paramtypes', controller.prototype as object, method);
  const [at] = Object.keys(args ?? {}).flatMap((key) => BODY_ARGUMENT.exec(key)?.[1] ?? []);
  const type: unknown = Array.isArray(types) && at !== undefined ? types[Number(at)] : undefined;
  if (!isDto(type)) return undefined;
  try {
    return readDto(type, body);
  } catch (error) {
    if (error instanceof StoreError) return undefined;
    throw error;
  }
}

/** A value that `JSON.stringify` writes the same way whenever it means the same. A body is at most 20 levels deep. */
function meaning(sent: unknown, read: unknown): unknown {
  if (isContainer(sent)) {
    const own = isContainer(read) ? read : {};
    return Object.entries(sent)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => [key, meaning(value, Object.hasOwn(own, key) ? own[key] : undefined)]);
  }
  if (read instanceof Date) return read.toISOString();
  if (isContainer(read)) return meaning(structureOf(sent) ?? read, read);
  if (read === undefined) return sent;
  return typeof read === 'bigint' ? String(read) : read;
}

/** The list or map that a text holds as JSON. */
function structureOf(sent: unknown): unknown {
  try {
    return asJson(sent);
  } catch {
    return undefined;
  }
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !(value instanceof Date);
}
