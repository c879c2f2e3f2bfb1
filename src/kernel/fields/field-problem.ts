/** The reason why a field's value was refused. It replaces the value until validation turns it into messages. */
export class FieldProblem {
  /**
   * @param message follows the field's name: `must be a decimal number`
   * @param nested whole messages by path below the field, when its parts are at fault
   */
  constructor(
    readonly message: string,
    readonly nested?: Readonly<Record<string, readonly string[]>>,
  ) {}
}

/** Reads a present, non-empty raw value. Returns a problem instead of throwing. */
export type FieldParser<T = unknown> = (raw: unknown) => T | FieldProblem;

/** Whether a value means that its field is unset (wire.md 1). */
export function isUnset(raw: unknown): raw is undefined | null | string {
  return raw === undefined || raw === null || (typeof raw === 'string' && raw.trim() === '');
}

/** The message of a field that must be there and is not. */
export const REQUIRED = 'is required';
