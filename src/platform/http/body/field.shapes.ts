import { TooManyFields } from '../request.errors';
import { FieldFault, type Fields, type FieldValue, keyFault, MAX_DEPTH, noFields } from './field.rules';
import { MAX_FIELDS, textFault, TOO_DEEP } from './field.rules';
import { parseJson } from './json.parser';

const NO_LIST = 'must be a JSON array';
const TOO_MANY = `must not hold more than ${MAX_FIELDS} values`;
const NO_CONTAINER = 'must be a JSON object or array';

/**
 * The value of an Array-typed field as a list: a real array, JSON text of one, or bracket notation, which arrives as
 * an object with the keys 0..n (wire.md 1). Only the outer level is turned; {@link asJson} turns all.
 * @throws RangeError in words that follow the field's name; a {@link FieldFault} also says where inside
 */
export function asList(value: unknown): unknown[] {
  const container = typeof value === 'string' ? fromText(value, NO_LIST) : value;
  if (Array.isArray(container)) return container as unknown[];
  if (!isMap(container) || !hasListKeys(container)) throw new RangeError(NO_LIST);
  return Object.values(container);
}

/**
 * The value of a structured field in one shape however it was sent (wire.md 1): JSON text is parsed, and an object
 * with the keys 0..n becomes the list it stands for, at every level. Numbers are text. The argument is not changed.
 * @throws RangeError in words that follow the field's name; a {@link FieldFault} also says where inside
 */
export function asJson(value: unknown): Fields | FieldValue[] {
  const container = typeof value === 'string' ? fromText(value, NO_CONTAINER) : value;
  if (!Array.isArray(container) && !isMap(container)) throw new RangeError(NO_CONTAINER);
  return shaped(container, []) as Fields | FieldValue[];
}

function fromText(text: string, complaint: string): FieldValue {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new RangeError(complaint, { cause: error });
    if (error instanceof TooManyFields) throw new RangeError(TOO_MANY, { cause: error });
    throw error;
  }
}

/** A copy with lists for index maps. Checks as it goes, so that its own recursion has an end. */
function shaped(value: unknown, path: readonly string[]): FieldValue {
  if (path.length > MAX_DEPTH) throw new FieldFault(path.slice(0, 1), TOO_DEEP);
  if (typeof value === 'string') return fit(value, textFault(value), path);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean' || value === null) return value;
  if (Array.isArray(value)) return value.map((item, i) => shaped(item, [...path, String(i)]));
  if (!isMap(value)) throw new FieldFault(path, 'must be text, a boolean, null, a list or a map');
  if (hasListKeys(value) && Object.keys(value).length > 0) {
    return Object.values(value).map((item, i) => shaped(item, [...path, String(i)]));
  }
  return shapedMap(value, path);
}

function shapedMap(map: object, path: readonly string[]): Fields {
  const copy = noFields();
  for (const [key, item] of Object.entries(map)) {
    const inner = [...path, key];
    copy[fit(key, keyFault(key), inner)] = shaped(item, inner);
  }
  return copy;
}

function fit(text: string, fault: string | undefined, path: readonly string[]): string {
  if (fault !== undefined) throw new FieldFault(path, fault);
  return text;
}

function isMap(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Whether the keys are 0..n. JavaScript lists whole-number keys first and in ascending order. */
function hasListKeys(map: object): boolean {
  return Object.keys(map).every((key, i) => key === String(i));
}
