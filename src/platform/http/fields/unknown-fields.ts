import { ValidationFailed } from '../../../kernel/errors';

/** Most fields that one response names. */
const MAX_NAMED = 10;

/** The fields that a body had and its DTO does not know, by what was read. */
const unknownOf = new WeakMap<object, Readonly<Record<string, unknown>>>();

/** The fields of the classes that refuse others. */
const strict = new WeakMap<object, { readonly takes: string; readonly alsoTakes: readonly string[] }>();

/**
 * A body of which an unknown field is refused, not ignored as elsewhere (wire.md 1): without a misspelt field it would mean
 * more than was meant.
 * @param takes the end of the message: `an edit takes items and dry_run`
 * @param alsoTakes fields that are ignored
 */
export const RefusesUnknownFields =
  (takes: string, ...alsoTakes: readonly string[]): ClassDecorator =>
  (dto) =>
    void strict.set(dto, { takes, alsoTakes });

/**
 * Keeps the names of a body that its DTO does not know.
 * @param read what the DTO was turned into: they are kept for it
 * @throws ValidationFailed naming them, of a DTO that {@link RefusesUnknownFields}
 */
export function keepUnknownFields(dto: object, body: unknown, read: object): void {
  if (typeof body !== 'object' || body === null) return;
  const unknown = Object.entries(body).filter(([name]) => !Object.hasOwn(dto, name));
  const names = unknown.map(([name]) => name);
  if (names.length > 0) unknownOf.set(read, Object.fromEntries(unknown));
  const rule = strict.get(dto.constructor);
  if (rule === undefined) return;
  const wrong = names.filter((name) => !rule.alsoTakes.includes(name));
  refuseFields(wrong.map((name) => [name, `is not known: ${rule.takes}`]));
}

/** Returns the names that the body of a DTO had beside its fields. */
export function unknownFields(dto: object): readonly string[] {
  return Object.keys(unknownValues(dto));
}

/** Returns the fields that the body of a DTO had beside its own, as they were sent. */
export function unknownValues(dto: object): Readonly<Record<string, unknown>> {
  return unknownOf.get(dto) ?? {};
}

/** @param faults fields at fault, each with its message; none is fine @throws ValidationFailed */
export function refuseFields(faults: readonly (readonly [name: string, message: string])[]): void {
  if (faults.length === 0) return;
  const named = faults.slice(0, MAX_NAMED);
  throw new ValidationFailed(Object.fromEntries(named.map(([name, message]) => [name, [`${name} ${message}`]])));
}
