import { ValidationFailed } from '../../../kernel/errors';

/** A value of a request: numbers arrive as their decimal text, so no binary float ever carries one (wire.md 1). */
export type FieldValue = string | boolean | null | FieldValue[] | Fields;

/** The fields of a body or a query. Has no prototype: only what was sent is in it. */
export interface Fields {
  [name: string]: FieldValue;
}

/** Fields of a form or a query, values of a JSON text (wire.md 1). */
export const MAX_FIELDS = 1000;

/** Brackets after a field's name, or the same nesting in JSON (wire.md 1). */
export const MAX_DEPTH = 20;

/** 1 MiB (wire.md 1). */
export const MAX_BODY_BYTES = 1_048_576;

export const TOO_DEEP = `must not be nested more than ${MAX_DEPTH} levels deep`;

const LONGEST_NAME_SHOWN = 255;

/** Names through which a careless copy of an object reaches its prototype. */
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** A lone surrogate, or a C0 control character other than tab, line feed and carriage return. One driver cuts at NUL. */
const UNFIT_TEXT = /\p{Cs}|[^\P{Cc}\t\n\r\x7f-\x9f]/u;
const UNFIT_CHARACTERS = new RegExp(UNFIT_TEXT, 'gu');

/** A rule broken somewhere inside a field's value. The message is without a name: the one who knows the field adds it. */
export class FieldFault extends RangeError {
  /** @param path keys from the outermost in */
  constructor(
    readonly path: readonly string[],
    message: string,
  ) {
    super(message);
  }
}

/** @returns an object without a prototype */
export function noFields(): Fields {
  return Object.create(null) as Fields;
}

/** Returns the fault of a key, in words that follow its name; `undefined` when there is none. */
export function keyFault(key: string): string | undefined {
  return FORBIDDEN_KEYS.has(key) ? 'is not allowed as a name' : textFault(key);
}

/** Returns the fault of a text, in words that follow its name; `undefined` when there is none. */
export function textFault(text: string): string | undefined {
  return UNFIT_TEXT.test(text) ? 'must not hold control characters or broken Unicode' : undefined;
}

/** The 422 that names a field by its dotted path, cut and cleaned so that it can be shown. */
export function invalidField(path: readonly string[], message: string): ValidationFailed {
  const name = path.join('.').replace(UNFIT_CHARACTERS, '\uFFFD');
  return ValidationFailed.of(name.slice(0, LONGEST_NAME_SHOWN), message);
}
