import { wireName } from '../../../kernel/fields/wire-name';

/**
 * The part of `fields` that a PUT really sent.
 * @param dto the body as read: what was not sent is undefined
 * @param fields all fields with the defaults of those sent empty, named as on the wire but in camelCase
 */
export function sentOf<T extends object>(dto: object, fields: T): Partial<T> {
  const sent = dto as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.entries(fields).filter(([key]) => sent[wireName(key)] !== undefined)) as Partial<T>;
}
